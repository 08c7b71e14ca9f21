import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveDate } from '../dates.ts'
import { strictMoment } from './times.ts'

/** Returns the first day of a time and the day after its last one, on the calendar of the zone. */
function daysOf(text: string, now: string, zone = 'UTC'): string[] {
  const { from, to } = resolveDate(strictMoment(text), { now: new Date(now), zone })
  return [from, to].map((moment) => new Date(moment).toLocaleDateString('sv', { timeZone: zone }))
}

describe('months and weekdays', () => {
  it('are the most recent ones that have begun', () => {
    // A Sunday.
    const now = '2026-11-22T10:00:00Z'
    assert.deepEqual(daysOf('November', now), ['2026-11-01', '2026-12-01'])
    assert.deepEqual(daysOf('october', now), ['2026-10-01', '2026-11-01'])
    assert.deepEqual(daysOf('Dezember', now), ['2025-12-01', '2026-01-01'])
    assert.deepEqual(daysOf('Sonntag', now), ['2026-11-22', '2026-11-23'])
    assert.deepEqual(daysOf('saturday', now), ['2026-11-21', '2026-11-22'])
    assert.deepEqual(daysOf('monday', now), ['2026-11-16', '2026-11-17'])
    assert.deepEqual(daysOf('tuesday', '2026-11-23T10:00:00Z'), ['2026-11-17', '2026-11-18'])
    assert.deepEqual(daysOf('February', '2026-03-31T10:00:00Z'), ['2026-02-01', '2026-03-01'])
  })

  it('can be combined with a day of the month', () => {
    const now = '2026-11-22T10:00:00Z'
    assert.deepEqual(daysOf('13 november', now), ['2026-11-13', '2026-11-14'])
    assert.deepEqual(daysOf('Nov 13', now), ['2026-11-13', '2026-11-14'])
    assert.deepEqual(daysOf('3. Dez', now), ['2025-12-03', '2025-12-04'])
    assert.deepEqual(daysOf('1st Sept', now), ['2026-09-01', '2026-09-02'])
    assert.equal(strictMoment('31 february'), '31 february')
    assert.equal(strictMoment('0 may'), '0 may')
  })

  it('are over if they follow the word last', () => {
    const now = '2026-11-22T10:00:00Z'
    assert.deepEqual(daysOf('last November', now), ['2025-11-01', '2025-12-01'])
    assert.deepEqual(daysOf('letzten Oktober', now), ['2026-10-01', '2026-11-01'])
    assert.deepEqual(daysOf('last sunday', now), ['2026-11-15', '2026-11-16'])
    assert.deepEqual(daysOf('last monday', now), ['2026-11-16', '2026-11-17'])
    assert.deepEqual(daysOf('last january', '2026-01-31T10:00:00Z'), ['2025-01-01', '2025-02-01'])
  })

  it('begin in the time zone of the caller', () => {
    const now = '2026-10-31T23:30:00Z'
    assert.deepEqual(daysOf('november', now), ['2025-11-01', '2025-12-01'])
    assert.deepEqual(daysOf('november', now, 'Europe/Berlin'), ['2026-11-01', '2026-12-01'])
    assert.deepEqual(daysOf('sunday', now, 'Europe/Berlin'), ['2026-11-01', '2026-11-02'])
  })
})
