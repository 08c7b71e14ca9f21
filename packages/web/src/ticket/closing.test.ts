import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingOf } from './closing.ts'

const state = (id: number, type: string, isChoosable = true) => ({ id, name: type, type, isChoosable })
const states = [
  state(1, 'new'),
  state(2, 'open', false),
  state(3, 'open'),
  state(4, 'closed'),
  state(5, 'closed'),
  state(6, 'merged'),
]
const targetsAt = (stateId: number) => closingOf({ states }, stateId).targets.map(({ id }) => id)

test('an open ticket is closed with one of the closed states, and a closed one is reopened', () => {
  assert.deepEqual(targetsAt(1), [4, 5])
  assert.deepEqual(targetsAt(5), [3])
  assert.equal(closingOf({ states }, 5).isClosed, true)
})

test('a merged ticket can be neither closed nor reopened', () => {
  assert.deepEqual(targetsAt(6), [])
})
