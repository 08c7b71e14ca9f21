import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { businessTime, type Hours, type Span } from './business-time.ts'
import { calendar, at } from '../testing/calendars.ts'

const MINUTE = 60_000
const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString().slice(0, 16))

describe('business time', () => {
  // The times are in UTC; a calendar without a named zone is in Berlin, an hour or two ahead.
  const examples: [what: string, hours: Hours, from: string, minutes: number, result: string][] = [
    ['an hour that a weekend interrupts', calendar('weekdays 9-17'), '2026-03-20T15:30', 60, '2026-03-23T08:30'],
    ['a start at the weekend', calendar('weekdays 9-17'), '2026-03-21T10:00', 60, '2026-03-23T09:00'],
    [
      'a weekend with the change to summer time',
      calendar('weekdays 9-17'),
      '2026-03-27T15:00',
      120,
      '2026-03-30T08:00',
    ],
    [
      'a weekend with the change to winter time',
      calendar('weekdays 9-17'),
      '2026-10-23T14:00',
      120,
      '2026-10-26T09:00',
    ],
    ['a Sunday of 23 hours', calendar('always'), '2026-03-28T22:00', 600, '2026-03-29T08:00'],
    ['a Sunday of 25 hours', calendar('always'), '2026-10-24T21:00', 600, '2026-10-25T07:00'],
    ['a night that is an hour shorter', calendar('night'), '2026-03-28T22:30', 240, '2026-03-29T03:00'],
    ['a whole night that is an hour shorter', calendar('night'), '2026-03-28T22:30', 300, '2026-03-29T22:00'],
    ['a break at noon', calendar('weekdays 8-12, 13-17'), '2026-01-14T10:30', 60, '2026-01-14T12:30'],
    [
      'an end at noon, which moves to the end of the break',
      calendar('weekdays 8-12, 13-17'),
      '2026-01-14T10:00',
      60,
      '2026-01-14T12:00',
    ],
    ['a start in the break', calendar('weekdays 8-12, 13-17'), '2026-01-14T11:20', 30, '2026-01-14T12:30'],
    ['a whole day', calendar('weekdays 8-12, 13-17'), '2026-01-14T07:00', 480, '2026-01-15T07:00'],
    ['a whole day and a minute', calendar('weekdays 8-12, 13-17'), '2026-01-14T07:00', 481, '2026-01-15T07:01'],
    ['a minute less than a day', calendar('weekdays 9-17'), '2026-01-16T08:00', 479, '2026-01-16T15:59'],
    ['a whole Friday', calendar('weekdays 9-17'), '2026-01-16T08:00', 480, '2026-01-19T08:00'],
    ['New York', calendar('weekdays 9-17', 'America/New_York'), '2026-07-14T12:00', 120, '2026-07-14T15:00'],
    ['New York in March', calendar('weekdays 9-17', 'America/New_York'), '2026-03-06T21:30', 60, '2026-03-09T13:30'],
    [
      'a zone with an offset of half hours',
      calendar('weekdays 9-17', 'Asia/Kolkata'),
      '2026-07-14T11:00',
      60,
      '2026-07-15T04:00',
    ],
    ['the southern spring', calendar('weekdays 9-17', 'Pacific/Auckland'), '2026-09-25T04:30', 60, '2026-09-27T20:30'],
    [
      'holidays',
      calendar('weekdays 9-17', 'Europe/Berlin', ['2026-12-24', '2026-12-25']),
      '2026-12-23T15:00',
      600,
      '2026-12-29T09:00',
    ],
  ]
  for (const [what, hours, from, minutes, result] of examples) {
    test(`adding ${minutes} minutes: ${what}`, () => {
      assert.equal(iso(businessTime(hours).add(at(from), minutes)), result)
    })
  }

  test('minutes of a pause do not count', () => {
    const pause: Span = [at('2026-01-13T15:30'), at('2026-01-14T09:00')]
    const time = businessTime(calendar('weekdays 9-17'))
    assert.equal(time.minutesBetween(at('2026-01-13T15:00'), at('2026-01-15T09:00'), [pause]), 510)
  })

  test('the Sundays on which the clock changes have 23 and 25 hours', () => {
    const time = businessTime(calendar('always'))
    assert.equal(time.minutesBetween(at('2026-03-28T23:00'), at('2026-03-29T22:00')), 1380)
    assert.equal(time.minutesBetween(at('2026-10-24T22:00'), at('2026-10-25T23:00')), 1500)
  })

  test('a holiday closes the day only if it is active and was not removed', () => {
    const hours = calendar('weekdays 9-17')
    const day = (entry: unknown) => businessTime({ ...hours, public_holidays: { '2026-01-14': entry } })
    const noon = at('2026-01-14T11:00')
    assert.equal(day({ active: true }).isOpen(noon), false)
    assert.equal(day({ active: false }).isOpen(noon), true)
    assert.equal(day({ summary: 'unknown' }).isOpen(noon), true)
    assert.equal(day({ active: true, removed: true }).isOpen(noon), true)
  })

  test('a calendar without business hours is never open, and adding minutes has no result', () => {
    const never = { timezone: 'UTC', business_hours: {}, public_holidays: {} }
    assert.equal(businessTime(never).add(at('2026-01-14T11:00'), 1), undefined)
    assert.equal(businessTime(never).isOpen(at('2026-01-14T11:00')), false)
  })

  test('the results equal those of a model that checks every minute', () => {
    fc.assert(
      fc.property(cases, ({ hours, base, start, minutes, span, pauses }) => {
        const time = businessTime(hours)
        const isOpen = createModel(hours, base)
        const counts = (at: number) => isOpen(at) && !pauses.some(([from, to]) => at >= from && at < to)
        assert.equal(time.isOpen(start), isOpen(start))
        let open = 0
        for (let at = start; at < start + span; at += MINUTE) open += counts(at) ? 1 : 0
        assert.equal(time.minutesBetween(start, start + span, pauses), open)
        let end = start
        for (let left = minutes; left > 0 || !counts(end); end += MINUTE) {
          // The model covers no later time.
          if (end > base + DAYS_AHEAD * DAY) return
          left -= counts(end) ? 1 : 0
        }
        assert.equal(iso(time.add(start, minutes, pauses)), iso(end))
      }),
      { numRuns: 100, seed: 1 },
    )
  })
})

