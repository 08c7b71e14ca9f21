import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { valueOf } from './values.ts'

const zoneOfProcess = process.env['TZ']
afterEach(() => {
  if (zoneOfProcess === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneOfProcess
})

const timeOf = (input: string) => valueOf('pending_time', { kind: 'time' }, input)

test('a time without a zone is in UTC, in any zone of the process', () => {
  for (const zone of ['UTC', 'Asia/Tokyo']) {
    process.env['TZ'] = zone
    for (const input of ['2026-01-31', '2026-01-31T00:00', '2026-01-31 00:00:00', '2026-01-31T00:00:00.000']) {
      assert.equal(timeOf(input), '2026-01-31T00:00:00.000Z', `${input} in ${zone}`)
    }
  }
})

test('a zone may follow a time with or without seconds', () => {
  for (const input of [
    '2026-01-31T12:00Z',
    '2026-01-31 12:00:00Z',
    '2026-01-31T14:00+02:00',
    '2026-01-31T07:00:00-0500',
  ]) {
    assert.equal(timeOf(input), '2026-01-31T12:00:00.000Z', input)
  }
})

test('a time that does not exist is refused', () => {
  for (const input of ['2026-02-30T12:00', '2026-01-31T25:00Z', '2026-01-31Z', 'tomorrow']) {
    assert.throws(() => timeOf(input), { code: 'invalid' }, input)
  }
})
