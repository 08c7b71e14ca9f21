import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { dateResolver, datesIn, resolveDate } from './dates.ts'
import type { Span } from './dates.ts'

// A Wednesday.
const now = new Date('2026-05-20T07:30:15.250Z')

/** Zones with unusual clocks: changes at midnight or by half an hour, no changes, odd offsets. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
]

/** Random times, half of them in the months in which summer time begins or ends. */
const instant = fc.oneof(
  fc.integer({ min: Date.parse('1995-01-01T00:00Z'), max: Date.parse('2037-01-01T00:00Z') }),
  fc
    .tuple(
      fc.integer({ min: 1995, max: 2036 }),
      fc.constantFrom(2, 3, 9, 10),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([year, month, share]) => Date.UTC(year, month, 1) + Math.floor(share * 31 * 86_400_000)),
)

/** Returns the local time of a zone, such as `2026-05-20T09:30:15`, in a different way than the tested code. */
function clockOf(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => format.format(time).replace(' ', 'T')
}

function spanOf({ from, to }: Span): { from: number; to: number } {
  return { from: Date.parse(from), to: Date.parse(to) }
}

describe('resolveDate in a time zone', () => {
  const cases: [text: string, zone: string, from: string, to: string][] = [
    ['2026-01-02', 'Europe/Berlin', '2026-01-01T23:00:00.000Z', '2026-01-02T23:00:00.000Z'],
    // Days of 23 and 25 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // The clock jumps from 2 to 3: half past two does not exist and becomes half past three.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T01:31:00.000Z'],
    // The hour from 2 to 3 occurs twice: the first one counts.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T00:31:00.000Z'],
    // The hour from 2 to 3 occurs twice: an instant in its repetition is rounded to the beginning of the repetition.
    ['2026-10-25T01:30Z||/h', 'Europe/Berlin', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    // A calendar day later the clock shows the same time, 24 hours later it does not.
    ['2026-03-28T12:00||+1d', 'Europe/Berlin', '2026-03-29T10:00:00.000Z', '2026-03-29T10:01:00.000Z'],
    ['2026-03-28T12:00||+24h', 'Europe/Berlin', '2026-03-29T11:00:00.000Z', '2026-03-29T11:01:00.000Z'],
    // No midnight: the day begins at one.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // A day that the zone skipped when it crossed the date line.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    // The last hour of the previous day occurs twice.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', '2018-02-18T03:00:00.000Z'],
    // Midnight occurs twice.
    ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
    ['now/d', 'Pacific/Kiritimati', '2026-05-19T10:00:00.000Z', '2026-05-20T10:00:00.000Z'],
    ['now/h', 'Asia/Kathmandu', '2026-05-20T07:15:00.000Z', '2026-05-20T08:15:00.000Z'],
    ['2026-05-20T10:00Z||/d', 'America/New_York', '2026-05-20T04:00:00.000Z', '2026-05-21T04:00:00.000Z'],
    ['2026', '-03:00', '2026-01-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
    ['0001', 'America/New_York', '0001-01-01T04:56:02.000Z', '0002-01-01T04:56:02.000Z'],
  ]
  for (const [text, zone, from, to] of cases) {
    it(`reads ${text} in ${zone} as ${from} up to ${to}`, () => {
      assert.deepEqual(resolveDate(text, { now, zone }), { from, to })
    })
  }

  it('rejects a zone that does not exist', () => {
    assert.throws(() => resolveDate('now', { now, zone: 'Mars/Olympus' }), RangeError)
  })

  for (const zone of ZONES) {
    const clock = clockOf(zone)
    const resolve = dateResolver({ now, zone })

    it(`returns the days of ${zone} that its clock shows`, () => {
      fc.assert(
        fc.property(instant, (time) => {
          const day = clock(time).slice(0, 10)
          const { from, to } = spanOf(resolve(day))
          assert.ok(from <= time && time < to)
          assert.equal(clock(from).slice(0, 10), day)
          assert.equal(clock(to - 1).slice(0, 10), day)
          assert.notEqual(clock(from - 1).slice(0, 10), day)
          assert.notEqual(clock(to).slice(0, 10), day)
        }),
        { seed: 1 },
      )
    })

    it(`returns the minute of a local time in ${zone}, the first one if the time occurs twice`, () => {
      fc.assert(
        fc.property(instant, (time) => {
          const minute = clock(time).slice(0, 16)
          const { from, to } = spanOf(resolve(minute))
          assert.ok(from <= time && to - from === 60_000)
          assert.equal(clock(from), `${minute}:00`)
          for (let earlier = 1; earlier <= 8; earlier += 1) {
            assert.notEqual(clock(from - earlier * 15 * 60_000).slice(0, 16), minute)
          }
        }),
        { seed: 1 },
      )
    })

    it(`rounds in ${zone} to the unit that contains the time`, () => {
      fc.assert(
        fc.property(instant, fc.constantFrom('y', 'M', 'w', 'd'), (time, unit) => {
          const { from, to } = spanOf(dateResolver({ now: new Date(time), zone })(`now/${unit}`))
          assert.ok(from <= time && time < to)
          // The length of the part of `2026-05-20` that names the unit; no part names a week.
          const length = { y: 4, M: 7, w: 0, d: 10 }[unit]
          if (length === 0) {
            assert.equal(new Date(`${clock(from).slice(0, 10)}T00:00Z`).getUTCDay(), 1)
            assert.equal(new Date(`${clock(to - 1).slice(0, 10)}T00:00Z`).getUTCDay(), 0)
          } else assert.deepEqual({ from, to }, spanOf(resolve(clock(time).slice(0, length))))
        }),
        { seed: 1 },
      )
    })

    it(`returns the calendar days of ${zone} that a date touches`, () => {
      fc.assert(
        fc.property(
          instant,
          fc.constantFrom('now', 'now/d', 'now-7d', 'now/M', 'now+5h/h', '2026-03'),
          (time, text) => {
            const dates = datesIn({ now: new Date(time), zone })
            const { from, to } = spanOf(dates.span(text))
            assert.deepEqual(dates.days(text), { first: clock(from).slice(0, 10), last: clock(to - 1).slice(0, 10) })
          },
        ),
        { seed: 1 },
      )
    })

    it(`counts days in ${zone} on the calendar`, () => {
      fc.assert(
        fc.property(instant, fc.integer({ min: -1000, max: 1000 }), (time, days) => {
          const { from } = spanOf(dateResolver({ now: new Date(time), zone })(`now${days < 0 ? '' : '+'}${days}d`))
          const shown = Date.parse(`${clock(time)}Z`) + days * 86_400_000
          const skipped = Date.parse(`${clock(from)}Z`) - shown
          // Skipped times are shifted by the jump: half an hour to two hours.
          assert.ok(skipped === 0 || (skipped > 0 && skipped <= 7_200_000 && clock(from - skipped) < clock(from)))
        }),
        { seed: 1 },
      )
    })
  }
})

describe('the days of a date', () => {
  const cases: [text: string, zone: string, first: string, last: string][] = [
    ['2026-01-02', 'Pacific/Kiritimati', '2026-01-02', '2026-01-02'],
    ['2026-01-02', 'Etc/GMT+12', '2026-01-02', '2026-01-02'],
    ['2026-01', 'Asia/Kolkata', '2026-01-01', '2026-01-31'],
    ['2026-01-02T23:30Z', 'Europe/Berlin', '2026-01-03', '2026-01-03'],
    ['now/d', 'Pacific/Kiritimati', '2026-05-20', '2026-05-20'],
    ['now', 'Etc/GMT+12', '2026-05-19', '2026-05-19'],
    // A day that the zone skipped is still a day of the calendar.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30', '2011-12-30'],
    ['9999', 'Etc/GMT+12', '9999-01-01', '9999-12-31'],
    ['0000-01-01T00Z', 'Etc/GMT+12', '0000-01-01', '0000-01-01'],
  ]
  for (const [text, zone, first, last] of cases) {
    it(`reads ${text} in ${zone} as ${first} to ${last}`, () => {
      assert.deepEqual(datesIn({ now, zone }).days(text), { first, last })
    })
  }
})
