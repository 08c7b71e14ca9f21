import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listName, positionOf, setListOrder } from './list-position.ts'

it('the neighbors of a ticket are those in the list that was shown last', () => {
  setListOrder('all_open', ['67003', '67001', '67002'], 'Open', { first: 10, count: 42 })
  assert.deepEqual(positionOf('all_open', '67001'), { position: 12, count: 42, previous: '67003', next: '67002' })
  assert.deepEqual(positionOf('all_open', '67002'), { position: 13, count: 42, previous: '67001', next: undefined })
  assert.equal(positionOf('all_open', '99999'), undefined)
  assert.equal(positionOf('search', '67001'), undefined)
  assert.equal(listName('all_open'), 'Open')
  setListOrder('all_open', ['67002'], 'Open')
  assert.deepEqual(positionOf('all_open', '67002'), { position: 1, count: 1, previous: undefined, next: undefined })
})

it('the orders of the last 20 lists are kept', () => {
  for (let list = 0; list < 25; list++) setListOrder(`list ${list}`, ['1'], 'List')
  assert.equal(positionOf('list 4', '1'), undefined)
  assert.ok(positionOf('list 5', '1'))
})
