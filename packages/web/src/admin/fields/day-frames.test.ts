import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFrame, withTime } from './day-frames.ts'

test('a further frame follows the last one, and ends with the day at the latest', () => {
  assert.deepEqual(withFrame([['09:00', '12:30']]), [
    ['09:00', '12:30'],
    ['12:30', '13:30'],
  ])
  assert.deepEqual(withFrame([['09:00', '23:15']])?.at(-1), ['23:15', '24:00'])
  assert.deepEqual(withFrame([]), [['08:00', '09:00']])
})

test('nothing follows a frame that ends with the day', () => {
  for (const end of ['23:59', '24:00', '00:00']) assert.equal(withFrame([['09:00', end]]), undefined)
})

test('a time changes in its frame only', () => {
  const frames = [
    ['09:00', '12:00'],
    ['13:00', '17:00'],
  ] as const
  assert.deepEqual(withTime(frames, 1, 0, '12:45'), [
    ['09:00', '12:00'],
    ['12:45', '17:00'],
  ])
  assert.deepEqual(withTime(frames, 0, 1, '11:00')[0], ['09:00', '11:00'])
})
