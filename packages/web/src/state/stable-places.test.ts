import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inStablePlaces } from './stable-places.ts'

const tickets = (...ids: number[]) => ids.map((id) => ({ id }))

test('a ticket that is opened again keeps its position', () => {
  assert.deepEqual(inStablePlaces(tickets(1, 2, 3), tickets(3, 1, 2)), tickets(1, 2, 3))
})

test('a new ticket takes the position of the one that it replaces, or comes last', () => {
  assert.deepEqual(inStablePlaces(tickets(1, 2, 3), tickets(4, 1, 2)), tickets(1, 2, 4))
  assert.deepEqual(inStablePlaces(tickets(1), tickets(2, 1)), tickets(1, 2))
})
