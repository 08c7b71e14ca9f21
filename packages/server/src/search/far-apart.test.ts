import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources } from '@deskbell/contract'
import type { CompiledQuery } from 'kysely'
import { createApp } from '../app.ts'
import { Memory } from '../memory.ts'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { eyesOf, tablesOf } from '../testing/eyes.ts'
import { found } from '../testing/match.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { crowd } from './narrow.ts'

/** The last of them have none of the words that the others have in common. */
const tickets = 1400
const bare = 220

/** The words of a ticket: far apart, next to each other, and never in the same one. */
const words = (index: number): string =>
  [
    index < tickets - bare ? 'usual common' : 'recent',
    ...(index % 37 === 0 ? ['seldom'] : []),
    ...(index % 41 === 0 ? ['rarely'] : []),
    ...([5, 500, 1395].includes(index) ? ['gromble'] : []),
    ...(index >= tickets - 15 ? ['newest'] : []),
  ].join(' ')

const queries = [
  // Words that have to meet: only old ones do, many of them, few, none.
  'usual common',
  '"usual common"',
  'usual seldom',
  'title:seldom title:rarely',
  'usual -seldom',
  'recent -newest',
  'recent usual',
  'title:usual state:open',
  // Words or people: the words fill a page with what changed lately, or long ago, or not at all.
  'newest OR customer.firstname:nicole',
  'usual OR customer.firstname:nicole',
  'seldom OR customer.firstname:berta',
  'gromble OR customer.firstname:berta',
  'newest OR customer.firstname:nico*',
  'newest OR customer.firstname:n*',
  'newest OR customer.firstname:nicole OR owner.firstname:berta',
  'usual rarely OR customer.firstname:nicole state:open',
  'newest OR -customer.firstname:nicole',
  'nothing OR customer.firstname:nicole',
  'nicole',
  'berta',
  'ni*',
  '(usual OR newest) created_at:>2000 OR customer.firstname:berta',
  // Words, or what no list knows.
  'newest OR article_count:7',
  'seldom OR article_count:>5 customer.firstname:nicole',
]

describe('hits that are far apart', () => {
  let w: World
  let tables: Awaited<ReturnType<typeof tablesOf>>
  before(async () => {
    w = await world()
    const people = await unitOfWork(w.desk, 1, async (unit) => {
      const ids: number[] = []
      for (let index = 0; index <= crowd + 10; index += 1) {
        const firstname = index < 10 ? 'Berta' : 'Nicole'
        ids.push(await insert(unit, 'user', { login: `person${index}`, firstname, fullname: `${firstname} ${index}` }))
      }
      return ids
    })
    await unitOfWork(w.desk, 1, async (unit) => {
      for (let index = 0; index < tickets; index += 1) {
        const person = index % 50 === 3 ? people[index % 10] : index % 23 === 0 ? people[10 + index] : undefined
        await insert(unit, 'ticket', {
          number: `7${index}`,
          title: words(index),
          group_id: 1 + (index % 3),
          customer_id: person ?? (w.ids['nils'] as number),
          owner_id: index % 90 === 1 ? (people[2] as number) : 1,
          state_id: 1 + (index % 3),
          priority_id: 1,
          article_count: index % 8,
          create_article_type_id: 1,
          create_article_sender_id: 1,
        })
      }
    })
    tables = await tablesOf(w.desk.database)
  })
  after(() => w.close())

  const askedBy: readonly [Person, readonly string[]][] = [
    ['admin', queries],
    ['nils', queries.filter((_, index) => index % 3 === 0)],
  ]
  for (const [as, asked] of askedBy) {
    for (const query of asked) {
      test(`${query}, as ${as}`, async () => {
        const eyes = eyesOf(tables, w.ids[as] as number)
        const expected = found({ tables, eyes, now: w.desk.now() }, resources.ticket, query)
        const url = `tickets/search?query=${encodeURIComponent(query)}&fields=id`
        const total = expected.length > 1000 ? undefined : String(expected.length)
        for (const [size, page] of [
          [5, 1],
          [5, 2],
          [30, 1],
          [30, 3],
          [7, 150],
        ] as const) {
          const { json, headers } = await w.ask(`${url}&per_page=${size}&page=${page}`, { as })
          const label = `page ${page} of ${size}`
          assert.deepEqual(json.tickets, expected.slice((page - 1) * size, page * size), label)
          assert.equal(headers['x-total-count'], total, label)
        }
        const { json } = await w.ask(`${url}&only_total_count=true`, { as })
        assert.deepEqual(json, { total_count: expected.length })
      })
    }
  }

  // At the end, because it changes what the others ask about.
  test('a ticket that is written between two statements of a page is not lost', async (t) => {
    const { json: before } = await w.ask('tickets/search?query=newest&fields=id', { as: 'admin' })
    const ids: number[] = before.tickets
    let written = 0
    const { database } = w.desk
    const arrays = async (query: CompiledQuery) => {
      const cells = await database.arrays(query)
      if (/^select "text"."rowid" as "change"/.test(query.sql)) {
        w.pass(1000)
        await unitOfWork(w.desk, 1, (unit) => update(unit, 'ticket', ids[written++] as number, { note: 'again' }))
      }
      return cells
    }
    const memory = new Memory(() => database.version())
    const app = await createApp({ ...w.desk, database: { ...database, arrays }, memory })
    t.after(() => app.http.close())
    const query = encodeURIComponent('newest OR customer.firstname:nicole')
    for (let times = 1; times < ids.length; times += 1) {
      const url = `/api/v1/tickets/search?query=${query}&fields=id&per_page=${ids.length}`
      const reply = await app.http.inject({ url, headers: { authorization: `Token ${w.tokens.admin}` } })
      assert.equal(written, times, 'the page was read in more than one statement')
      assert.deepEqual(new Set(reply.json().tickets), new Set(ids))
    }
  })
})
