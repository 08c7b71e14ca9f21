import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parametersOf, similarQuery, readRequestSearch } from './request-search.ts'
import type { RequestRecord, StateRecord } from './request-types.ts'
import { sortRequests, statusOf } from './status.ts'

const now = new Date('2026-11-22T12:00:00Z')
const request = (id: number, at: string) => ({ id, last_contact_at: at }) as RequestRecord
const fields = { pending_time: null, waiting_since: null, last_contact_agent_at: null }

describe('the status of a request', () => {
  test('a new request is received, an open one is worked on, a closed or merged one is solved', () => {
    assert.equal(statusOf(fields, 'new', now), 'received')
    assert.equal(statusOf(fields, 'open', now), 'working')
    assert.equal(statusOf(fields, 'closed', now), 'solved')
    assert.equal(statusOf(fields, 'merged', now), 'solved')
  })

  test('after a reply from an agent, it is the turn of the customer, until the customer writes', () => {
    const answered = { ...fields, last_contact_agent_at: '2026-11-20T12:00:00Z' }
    assert.equal(statusOf(answered, 'open', now), 'yourTurn')
    assert.equal(statusOf({ ...answered, waiting_since: '2026-11-21T12:00:00Z' }, 'open', now), 'working')
    assert.equal(statusOf(answered, 'closed', now), 'solved')
  })

  test('a pending request waits until its pending time', () => {
    assert.equal(statusOf({ ...fields, pending_time: '2026-11-24T12:00:00Z' }, 'pending reminder', now), 'waiting')
    assert.equal(statusOf({ ...fields, pending_time: '2026-11-21T12:00:00Z' }, 'pending reminder', now), 'working')
  })

  test('requests that wait for the customer come first, then the last message decides', () => {
    const requests = [request(1, '2026-11-20'), request(2, '2026-11-22'), request(3, '2026-11-21')]
    const sorted = sortRequests(requests, ({ id }) => (id === 1 ? 'yourTurn' : 'working'))
    assert.deepEqual(
      sorted.map(({ id }) => id),
      [1, 2, 3],
    )
  })
})

const states = ['new', 'open', 'closed', 'merged', 'pending reminder'].map(
  (type, index) => ({ id: index + 1, state_type: type }) as StateRecord,
)

describe('searches for requests', () => {
  test('typed text is a query of its own, which cannot change whose requests are listed', () => {
    assert.deepEqual(parametersOf({ customer: 7 }, { q: 'x) OR (y', show: 'all' }, states), {
      condition: { 'ticket.customer_id': { operator: 'is', value: [7] } },
      query: 'x) OR (y',
      lenient: true,
    })
    assert.deepEqual(parametersOf({ organizations: [2, 3] }, {}, states), {
      condition: {
        'ticket.organization_id': { operator: 'is', value: [2, 3] },
        'ticket.state_id': { operator: 'is', value: [1, 2, 5] },
      },
    })
  })

  test('similar requests have some of the longer words', () => {
    assert.equal(similarQuery('My oven is cold'), 'oven* OR cold*')
    assert.equal(similarQuery('?!'), undefined)
  })

  test('the address keeps words that look like numbers, and drops unknown parameters', () => {
    assert.deepEqual(readRequestSearch({ q: 67_002, show: 'closed' }), { q: '67002' })
    assert.deepEqual(readRequestSearch({ show: 'all' }), { show: 'all' })
  })
})
