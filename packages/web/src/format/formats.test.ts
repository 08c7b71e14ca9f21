import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatsOf } from './formats.ts'
import { hueOf, initialsOf, nameOf, splitFileName } from './names.ts'

const now = new Date('2026-11-22T15:00:00Z')
const english = formatsOf('en-GB', 'Europe/Berlin')
const german = formatsOf('de', 'Europe/Berlin')
const at = (text: string) => new Date(text)

describe('the formats of a user', () => {
  it('write relative times only below an hour', () => {
    assert.equal(english.moment(at('2026-11-22T14:59:30Z'), now), 'now')
    assert.equal(english.moment(at('2026-11-22T14:54:00Z'), now), '6 mins')
    assert.equal(german.moment(at('2026-11-22T14:54:00Z'), now), '6 Min.')
    assert.equal(english.moment(at('2026-11-22T07:12:00Z'), now), '08:12')
  })

  it('name the weekday for six days, then the day, then the year', () => {
    assert.equal(english.moment(at('2026-11-19T07:12:00Z'), now), 'Thu')
    assert.equal(english.moment(at('2026-11-14T07:12:00Z'), now), '14 Nov')
    assert.equal(english.moment(at('2024-11-14T07:12:00Z'), now), '14 Nov 2024')
    assert.equal(german.moment(at('2026-11-19T07:12:00Z'), now), 'Do')
  })

  it('use the day of the time zone', () => {
    assert.equal(english.moment(at('2026-11-21T23:30:00Z'), now), '00:30')
    assert.equal(formatsOf('en-GB', 'UTC').moment(at('2026-11-21T23:30:00Z'), now), 'Sat')
  })

  it('write a day of the calendar as it is in every time zone', () => {
    assert.equal(formatsOf('en-GB', 'America/Los_Angeles').calendarDay('2024-01-02'), '2 January 2024')
    assert.equal(german.calendarDay('2024-01-02'), '2. Januar 2024')
  })

  it('write a day other than today with the time', () => {
    assert.equal(english.dayAndTime(at('2026-11-24T08:00:00Z'), now), 'Tue 09:00')
    assert.equal(english.dayAndTime(at('2026-12-24T08:00:00Z'), now), '24 Dec, 09:00')
    assert.equal(english.dayAndTime(at('2027-02-01T08:00:00Z'), now), '1 Feb 2027, 09:00')
  })

  it('write the full date with the zone and the distance', () => {
    assert.equal(english.fullMoment(at('2026-11-22T14:54:00Z'), now), '22 November 2026 at 15:54:00 CET, 6 minutes ago')
    assert.equal(english.distance(at('2026-11-25T15:00:00Z'), now), 'in 3 days')
  })

  it('write sizes and numbers', () => {
    assert.equal(english.size(640), '640 bytes')
    assert.equal(english.size(2_412_000), '2.4 MB')
    assert.equal(german.number(1204), '1.204')
    assert.equal(english.number(1204), '1,204')
    assert.equal(english.span(2100), '35 mins')
  })
})

describe('a name', () => {
  it('falls back to the address', () => {
    assert.equal(nameOf({ id: 1, firstname: 'Ada', lastname: 'Lovelace', email: 'a@example.com' }), 'Ada Lovelace')
    assert.equal(nameOf({ id: 1, firstname: '', email: 'a@example.com' }), 'a@example.com')
    assert.equal(nameOf({ id: 7 }), '7')
  })

  it('has the initials of its first and last word, in any script', () => {
    assert.equal(initialsOf('Mei-Ling Chen'), 'MC')
    assert.equal(initialsOf('Bartholomäus von Wolkenstein'), 'BW')
    assert.equal(initialsOf('佐藤 美咲'), '佐美')
    assert.equal(initialsOf('ada@example.com'), 'AC')
    assert.equal(initialsOf(''), '')
  })

  it('of a file is split before its extension', () => {
    assert.deepEqual(splitFileName('scan.final.pdf'), { stem: 'scan.final', extension: '.pdf' })
    assert.deepEqual(splitFileName('.profile'), { stem: '.profile', extension: '' })
  })
})

it('the avatars of adjacent ids have very different hues', () => {
  assert.ok(Math.abs(hueOf(1) - hueOf(2)) > 90)
})
