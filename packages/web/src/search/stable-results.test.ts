import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ResultPage } from './search-data.ts'
import { hasOtherRecords, withNewerValues } from './stable-results.ts'

const page = (record_ids: number[], title = ''): ResultPage => ({
  record_ids,
  total_count: record_ids.length,
  assets: { Ticket: Object.fromEntries(record_ids.map((id) => [id, { id, title }])) as never },
  highlights: {},
  articles: new Map(),
})

it('results keep their order and get new values', () => {
  const shown = withNewerValues(page([1, 2, 3], 'before'), page([4, 3, 1], 'now'))
  assert.deepEqual(shown.record_ids, [1, 2, 3])
  assert.deepEqual(
    shown.record_ids.map((id) => shown.assets.Ticket?.[id]?.title),
    ['now', 'before', 'now'],
  )
})

it('added and removed records count as changes, another order does not', () => {
  assert.equal(hasOtherRecords(page([1, 2]), page([2, 1])), false)
  assert.equal(hasOtherRecords(page([1, 2]), page([1])), true)
  assert.equal(hasOtherRecords(page([1, 2]), page([1, 3])), true)
})
