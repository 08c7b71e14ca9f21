import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMailDate, plausibleDate } from './date.ts'

const iso = (text: string) => {
  const time = parseMailDate(text)
  return time === null ? null : new Date(time).toISOString()
}

describe('parseMailDate', () => {
  const table: readonly [string, string | null][] = [
    ['Thu, 22 Aug 2002 18:26:25 +0700', '2002-08-22T11:26:25.000Z'],
    ['Thu, 22 Aug 2002 18:26:25 +0700 (ICT)', '2002-08-22T11:26:25.000Z'],
    ['22 Aug 02 11:26 GMT', '2002-08-22T11:26:00.000Z'],
    ['Thursday, 22-Aug-2002 11:26:25 EDT', '2002-08-22T15:26:25.000Z'],
    ['Thu, 22 Aug 102 11:26:25 -0000', '2002-08-22T11:26:25.000Z'],
    ['1 Jan 99 00:00:00 +0000', '1999-01-01T00:00:00.000Z'],
    ['Thu Aug 22 12:36:23 2002', '2002-08-22T12:36:23.000Z'],
    ['From kre@munnari.OZ.AU  Thu Aug 22 12:36:23 2002', '2002-08-22T12:36:23.000Z'],
    ['2002-08-22T12:36:23Z', '2002-08-22T12:36:23.000Z'],
    ['2002-08-22 12:36:23 +01:00', '2002-08-22T11:36:23.000Z'],
    ['Thu, 22 Aug 2002 12:36:60 +0000', '2002-08-22T12:36:59.000Z'],
    ['Thu, 22 Aug 2002 12:36:23 +9999', '2002-08-22T12:36:23.000Z'],
    ['Thu, 22 Aug 2002 12:36:23 XYZ', '2002-08-22T12:36:23.000Z'],
    ['Thu, 22 Aug 2002 12:36:23 GMT+0100', '2002-08-22T11:36:23.000Z'],
    ['Thu, 22 Aug 2002 12:36:23 GMT', '2002-08-22T12:36:23.000Z'],
    ['Thu, 22 Aug 2002 10:00:00 PM +0000', '2002-08-22T22:00:00.000Z'],
    ['Thu, 22 Aug 2002 12:00:00 am +0000', '2002-08-22T00:00:00.000Z'],
    ['Thu, 22 Aug 2002\t10:00:00 (one (two)) +0100', '2002-08-22T09:00:00.000Z'],
    ['31 Feb 2002 12:00:00 +0000', null],
    ['22 Foo 2002 12:00:00 +0000', null],
    ['Thu, 22 Aug 2002 25:00:00 +0000', null],
    ['yesterday', null],
    ['', null],
    ['1 '.repeat(100_000), null],
  ]
  for (const [text, expected] of table) it(text.slice(0, 60) || 'nothing', () => assert.equal(iso(text), expected))
})

describe('plausibleDate', () => {
  const now = Date.parse('2026-03-02T09:00:00Z')
  const none = { date: undefined, received: [], envelope: null, file: null, now }
  const at = (claims: Partial<Parameters<typeof plausibleDate>[0]>) => {
    const time = plausibleDate({ ...none, ...claims })
    return time === null ? null : new Date(time).toISOString().slice(0, 10)
  }
  const received = ['from a by b; Wed, 5 Jan 2005 10:00:00 +0000', 'from c by a; Wed, 5 Jan 2005 09:00:00 +0000']

  it('uses the Date header', () => assert.equal(at({ date: '4 Jan 2005 10:00 +0000', received }), '2005-01-04'))
  it('uses the last hop if the clock of the sender was never set', () => {
    assert.equal(at({ date: '1 Jan 1970 00:00 +0000', received }), '2005-01-05')
  })
  it('uses the last hop if the Date header is later than the delivery', () => {
    assert.equal(at({ date: '4 Jan 2015 10:00 +0000', received }), '2005-01-05')
  })
  it('ignores a date in the future', () => assert.equal(at({ date: '4 Jan 2035 10:00 +0000' }), null))
  it('falls back to the mbox, then to the file', () => {
    assert.equal(at({ date: 'x', envelope: Date.UTC(2004, 1, 1), file: Date.UTC(2006, 1, 1) }), '2004-02-01')
    assert.equal(at({ received: ['nonsense'], file: Date.UTC(2006, 1, 1) }), '2006-02-01')
  })
})
