import assert from 'node:assert/strict'
import { it } from 'node:test'
import { localTimeOf } from '../format/local-time.ts'
import { suggestionsAt } from './pending-time.ts'

it('the suggested pending times are 09:00 tomorrow, in three days, and on the next Monday', () => {
  const friday = new Date(2026, 10, 20, 15, 30)
  assert.deepEqual(
    suggestionsAt(friday).map(({ name, at }) => [name, localTimeOf(at)]),
    [
      ['tomorrow', '2026-11-21T09:00'],
      ['inThreeDays', '2026-11-23T09:00'],
      ['nextWeek', '2026-11-23T09:00'],
    ],
  )
  const [, , monday] = suggestionsAt(new Date(2026, 10, 23, 8))
  assert.equal(localTimeOf((monday as { at: Date }).at), '2026-11-30T09:00')
})
