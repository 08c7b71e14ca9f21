import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources } from '@deskbell/contract'
import { contextOf } from '../../testing/context-of.ts'
import { addRandomTickets } from '../../testing/random-tickets.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { search } from '../run.ts'

/** Searches whose plans are in `plans.test.ts.snapshot`, which `node --test --test-update-snapshots` writes. */
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
  ['printer customer.firstname:nils'],
  ['printer OR customer.firstname:nils'],
  ['printer state:open', 'ines'],
  ['printer', 'nils'],
  ['-printer', 'zoe'],
  ['created_at:>2026-01-01'],
  ['printer created_at:[2025-12-10 TO 2026-01-31]'],
  ['updated_at:>2026-03-01 state:open'],
  ['article_count:>1'],
  ['printer article_count:>1'],
  ['_exists_:pending_time'],
  ['article.internal:true'],
  ['article.message_id:*abc*'],
  ['-_exists_:organization printer'],
  [Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ')],
  [`printer ${Array.from({ length: 40 }, (_, at) => `-w${at}`).join(' ')}`],
  ['id:3 printer'],
  ['jam OR article_count:7'],
]

describe('the plan of a search', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, 5)
  })
  after(() => w.close())

  for (const [query, as = 'admin'] of searches) {
    test(`${query.slice(0, 60)}, as ${as}`, async (t) => {
      const found = await search(await contextOf(w, as), resources.ticket, { text: query })
      t.assert.snapshot((await found.explain()).join('\n'), { serializers: [String] })
    })
  }

  test('is only explained to administrators of the system', async () => {
    const { status, json } = await w.request('tickets/search?query=printer&explain=true')
    assert.deepEqual([status, json.plan.length > 2], [200, true])
    assert.equal((await w.request('tickets/search?query=printer&explain=true', { as: 'rita' })).status, 403)
    const users = await w.request('users/search?query=nils&explain=true')
    assert.match(users.json.plan.at(-1), /one statement/)
  })
})
