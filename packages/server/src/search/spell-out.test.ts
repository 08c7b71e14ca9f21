import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { type World, world } from '../testing/world.ts'

const long = 'x'.repeat(120)
const titles = ['q', 'qa', 'qab', 'qabc', 'qabcd', 'qabcde', 'Qürbis', 'qz qb', `${long}one`, `${long}two`, 'q😀 1']

describe('beginnings of words', () => {
  let w: World
  before(async () => {
    w = await world()
    await unitOfWork(w.desk, 1, async (unit) => {
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

  const found = async (query: string) => {
    const url = `tickets/search?query=${encodeURIComponent(query)}`
    const { json, text } = await w.ask(`${url}&per_page=100&fields=id,title`, { as: 'admin' })
    assert.ok(json.assets, text)
    const { json: counted } = await w.ask(`${url}&only_total_count=true`, { as: 'admin' })
    assert.equal(counted.total_count, json.tickets.length)
    return json.tickets.map((id: number) => json.assets.Ticket[id].title).toSorted()
  }
  const cases: [query: string, hits: readonly string[]][] = [
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
    test(query.slice(0, 40), async () => assert.deepEqual(await found(query), hits.toSorted()))
  }
})
