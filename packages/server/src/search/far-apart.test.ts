import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources, systemUser } from '@deskbell/contract'
import type { CompiledQuery } from 'kysely'
import { createApp } from '../app.ts'
import { VersionedCache } from '../kernel/cache.ts'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { visibilityOf, tablesOf } from '../testing/expected-visibility.ts'
import { referenceSearch } from '../testing/reference-search.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { COUNTED_HITS } from './hits.ts'

const tickets = 1400
/** The number of tickets at the end that have none of the words that the others have in common. */
const bare = 220

/** The words of a ticket: rare ones, adjacent ones, and ones that never occur together. */
const words = (index: number): string =>
  [
    index < tickets - bare ? 'usual common' : 'recent',
    ...(index % 37 === 0 ? ['seldom'] : []),
    ...(index % 41 === 0 ? ['rarely'] : []),
    ...([5, 500, 1395].includes(index) ? ['gromble'] : []),
    ...(index >= tickets - 15 ? ['newest'] : []),
  ].join(' ')

const queries = [
  // Words whose postings are all hits: more than are counted, and fewer.
  'usual',
  'recent OR usual',
  'seldom OR rarely',
  // Words joined by AND, which occur together in many tickets, in few, in none, or only in old ones.
  'usual common',
  '"usual common"',
  'usual seldom',
  'title:seldom title:rarely',
  'usual -seldom',
  'recent -newest',
  'recent usual',
  'title:usual state:open',
  // Words OR users: the words fill a page with recent tickets, with old ones, or not at all.
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
  // Hundreds of users, most of whom have no recent tickets.
  'customer.firstname:conny',
  'customer.firstname:dora',
  'customer.firstname:(conny OR dora)',
  'conny',
  'seldom OR customer.firstname:conny',
  'newest OR customer.firstname:dora',
  'customer.firstname:conny updated_at:<2026-03-02T09:05',
  'customer.firstname:dora updated_at:[2026-03-02T09:03 TO 2026-03-02T09:08]',
  'usual customer.firstname:conny state:open',
  'usual customer.firstname:dora state:open',
  // Words OR conditions without an index.
  'newest OR article_count:7',
  'seldom OR article_count:>5 customer.firstname:nicole',
]

describe('hits that are far apart', () => {
  let w: World
  let tables: Awaited<ReturnType<typeof tablesOf>>
  before(async () => {
    w = await world()
    // The administrator sees everything, so no conditions on permissions are added.
    const groups = [2, 3].map((group_id) => ({ group_id, user_id: w.ids['admin'] as number, access: 'full' as const }))
    await unitOfWork(w.desk, systemUser, ({ db }) => db.sql.insertInto('groups_users').values(groups).execute())
    const named = (firstname: string, many: number) =>
      unitOfWork(w.desk, systemUser, async (unit) => {
        const ids: number[] = []
        for (let index = 0; index < many; index += 1) {
          const login = `${firstname}${index}`
          ids.push(await insert(unit, 'user', { login, firstname, fullname: `${firstname} ${index}` }))
        }
        return ids
      })
    const [bertas, nicoles] = [await named('Berta', 10), await named('Nicole', 2001)]
    const [connies, doras] = [await named('Conny', 400), await named('Dora', 700)]
    const customer = (index: number): number => {
      if (index % 50 === 3) return bertas[index % 10] as number
      if (index % 23 === 0) return nicoles[index] as number
      if (index % 5 === 1) return connies[(index * 7) % connies.length] as number
      if (index % 7 === 2) return doras[(index * 11) % doras.length] as number
      return w.ids['nils'] as number
    }
    for (let start = 0; start < tickets; start += 100) {
      w.pass(60_000)
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (let index = start; index < start + 100; index += 1) {
          await insert(unit, 'ticket', {
            number: `7${index}`,
            title: words(index),
            group_id: 1 + (index % 3),
            customer_id: customer(index),
            owner_id: index % 90 === 1 ? (bertas[2] as number) : 1,
            state_id: 1 + (index % 3),
            priority_id: 1,
            article_count: index % 8,
            create_article_type_id: 1,
            create_article_sender_id: 1,
          })
        }
      })
    }
    tables = await tablesOf(w.desk.database)
  })
  after(() => w.close())

  const queriesByCaller: readonly [Person, readonly string[]][] = [
    ['admin', queries],
    ['nils', queries.filter((_, index) => index % 3 === 0)],
  ]
  for (const [as, own] of queriesByCaller) {
    for (const query of own) {
      test(`are found by ${query}, as ${as}`, async () => {
        const visibility = visibilityOf(tables, w.ids[as] as number)
        const expected = referenceSearch({ tables, visibility, now: w.desk.now() }, resources.ticket, query)
        const url = `tickets/search?query=${encodeURIComponent(query)}&fields=id`
        const total = expected.length > COUNTED_HITS ? undefined : String(expected.length)
        for (const [size, page] of [
          [5, 1],
          [5, 2],
          [30, 1],
          [30, 3],
          [7, 150],
        ] as const) {
          const { json, headers } = await w.request(`${url}&per_page=${size}&page=${page}`, { as })
          const label = `page ${page} of ${size}`
          assert.deepEqual(json.tickets, expected.slice((page - 1) * size, page * size), label)
          assert.equal(headers['x-total-count'], total, label)
        }
        const { json } = await w.request(`${url}&only_total_count=true`, { as })
        assert.deepEqual(json, { total_count: expected.length })
      })
    }
  }

  // The last test, because it changes the data of the others.
  test('a ticket that is written between two statements of a page is not lost', async (t) => {
    const { json: before } = await w.request('tickets/search?query=newest&fields=id', { as: 'admin' })
    const ids: number[] = before.tickets
    let written = 0
    const { database } = w.desk
    const snapshot = () => {
      const taken = database.snapshot?.() ?? assert.fail()
      const arrays = async (query: CompiledQuery) => {
        const cells = await taken.db.arrays(query)
        if (/^\s*select rowid from tickets_text/.test(query.sql)) {
          w.pass(1000)
          await unitOfWork(w.desk, systemUser, (unit) =>
            update(unit, 'ticket', ids[written++] as number, { note: 'again' }),
          )
        }
        return cells
      }
      return { db: { ...taken.db, arrays }, release: () => taken.release() }
    }
    const cache = new VersionedCache(() => database.version())
    const app = await createApp({ ...w.desk, database: { ...database, snapshot }, cache })
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
