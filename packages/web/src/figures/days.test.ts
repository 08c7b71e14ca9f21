import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { intervalFor, lastDays, lengthOf, monthBefore, monthUpTo } from './days.ts'
import { axisOf } from './axis.ts'

describe('days of the dashboard', () => {
  it('are counted across months, years and clock changes', () => {
    assert.deepEqual(lastDays('2026-03-02', 14), { from: '2026-02-17', to: '2026-03-02' })
    assert.equal(lengthOf({ from: '2026-03-28', to: '2026-03-30' }), 3)
    assert.deepEqual(monthUpTo('2026-02-17'), { from: '2026-02-01', to: '2026-02-17' })
    assert.deepEqual(monthBefore('2026-03-31'), { from: '2026-02-01', to: '2026-02-28' })
  })

  it('are shown by week or month when there are too many', () => {
    assert.deepEqual(
      [1, 31, 32, 210, 211, 365].map((count) => intervalFor(lastDays('2026-12-31', count))),
      ['day', 'day', 'week', 'week', 'month', 'month'],
    )
  })
})

describe('the axis of a chart', () => {
  it('ends at or above the largest value, in round steps', () => {
    assert.deepEqual(axisOf(58), [0, 20, 40, 60])
    assert.deepEqual(axisOf(3), [0, 1, 2, 3])
    assert.deepEqual(axisOf(0), [0, 1])
    assert.deepEqual(axisOf(1000), [0, 500, 1000])
  })
})
