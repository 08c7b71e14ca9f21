import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { createClient, RateLimitError } from '../src/index.ts'
import { arrived, gate, helpdesk, send, token, until, world } from './world.ts'

// Numbers of requests, counted by an HTTP server.

test('client.tickets(1) sends 0 requests', async (t) => {
  const { client, log } = await world(t)
  client.tickets(1)
  client.tickets('1')
  for (const wrong of [0, -1, 1.5, Number.NaN, '../users/1', '']) {
    assert.throws(() => client.tickets(wrong as number), RangeError)
  }
  assert.equal(log.length, 0)
})

test('10 concurrent reads of attributes are 1 request, through one reference or ten', async (t) => {
  const { client, log } = await world(t)
  const reference = client.tickets(1)
  await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? reference.title : reference.number)))
  assert.equal(log.length, 1)
  client.tickets.cache.maxSize = 0
  await Promise.all(Array.from({ length: 10 }, () => client.tickets(2).title))
  assert.equal(log.length, 2)
  await client.tickets(2).title
  assert.equal(log.length, 3, 'coalescing is not caching')
})

test('reading 3 relations without awaiting them sends no request and causes no rejection', async (t) => {
  const { client, log, url } = await world(t)
  const reference = client.tickets(1)
  const relations = [reference.customer, reference.organization, reference.owner, reference.customer.fullname]
  assert.equal(relations.filter(Boolean).length, 4)
  const unreachable = createClient({ url: url.replace(/\d+$/, '1'), auth: { token } })
  assert.equal(typeof unreachable.tickets(1).customer.fullname.then, 'function')
  inspect(reference, { showHidden: true, depth: 9, getters: true })
  assert.deepEqual(Object.entries(reference), [['id', 1]])
  assert.deepEqual(Object.assign({}, reference), { id: 1 })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(log.length, 0)
})

test('250 tickets with perPage 500, from a server that sends at most 100, are 250 items in at most 4 requests', async (t) => {
  for (const habits of ['deskbell', 'classic', 'modern'] as const) {
    const { client, log } = await world(t, helpdesk(250), { fake: { habits, maxPerPage: 100 } })
    const ids = (await client.tickets.iter({ perPage: 500 }).toArray()).map(({ id }) => id)
    assert.equal(new Set(ids).size, 250, habits)
    assert.ok(log.length <= 4, log.join('\n'))
  }
})

test('reading the title of 200 hits with a ticket cache of 100 takes 1 or 2 requests', async (t) => {
  const { client, log } = await world(t, helpdesk(200))
  client.tickets.cache.maxSize = 100
  const found = await client.tickets.search('Nicole', { perPage: 200 }).toArray()
  assert.equal(found.length, 200)
  for (const item of found) assert.match(item.title, /^Ticket/)
  assert.equal(client.tickets.cache.size, 100)
  assert.ok(log.length <= 2, log.join('\n'))
})

test('reading customer and organization of 50 found tickets takes 1 request', async (t) => {
  const { client, log } = await world(t)
  for await (const found of client.tickets.search('Nicole', { perPage: 50 })) {
    assert.match(await found.customer.fullname, /^Nicole/)
    assert.match((await found.organization?.name) ?? '', /^Organization/)
  }
  assert.equal(log.length, 1)
})

test('with the caches off, a search takes 1 request, and each read of a relation one that concurrent reads share', async (t) => {
  const { client, log } = await world(t)
  client.users.cache.maxSize = 0
  client.organizations.cache.maxSize = 0
  const found = await client.tickets.search('Nicole', { perPage: 50 }).toArray()
  for (const item of found) {
    await item.customer.fullname
    await item.organization?.name
  }
  assert.equal(log.length, 1 + 100)
  await Promise.all(found.slice(0, 10).map(async () => found[0]?.customer.fullname))
  assert.equal(log.length, 1 + 100 + 1)
})

test('return() aborts a pending page, break aborts prefetched pages; no further request is sent', async (t) => {
  const server = await world(t)
  const barrier = gate()
  server.intercept = () => barrier.opened
  const items = server.client.users.iter()[Symbol.asyncIterator]()
  const pending = items.next()
  await arrived(server, 1)
  assert.deepEqual(await items.return(), { done: true, value: undefined })
  assert.deepEqual(await pending, { done: true, value: undefined })
  await until(() => server.aborted === 1)

  server.intercept = (request) => (request.url?.includes('page=1&') ? false : barrier.opened)
  for await (const user of server.client.users.iter({ prefetch: 2 })) {
    await arrived(server, 4)
    assert.equal(user.id, 1)
    break
  }
  await until(() => server.aborted === 3)
  barrier.open()
  assert.equal(server.log.length, 4)
})

test('10 overlapping next() give 10 distinct items with 1 request', async (t) => {
  const { client, log } = await world(t)
  const items = client.users.iter()[Symbol.asyncIterator]()
  const results = await Promise.all(Array.from({ length: 10 }, () => items.next()))
  assert.deepEqual(
    results.map(({ value }) => value?.id),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  )
  assert.equal(log.length, 1)
})

test('a second loop over the same list gives all items again', async (t) => {
  const { client, log } = await world(t, helpdesk(1, 25))
  const list = client.users.iter()
  assert.equal((await list.toArray()).length, 25)
  assert.equal((await list.toArray()).length, 25)
  assert.equal(log.length, 6)
})

test('an abort ends the delay before a retry at once', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) => send(response, 503, { error: 'later' }, { 'retry-after': '30' })
  const controller = new AbortController()
  const reason = new Error('mine')
  server.client.on('retry', () => controller.abort(reason))
  await assert.rejects(server.client.tickets(1).load({ signal: controller.signal }), (error) => error === reason)
  assert.equal(server.log.length, 1)
})

test('Retry-After 120 is a RateLimitError at once', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) => send(response, 429, { error: 'slow down' }, { 'retry-after': '120' })
  await assert.rejects(server.client.tickets(1).load(), (error) => {
    assert.ok(error instanceof RateLimitError)
    assert.equal(error.retryAfter, 120)
    return true
  })
  assert.equal(server.log.length, 1)
})
