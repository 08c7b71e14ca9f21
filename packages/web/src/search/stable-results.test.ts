import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Found } from './search-data.ts'
import { findsOthers, withNewer } from './stable-results.ts'

const found = (record_ids: number[], title = ''): Found => ({
  record_ids,
  total_count: record_ids.length,
  assets: { Ticket: Object.fromEntries(record_ids.map((id) => [id, { id, title }])) as never },
  highlights: {},
  articles: new Map(),
})

it('results keep their order and get new values', () => {
  const shown = withNewer(found([1, 2, 3], 'before'), found([4, 3, 1], 'now'))
  assert.deepEqual(shown.record_ids, [1, 2, 3])
  assert.deepEqual(
    shown.record_ids.map((id) => shown.assets.Ticket?.[id]?.title),
    ['now', 'before', 'now'],
  )
})

it('added and removed records count as changes, another order does not', () => {
  assert.equal(findsOthers(found([1, 2]), found([2, 1])), false)
  assert.equal(findsOthers(found([1, 2]), found([1])), true)
  assert.equal(findsOthers(found([1, 2]), found([1, 3])), true)
})
