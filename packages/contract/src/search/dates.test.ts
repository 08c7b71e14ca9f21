import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { dateResolver, datesIn, resolveDate } from './dates.ts'
import type { Span } from './dates.ts'
import { SearchError } from './error.ts'

// A Wednesday, seven and a half hours into the day in UTC.
const now = new Date('2026-05-20T07:30:15.250Z')

/** Zones whose clocks do what clocks can: jump at midnight, by half an hour, not at all, at odd offsets. */
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

/** Half of the moments lie within a day of a change to or from summer time somewhere. */
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

/** What a clock in a zone shows, by another way than the code takes: `2026-05-20T09:30:15`. */
function clockOf(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => format.format(time).replace(' ', 'T')
}

function spanOf({ from, to }: Span): { from: number; to: number } {
  return { from: Date.parse(from), to: Date.parse(to) }
}

describe('resolveDate in UTC', () => {
  const cases: [text: string, from: string, to: string][] = [
    ['2026', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-02', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-01-02T10', '2026-01-02T10:00:00.000Z', '2026-01-02T11:00:00.000Z'],
    ['2026-01-02T10:30', '2026-01-02T10:30:00.000Z', '2026-01-02T10:31:00.000Z'],
    ['2026-01-02 10:30', '2026-01-02T10:30:00.000Z', '2026-01-02T10:31:00.000Z'],
    ['2026-01-02T10:30:59', '2026-01-02T10:30:59.000Z', '2026-01-02T10:31:00.000Z'],
    ['2026-01-02T10:30:59.9', '2026-01-02T10:30:59.900Z', '2026-01-02T10:30:59.901Z'],
    ['2026-01-02T10:30:59.123456Z', '2026-01-02T10:30:59.123Z', '2026-01-02T10:30:59.124Z'],
    ['2026-01-02T10:30Z', '2026-01-02T10:30:00.000Z', '2026-01-02T10:31:00.000Z'],
    ['2026-01-02T00:30+02:00', '2026-01-01T22:30:00.000Z', '2026-01-01T22:31:00.000Z'],
    ['2026-01-02T20:30-0330', '2026-01-03T00:00:00.000Z', '2026-01-03T00:01:00.000Z'],
    ['0050-03-01', '0050-03-01T00:00:00.000Z', '0050-03-02T00:00:00.000Z'],
    ['9999', '9999-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['now', '2026-05-20T07:30:15.250Z', '2026-05-20T07:30:15.251Z'],
    ['now-7d', '2026-05-13T07:30:15.250Z', '2026-05-13T07:30:15.251Z'],
    ['now+1y-2M+3w-4d+5h-6m+7s', '2027-04-06T12:24:22.250Z', '2027-04-06T12:24:22.251Z'],
    ['now/y', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['now/M', '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
    ['now/w', '2026-05-18T00:00:00.000Z', '2026-05-25T00:00:00.000Z'],
    ['now/d', '2026-05-20T00:00:00.000Z', '2026-05-21T00:00:00.000Z'],
    ['now/h', '2026-05-20T07:00:00.000Z', '2026-05-20T08:00:00.000Z'],
    ['now/m', '2026-05-20T07:30:00.000Z', '2026-05-20T07:31:00.000Z'],
    ['now/s', '2026-05-20T07:30:15.000Z', '2026-05-20T07:30:16.000Z'],
    ['now-1w/d', '2026-05-13T00:00:00.000Z', '2026-05-14T00:00:00.000Z'],
    ['now/d+8h', '2026-05-20T08:00:00.000Z', '2026-05-21T08:00:00.000Z'],
    ['2026-05-17||/w', '2026-05-11T00:00:00.000Z', '2026-05-18T00:00:00.000Z'],
    ['2026-01-01||+1M/d', '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'],
    ['2026-01-30||+1M', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29||+1y', '2025-02-28T00:00:00.000Z', '2025-03-01T00:00:00.000Z'],
    ['2026-03-31||-1M', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2026-01||+1M', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999||/s', '1969-12-31T23:59:59.000Z', '1970-01-01T00:00:00.000Z'],
  ]
  for (const [text, from, to] of cases) {
    it(`takes ${text} as ${from} up to ${to}`, () => assert.deepEqual(resolveDate(text, { now }), { from, to }))
  }
})

describe('resolveDate in a time zone', () => {
  const cases: [text: string, zone: string, from: string, to: string][] = [
    ['2026-01-02', 'Europe/Berlin', '2026-01-01T23:00:00.000Z', '2026-01-02T23:00:00.000Z'],
    // Days of 23 and 25 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // The clock jumps from 2 to 3: half past two lies as much later.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T01:31:00.000Z'],
    // The clock passes 2 to 3 twice: the first is meant.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T00:31:00.000Z'],
    // The hour in force is rounded to, not the first of the two.
    ['2026-10-25T01:30Z||/h', 'Europe/Berlin', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    // A calendar day later the clock shows the same, 24 hours later it does not.
    ['2026-03-28T12:00||+1d', 'Europe/Berlin', '2026-03-29T10:00:00.000Z', '2026-03-29T10:01:00.000Z'],
    ['2026-03-28T12:00||+24h', 'Europe/Berlin', '2026-03-29T11:00:00.000Z', '2026-03-29T11:01:00.000Z'],
    // No midnight: the day begins at one.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // A day that was skipped on the way over the date line.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    // An hour of the day before comes twice.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', '2018-02-18T03:00:00.000Z'],
    // Midnight comes twice.
    ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
    ['now/d', 'Pacific/Kiritimati', '2026-05-19T10:00:00.000Z', '2026-05-20T10:00:00.000Z'],
    ['now/h', 'Asia/Kathmandu', '2026-05-20T07:15:00.000Z', '2026-05-20T08:15:00.000Z'],
    ['2026-05-20T10:00Z||/d', 'America/New_York', '2026-05-20T04:00:00.000Z', '2026-05-21T04:00:00.000Z'],
    ['2026', '-03:00', '2026-01-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
    ['0001', 'America/New_York', '0001-01-01T04:56:02.000Z', '0002-01-01T04:56:02.000Z'],
  ]
  for (const [text, zone, from, to] of cases) {
    it(`takes ${text} in ${zone} as ${from} up to ${to}`, () => {
      assert.deepEqual(resolveDate(text, { now, zone }), { from, to })
    })
  }

  it('refuses a zone that does not exist', () => {
    assert.throws(() => resolveDate('now', { now, zone: 'Mars/Olympus' }), RangeError)
  })

  for (const zone of ZONES) {
    const clock = clockOf(zone)
    const resolve = dateResolver({ now, zone })

    it(`finds the days of ${zone} where the clock shows them`, () => {
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

    it(`finds the minutes of ${zone}, the first where there are two`, () => {
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

    it(`rounds in ${zone} to the unit that holds the moment`, () => {
      fc.assert(
        fc.property(instant, fc.constantFrom('y', 'M', 'w', 'd'), (time, unit) => {
          const { from, to } = spanOf(dateResolver({ now: new Date(time), zone })(`now/${unit}`))
          assert.ok(from <= time && time < to)
          const parts = { y: 4, M: 7, w: 0, d: 10 }[unit]
          if (parts === 0) {
            assert.equal(new Date(`${clock(from).slice(0, 10)}T00:00Z`).getUTCDay(), 1)
            assert.equal(new Date(`${clock(to - 1).slice(0, 10)}T00:00Z`).getUTCDay(), 0)
          } else assert.deepEqual({ from, to }, spanOf(resolve(clock(time).slice(0, parts))))
        }),
        { seed: 1 },
      )
    })

    it(`knows the calendar days of ${zone} that a date touches`, () => {
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
          // What the clock skips is later by the jump: an hour or two, once half an hour.
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
    it(`takes ${text} in ${zone} as ${first} to ${last}`, () => {
      assert.deepEqual(datesIn({ now, zone }).days(text), { first, last })
    })
  }
})

describe('resolveDate refuses', () => {
  const cases: [string, RegExp][] = [
    ['banana', /expected a date such as 2026-01, .* instead of "banana"$/],
    ['', /expected a date such as/],
    ['2026-1', /expected a date such as/],
    ['26-01-01', /expected a date such as/],
    ['2026-13', /expected a date such as/],
    ['2026-01-00', /expected a date such as/],
    ['2026-01-01T24:00', /expected a date such as/],
    ['2026-01-01T10:60', /expected a date such as/],
    ['2026-01-01T', /expected a date such as/],
    ['2026-01-01Z', /expected a date such as/],
    ['2026-01-01T10:00+24:00', /expected a date such as/],
    ['2026-01-01||', /expected a date such as/],
    ['||+1d', /expected a date such as/],
    ['Now', /expected a date such as/],
    ['2026-02-29', /expected a day that exists instead of "2026-02-29"$/],
    ['2026-04-31', /expected a day that exists/],
    ['2026-01-01+1d', /expected a date such as/],
    ['nowhere', /expected date arithmetic such as .* instead of "here"$/],
    ['now-7', /expected date arithmetic/],
    ['now-d', /expected date arithmetic/],
    ['now-1D', /expected date arithmetic/],
    ['now-7dd', /expected date arithmetic such as .* instead of "d"$/],
    ['now||+1d', /expected date arithmetic/],
    ['now-9999999999s', /expected date arithmetic/],
    ['now/2d', /expected date arithmetic/],
    [`now${'+1d'.repeat(21)}`, /expected at most 20 steps of date arithmetic$/],
    ['now+999999999y', /expected a date between the years 0000 and 9999$/],
    ['now-999999999w', /expected a date between/],
    ['now+999999999h+999999999h', /expected a date between/],
    ['9999-12-31||+2d', /expected a date between/],
    ['now-9999y', /expected a date between/],
  ]
  for (const [text, message] of cases) {
    it(`${text.slice(0, 40) || 'no text'}, at the column it is told`, () => {
      assert.throws(() => resolveDate(text, { now }, 13), { name: 'SearchError', column: 13, message })
      assert.throws(() => resolveDate(text, { now, zone: 'Asia/Tokyo' }, 13), {
        name: 'SearchError',
        column: 13,
        message,
      })
    })
  }

  it('with a SearchError whatever it is given, and never late', () => {
    const piece = fc.constantFrom(
      'now',
      '2026',
      '-02',
      '-31',
      'T10',
      ':30',
      '||',
      '+1',
      '-99',
      '/',
      'd',
      'M',
      'y',
      'h',
      'Z',
      '.5',
      ' ',
      'x',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
          fc.string(),
        ),
        (text) => {
          try {
            const { from, to } = resolveDate(text, { now, zone: 'Europe/Berlin' })
            assert.match(`${from} ${to}`, /^\d{4}-[\d:.T-]+Z \d{4}-[\d:.T-]+Z$/)
            assert.ok(from <= to)
          } catch (error) {
            assert.ok(error instanceof SearchError, String(error))
          }
        },
      ),
      { seed: 1, numRuns: 3_000 },
    )
  })
})
