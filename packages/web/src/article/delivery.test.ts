import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryOf } from './delivery.ts'

// Type 1 is `email`, 10 is `note`; sender 1 is `Agent`, 2 `Customer`, 3 `System`.
const mail = { type_id: 1, sender_id: 1, message_id: '<1@desk.example>', preferences: {} }
const stateOf = (change: object) => deliveryOf({ ...mail, ...change })?.state

test('an e-mail of the desk is queued until its result is known', () => {
  assert.equal(stateOf({ preferences: { delivery_channel_id: 1 } }), 'queued')
  for (const [status, state] of [
    ['success', 'sent'],
    ['partial', 'partial'],
    ['delayed', 'delayed'],
    ['fail', 'failed'],
  ]) {
    assert.equal(stateOf({ preferences: { delivery_channel_id: 1, delivery_status: status } }), state)
  }
})

test('the reason of a failure is the one that the service states', () => {
  const preferences = { delivery_status: 'fail', delivery_status_message: 'No such mailbox.' }
  assert.deepEqual(deliveryOf({ ...mail, preferences }), { state: 'failed', reason: 'No such mailbox.' })
})

test('an e-mail without a Message-ID was never sent', () => {
  assert.equal(stateOf({ message_id: null }), 'stored')
  assert.equal(stateOf({ message_id: null, sender_id: 3 }), 'stored')
})

test('imported e-mails, those of customers and other messages have no delivery', () => {
  assert.equal(stateOf({}), undefined)
  assert.equal(stateOf({ sender_id: 2, message_id: null }), undefined)
  assert.equal(stateOf({ type_id: 10, message_id: null }), undefined)
})
