import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { addAttributes, writeAs } from '../testing/attributes.ts'
import { type World, world } from '../testing/world.ts'
import { addWords } from './vocabulary.ts'

const long = 'x'.repeat(120)
const titles = ['q', 'qa', 'qab', 'qabc', 'qabcd', 'qabcde', 'Qürbis', 'qz qb', `${long}one`, `${long}two`, 'q😀 1']

describe('prefixes of words', () => {
  let w: World
  before(async () => {
    w = await world()
    await unitOfWork(w.desk, systemUser, async (unit) => {
      for (const [index, title] of titles.entries()) {
        await insert(unit, 'ticket', {
          number: `7700${index}`,
          title,
          group_id: 1,
          customer_id: 1,
          state_id: 1,
          priority_id: 1,
        })
      }
    })
  })
  after(() => w.close())

  const find = async (query: string) => {
    const url = `tickets/search?query=${encodeURIComponent(query)}`
    const { json, text } = await w.request(`${url}&per_page=100&fields=id,title`, { as: 'admin' })
    assert.ok(json.assets, text)
    const { json: counted } = await w.request(`${url}&only_total_count=true`, { as: 'admin' })
    assert.equal(counted.total_count, json.tickets.length)
    return json.tickets.map((id: number) => json.assets.Ticket[id].title).toSorted()
  }
  const cases: [query: string, hits: readonly string[]][] = [
    // The world has the title `Quiet ticket`, too.
    ['title:q* -quiet', titles.filter((title) => title.toLowerCase().startsWith('q'))],
    ['title:qa*', ['qa', 'qab', 'qabc', 'qabcd', 'qabcde']],
    ['title:qab*', ['qab', 'qabc', 'qabcd', 'qabcde']],
    ['title:qabc*', ['qabc', 'qabcd', 'qabcde']],
    ['title:qabcd*', ['qabcd', 'qabcde']],
    ['title:QABCD* -title:qabcde*', ['qabcd']],
    ['title:qurb*', ['Qürbis']],
    ['title:qürb*', ['Qürbis']],
    ['title:qabcdefg*', []],
    [`title:${long.slice(0, 90)}*`, [`${long}one`, `${long}two`]],
    [`title:${long}*`, [`${long}one`, `${long}two`]],
    [`title:${long}o*`, [`${long}one`]],
    ['title:"qz q*"', []],
  ]
  for (const [query, hits] of cases) {
    test(`${query.slice(0, 40)} finds the right titles`, async () =>
      assert.deepEqual(await find(query), hits.toSorted()))
  }
})

test('a prefix is searched in any number of custom fields, however many words have it', async () => {
  const w = await world()
  try {
    const names = Array.from({ length: 8 }, (_, index) => `shelf${index}`)
    await addAttributes(
      w,
      names.map((name) => ({ name, data_type: 'input' })),
    )
    const ticket = w.ids['Label printer offline'] as number
    await writeAs(w, 'rita', 'ticket', { [names[6] as string]: 'in the grey cupboard' }, ticket)
    const many = new Set(Array.from({ length: 2500 }, (_, index) => `gr${index.toString(36)}`))
    await unitOfWork(w.desk, systemUser, (unit) => addWords(unit.db, many))
    for (const query of ['gr*', 'gre*', 'grey*', 'shelf6:gr*', 'gr* offline', 'gr* of* -sc*']) {
      const url = `tickets/search?query=${encodeURIComponent(query)}`
      const { status, json, text } = await w.request(url, { as: 'rita' })
      assert.equal(status, 200, `${query}: ${text}`)
      assert.deepEqual(json.tickets, [ticket], query)
      assert.deepEqual(
        (await w.request(`${url}&only_total_count=true`, { as: 'rita' })).json,
        { total_count: 1 },
        query,
      )
    }
  } finally {
    await w.close()
  }
})
