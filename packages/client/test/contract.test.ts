import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticket, world } from './world.ts'

// What the client guarantees. The requests are counted by an HTTP server.

test('a reference by id has only its id and sends no request', async (t) => {
  const { client, log } = await world(t)
  for (const reference of [
    client.tickets(1),
    client.users(1),
    client.organizations(1),
    client.groups(1),
    client.roles(1),
  ]) {
    assert.equal(reference.id, 1)
    assert.deepEqual(Object.keys(reference), ['id'])
  }
  assert.deepEqual(log, [])
})

test('the first read of an attribute sends one GET, later reads send none', async (t) => {
  const { client, log } = await world(t)
  const reference = client.tickets(1)
  assert.equal(await reference.title, 'Ticket 1')
  assert.equal(await reference.number, '67001')
  assert.equal((await reference).title, 'Ticket 1')
  assert.deepEqual(log, ['GET /api/v1/tickets/1'])
})

test('a loop requests each page when it reaches it, with these parameters in this order', async (t) => {
  const { client, log, records } = await world(t)
  const ids: number[] = []
  for await (const user of client.users) {
    ids.push(user.id)
    assert.equal(log.length, Math.ceil(ids.length / 10))
  }
  assert.deepEqual(
    ids,
    records['users']?.map(({ id }) => id),
  )
  assert.deepEqual(
    log,
    Array.from({ length: 10 }, (_, at) => `GET /api/v1/users?page=${at + 1}&per_page=10&expand=false`),
  )
})

test('six items of page 10 are one request; a search iterates the same way', async (t) => {
  const { client, log } = await world(t)
  const ids: number[] = []
  for await (const user of client.users.iter({ page: 10 })) {
    ids.push(user.id)
    if (ids.length === 6) break
  }
  assert.deepEqual(ids, [91, 92, 93, 94, 95, 96])
  for await (const user of client.users.iter({ page: 10 }).take(6)) ids.push(user.id)
  assert.equal(ids.length, 12)
  for await (const found of client.tickets.search('customer.fullname:Nicole Braun')) {
    assert.ok(found.title)
    if (found.id === 15) break
  }
  assert.deepEqual(log, [
    'GET /api/v1/users?page=10&per_page=10&expand=false',
    'GET /api/v1/users?page=10&per_page=10&expand=false',
    'GET /api/v1/tickets/search?query=customer.fullname%3ANicole+Braun&page=1&per_page=10&expand=false',
    'GET /api/v1/tickets/search?query=customer.fullname%3ANicole+Braun&page=2&per_page=10&expand=false',
  ])
})

test('a search returns related objects', async (t) => {
  const { client, log } = await world(t)
  for await (const found of client.tickets.search('Nicole').take(10)) {
    assert.match(await found.customer.fullname, /^Nicole Braun/)
    assert.match((await found.organization?.name) ?? '', /^Organization/)
  }
  assert.equal(log.length, 1)
})

test('a cache size of -1 means no limit, 0 no cache, and any other number the maximum number of records', async (t) => {
  const { client, log } = await world(t)
  const { cache } = client.users
  assert.equal(cache.maxSize, -1)
  assert.equal(cache.max_size, -1)
  await client.users(1).email
  await client.users(1).email
  assert.equal(log.length, 1)

  cache.maxSize = 0
  assert.equal(cache.size, 0)
  const loaded = await client.tickets(1)
  await loaded.customer.fullname
  await loaded.customer.fullname
  assert.deepEqual(log.slice(1), ['GET /api/v1/tickets/1', 'GET /api/v1/users/2', 'GET /api/v1/users/2'])

  cache.max_size = 2
  for (const id of [1, 2, 1, 3]) await client.users(id)
  assert.deepEqual([...cache.keys()], [1, 3])
  await client.users(2)
  assert.equal(log.length, 4 + 4)
  cache.clear()
  assert.equal(cache.size, 0)
})

test('reload sends a new GET and replaces the data', async (t) => {
  const { client, log, records } = await world(t)
  const reference = client.tickets(1)
  const loaded = await reference
  assert.equal(loaded.article_count, 1)
  records['tickets']?.splice(0, 1, ticket(1, { article_count: 2, updated_at: '2024-04-02T09:00:00.000Z' }))
  assert.equal((await loaded.reload()).article_count, 2)
  assert.equal(loaded.article_count, 2)
  assert.equal(await reference.article_count, 1)
  await reference.reload()
  assert.equal(await reference.article_count, 2)
  assert.deepEqual(log, ['GET /api/v1/tickets/1', 'GET /api/v1/tickets/1', 'GET /api/v1/tickets/1'])
})

test('a total or a Link shows the end of a list: 20 users take two requests', async (t) => {
  const { client, log } = await world(t, { users: Array.from({ length: 20 }, (_, at) => ({ id: at + 1 })) })
  assert.equal((await client.users.toArray()).length, 20)
  assert.equal(log.length, 2)
})

test('after a newer Zammad has returned an array for a ticket search, later searches have full=true', async (t) => {
  const { client, log } = await world(t, undefined, { fake: { habits: 'modern' } })
  for await (const found of client.tickets.search('Nicole').take(20)) assert.ok(found.title)
  for await (const found of client.tickets.search('Nicole').take(1)) await found.customer.fullname
  assert.deepEqual(log, [
    'GET /api/v1/tickets/search?query=Nicole&page=1&per_page=10&expand=false',
    'GET /api/v1/tickets/search?query=Nicole&page=2&per_page=10&expand=false&full=true',
    'GET /api/v1/tickets/search?query=Nicole&page=1&per_page=10&expand=false&full=true',
  ])
})

test('per_page is another spelling of perPage; without a fullname, the name or the address takes its place', async (t) => {
  const people = [
    { id: 1, firstname: '-', fullname: '' },
    { id: 2, firstname: 'Ada', lastname: 'King', email: 'ada@example.com' },
    { id: 3, firstname: '', lastname: '', email: 'kim@example.com' },
  ]
  const { client, log } = await world(t, { users: people })
  const names = (await client.users.iter({ per_page: 3 }).toArray()).map((user) => user.fullname)
  assert.deepEqual(names, ['', 'Ada King', 'kim@example.com'])
  assert.deepEqual(log, ['GET /api/v1/users?page=1&per_page=3&expand=false'])
})