const DAY = 1440 * MINUTE
/** The number of days after the base day that the model covers. */
const DAYS_AHEAD = 9
/** The number of days before it: cases begin up to a day before the base day, and their local date can be a day earlier. */
const DAYS_BEFORE = 2
/** The number of further days, on both sides, with local times: a local day begins or ends up to a day before or after the day in UTC. */
const MARGIN = 2

/** Zones with each kind of clock change, and the days before the changes; the last two zones have none. */
const zones: [zone: string, days: string[]][] = [
  ['Europe/Berlin', ['2026-03-28', '2026-10-24']],
  ['America/New_York', ['2026-03-07', '2026-10-31']],
  ['Australia/Lord_Howe', ['2026-04-04', '2026-10-03']],
  ['Africa/Cairo', ['2026-04-23', '2026-10-29']],
  ['America/Santiago', ['2026-04-04', '2026-09-05']],
  ['Pacific/Apia', ['2011-12-29']],
  ['Asia/Kathmandu', ['2026-06-01']],
  ['UTC', ['2026-06-01']],
]

const clock = fc.integer({ min: 0, max: 96 }).map((quarter) => {
  const minutes = quarter * 15
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})
const frame = fc
  .tuple(clock, clock)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const)))
const day = fc.record({ active: fc.boolean(), timeframes: fc.array(frame, { minLength: 1, maxLength: 3 }) })

