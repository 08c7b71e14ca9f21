import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { resolveDate } from './dates.ts'
import { SearchError } from './error.ts'

// A Wednesday, seven and a half hours into the day in UTC.
const now = new Date('2026-05-20T07:30:15.250Z')

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
    it(`reads ${text} as ${from} up to ${to}`, () => assert.deepEqual(resolveDate(text, { now }), { from, to }))
  }
})

describe('resolveDate rejects', () => {
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
    it(`${text.slice(0, 40) || 'empty text'}, at the given column`, () => {
      assert.throws(() => resolveDate(text, { now }, 13), { name: 'SearchError', column: 13, message })
      assert.throws(() => resolveDate(text, { now, zone: 'Asia/Tokyo' }, 13), {
        name: 'SearchError',
        column: 13,
        message,
      })
    })
  }

  it('any other text with a SearchError', () => {
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
