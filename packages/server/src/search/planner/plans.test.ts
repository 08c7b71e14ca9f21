import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { resources } from '@deskbell/contract'
import { contextOf } from '../../testing/context-of.ts'
import { addRandomTickets } from '../../testing/random-tickets.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { search } from '../search.ts'

/** Searches whose plans are in `plans.json`, which `UPDATE_PLANS=1 node --test plans.test.ts` writes. */
const searches: readonly (readonly [query: string, as?: Person])[] = [
  ['printer'],
  ['printer offline'],
  ['printer -offline'],
  ['-printer'],
  ['printer OR offline'],
  ['"paper jam"'],
  ['title:printer'],
  ['pri*'],
  ['title:*rint*'],
  ['state:open'],
  ['state:open', 'rita'],
  ['state:open group:Users'],
  ['-state:open'],
  ['owner:admin state:open'],
  ['customer.firstname:nils'],
  ['nils'],
  // So many customers have this name that they are not looked up in the full-text index.
  ['quentin', 'rita'],
  ['printer customer.firstname:nils'],
  ['printer state:open customer.firstname:quentin'],
  ['printer OR customer.firstname:nils'],
  ['printer state:open', 'ines'],
  ['printer', 'nils'],
  ['-printer', 'zoe'],
  ['created_at:>2026-01-01'],
  ['printer created_at:[2025-12-10 TO 2026-01-31]'],
  ['updated_at:>2026-03-01 state:open'],
  ['article_count:>1'],
  ['printer article_count:>1'],
  ['printer (jam OR article_count:>1)'],
  ['_exists_:pending_time'],
  ['article.internal:true'],
  ['article.message_id:*abc*'],
  ['-_exists_:organization printer'],
  [Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ')],
  [`printer ${Array.from({ length: 40 }, (_, index) => `-w${index}`).join(' ')}`],
  ['id:3 printer'],
  ['jam OR article_count:7'],
]

const file = new URL('plans.json', import.meta.url)
const expected = JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly string[]>
const plans: Record<string, readonly string[]> = {}

describe('the plan of a search', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, { seed: 5 })
    for (let n = 1; n <= 50; n++) {
      const body = { firstname: 'Quentin', email: `quentin${n}@example.com` }
      assert.equal((await w.request('users', { method: 'POST', body })).status, 201)
    }
  })
  after(async () => {
    await w.close()
    if (process.env['UPDATE_PLANS']) writeFileSync(file, `${JSON.stringify(plans, null, 2)}\n`)
  })

  for (const [query, as = 'admin'] of searches) {
    const name = `${query.slice(0, 60)}, as ${as}`
    test(`for ${name} is the one in plans.json`, async () => {
      const found = await search(await contextOf(w, as), resources.ticket, { text: query })
      plans[name] = await found.explain()
      if (!process.env['UPDATE_PLANS']) assert.deepEqual(plans[name], expected[name])
    })
  }

  test('is followed by the number of rows on the page, and the time that they took', async () => {
    const { json } = await w.request('tickets/search?query=printer&explain=true&per_page=2')
    assert.match(json.plan.at(-1), /^page: {4}2 rows \(\d+ ms\)$/)
  })

  test('is only explained to administrators of the system', async () => {
    const { status, json } = await w.request('tickets/search?query=printer&explain=true')
    assert.deepEqual([status, json.plan.length > 2], [200, true])
    assert.equal((await w.request('tickets/search?query=printer&explain=true', { as: 'rita' })).status, 403)
    const users = await w.request('users/search?query=nils&explain=true')
    assert.match(users.json.plan.at(-2), /one statement/)
  })
})
