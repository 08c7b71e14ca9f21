import assert from 'node:assert/strict'
import { it } from 'node:test'
import { conditionOf, nextOrder, orderOf, queryOf, readListSearch, toggleValue } from './list-address.ts'

it('unknown and empty parameters of an address are dropped', () => {
  assert.deepEqual(readListSearch({ state: 2, tag: 'vip,late', sort: '-updated_at', waiting: 1, page: 3, owner: '' }), {
    state: '2',
    tag: 'vip,late',
    sort: '-updated_at',
    waiting: '1',
  })
})

it('filters become a condition and a query', () => {
  assert.deepEqual(conditionOf({ state: '1,2', tag: 'vip,late' }), {
    'ticket.state_id': { operator: 'is', value: ['1', '2'] },
    'ticket.tags': { operator: 'contains one', value: 'vip,late' },
  })
  assert.equal(queryOf({}), undefined)
  assert.equal(queryOf({ waiting: '1' }), 'waiting_since:*')
  assert.equal(queryOf({ waiting: '1', q: 'printer OR label' }), 'waiting_since:* AND (printer OR label)')
  assert.equal(queryOf({ q: 'printer' }), 'printer')
})

it('a filter is removed with its last value', () => {
  assert.deepEqual(toggleValue({ state: '1' }, 'state', '2'), { state: '1,2' })
  assert.deepEqual(toggleValue({ state: '1', q: 'x' }, 'state', '1'), { q: 'x' })
})

it('a column head switches between both directions and the order of the overview', () => {
  assert.deepEqual(nextOrder({}, 'title', 'asc'), { sort: 'title' })
  assert.deepEqual(nextOrder({ sort: 'title' }, 'title', 'asc'), { sort: '-title' })
  assert.deepEqual(nextOrder({ sort: '-title' }, 'title', 'asc'), {})
  assert.deepEqual(nextOrder({ sort: 'title' }, 'updated_at', 'desc'), { sort: '-updated_at' })
  assert.deepEqual(orderOf({ sort: '-updated_at' }), { by: 'updated_at', direction: 'desc' })
})