const cases = fc
  .record({
    change: fc.constantFrom(...zones),
    which: fc.nat({ max: 1 }),
    days: fc.record(Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((name) => [name, day]))),
    holiday: fc.nat({ max: 4 }),
    offset: fc.integer({ min: -1440, max: 2880 }),
    minutes: fc.integer({ min: 0, max: 2000 }),
    span: fc.integer({ min: 0, max: 4000 }),
    pauses: fc.array(fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 1200 })), { maxLength: 3 }),
  })
  .map(({ change: [timezone, on], which, days, holiday, offset, minutes, span, pauses }) => {
    const base = Date.parse(on[which % on.length] as string)
    const start = base + offset * MINUTE
    const holidays = { [new Date(base + holiday * DAY).toISOString().slice(0, 10)]: { active: true } }
    return {
      hours: { timezone, business_hours: days, public_holidays: holidays },
      base,
      start,
      minutes,
      span: span * MINUTE,
      pauses: withoutOverlaps(
        pauses.map(([from, length]) => [start + from * MINUTE, start + (from + length) * MINUTE]),
      ),
    }
  })

/** Sorts spans and drops those that overlap. */
function withoutOverlaps(spans: Span[]): Span[] {
  const separate: Span[] = []
  for (const span of spans.toSorted((a, b) => a[0] - b[0])) {
    if (span[0] >= (separate.at(-1)?.[1] ?? -Infinity)) separate.push(span)
  }
  return separate
}

/**
 * Returns a function that tests whether a minute is in the business hours. It uses the local time of every minute: a frame
 * lasts from the first minute with the local time of its beginning to the first minute with that of its end. If the clock
 * skips one of these times, the minute at which it would have occurred counts.
 * @param base midnight, in UTC, of the day before the clock changes. The model covers the days around it.
 */
function createModel({ timezone, business_hours, public_holidays }: Hours, base: number) {
  const { shown: localTexts, first } = localTimes(timezone, base)
  const indexOf = (local: string): number => {
    const index = first.get(local)
    if (index !== undefined) return index
    // The clock skips this time: it stands for the minute at which an unchanged clock would have shown it.
    const jump = localTexts.findIndex((text) => text > local)
    return jump + (Date.parse(`${local}Z`) - Date.parse(`${localTexts[jump - 1] as string}Z`)) / MINUTE - 1
  }
  const open = new Set<number>()
  for (let at = base - DAYS_BEFORE * DAY; at < base + (DAYS_AHEAD + 1) * DAY; at += DAY) {
    const date = new Date(at).toISOString().slice(0, 10)
    const name = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(at).getUTCDay()] as string
    const hours = business_hours[name]
    // A zone that moves to the other side of the date line skips a day.
    if (!localTexts.some((text) => text.startsWith(date))) continue
    if (!hours?.active || public_holidays[date] !== undefined) continue
    const next = new Date(at + DAY).toISOString().slice(0, 10)
    for (const [start, end] of hours.timeframes ?? []) {
      const minuteOf = (time: string) => indexOf(time === '24:00' ? `${next} 00:00` : `${date} ${time}`)
      for (let index = minuteOf(start); index < minuteOf(end); index++) open.add(index)
    }
  }
  return (time: number) => open.has((time - base) / MINUTE + (DAYS_BEFORE + MARGIN) * 1440)
}

/** Returns the local time of each minute, and the first minute with each local time. */
function localTimes(timeZone: string, base: number) {
  const key = `${timeZone} ${base}`
  const cached = localTimesCache.get(key)
  if (cached) return cached
  // Swedish dates sort as texts: `2026-03-28 01:59`.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const shown: string[] = []
  const end = base + (DAYS_AHEAD + 1 + MARGIN) * DAY
  for (let time = base - (DAYS_BEFORE + MARGIN) * DAY; time < end; time += MINUTE) shown.push(format.format(time))
  const first = new Map<string, number>()
  for (const [index, text] of shown.entries()) if (!first.has(text)) first.set(text, index)
  localTimesCache.set(key, { shown, first })
  return { shown, first }
}

const localTimesCache = new Map<string, { shown: string[]; first: Map<string, number> }>()
