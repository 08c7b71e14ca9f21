import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect, promisify } from 'node:util'
import { createClient, HelpdeskError, isHelpdeskError, NotFoundError, ServerError, TimeoutError } from '../src/index.ts'
import { arrived, gate, send, several, ticket, token, until, world } from './world.ts'

// Failures and limits. The requests are counted by an HTTP server.

test('an abort by one of two readers leaves the request to the other; an abort by the last one aborts it', async (t) => {
  const server = await world(t)
  const barrier = gate()
  server.intercept = () => barrier.opened
  const controller = new AbortController()
  const abortedRead = client(1).load({ signal: controller.signal })
  const otherRead = client(1).load()
  await arrived(server, 1)
  controller.abort(new Error('gone'))
  await assert.rejects(abortedRead, /gone/)
  barrier.open()
  assert.equal((await otherRead).title, 'Ticket 1')
  assert.equal(server.aborted, 0)

  const second = new AbortController()
  server.intercept = () => new Promise(() => undefined)
  const alone = client(2).load({ signal: second.signal })
  await arrived(server, 2)
  second.abort(new Error('last one'))
  await assert.rejects(alone, /last one/)
  await until(() => server.aborted === 1)
  server.intercept = undefined
  assert.equal(await client(2).title, 'Ticket 2', 'an aborted request is not joined')

  function client(id: number) {
    return server.client.tickets(id)
  }
})

test('a slow old response does not replace a newer one; clear() during a load leaves the cache empty', async (t) => {
  const server = await world(t)
  const barrier = gate()
  server.intercept = async (_, response) => {
    if (server.log.length > 1)
      return send(response, 200, ticket(1, { title: 'new', updated_at: '2024-04-02T08:15:11.390Z' }))
    await barrier.opened
    return send(response, 200, ticket(1, { title: 'old' }))
  }
  const slow = server.client.tickets(1).load()
  await arrived(server, 1)
  assert.equal((await server.client.tickets(1).reload()).title, 'new')
  barrier.open()
  assert.equal((await slow).title, 'old')
  assert.equal(server.client.tickets.cache.peek(1)?.title, 'new')

  const second = gate()
  server.intercept = () => second.opened
  const pending = server.client.tickets(2).load()
  await arrived(server, 3)
  server.client.tickets.cache.clear()
  second.open()
  assert.equal((await pending).title, 'Ticket 2')
  assert.equal(server.client.tickets.cache.size, 0)
})

test('a POST that fails with 500 is sent once', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) => send(response, 500, { error: 'broken' })
  await assert.rejects(server.client.users.create({ firstname: 'Ada' }), ServerError)
  assert.equal(server.log.length, 1)
})

test('a body that stalls after the headers is a TimeoutError', async (t) => {
  const server = await world(t, undefined, { timeout: 50 })
  server.intercept = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.write('{"id": 1,')
  }
  await assert.rejects(server.client.tickets(1).load(), TimeoutError)
})

test('a failed reload keeps the old data, even with the cache off', async (t) => {
  const server = await world(t)
  server.client.tickets.cache.maxSize = 0
  const reference = server.client.tickets(1)
  const loaded = await reference
  server.intercept = (_, response) => send(response, 500, { error: 'broken' })
  await assert.rejects(loaded.reload(), ServerError)
  await assert.rejects(reference.reload(), ServerError)
  assert.equal(loaded.title, 'Ticket 1')
  assert.equal(await reference.title, 'Ticket 1')
})

test('an unknown kind of asset in a search is ignored', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) =>
    send(response, 200, {
      tickets: [1],
      tickets_count: 1,
      assets: { Ticket: { 1: ticket(1) }, Spaceship: { 7: { id: 7 } }, constructor: { 1: { id: 1 } } },
    })
  const found = await server.client.tickets.search('x').take(1).toArray()
  assert.deepEqual(
    found.map(({ title }) => title),
    ['Ticket 1'],
  )
})

test('1,000 references in Promise.all send at most 6 requests at a time, first in, first out', async (t) => {
  const server = await world(t, { tickets: several(1000, ticket) })
  const sent: string[] = []
  server.client.on('request', ({ url }) => sent.push(url))
  const ids = Array.from({ length: 1000 }, (_, at) => at + 1)
  const titles = await Promise.all(ids.map((id) => server.client.tickets(id).title))
  assert.equal(new Set(titles).size, 1000)
  assert.equal(server.log.length, 1000)
  assert.ok(server.peak <= 6, `${server.peak} at a time`)
  assert.deepEqual(
    sent,
    ids.map((id) => `${server.url}/api/v1/tickets/${id}`),
  )
})

test('10,000 loaded objects refer to their records and copy nothing', async (t) => {
  const { client } = await world(t, { tickets: several(10_000, ticket) }, { fake: { maxPerPage: 10_000 } })
  const all = await client.tickets.iter({ perPage: 10_000 }).toArray()
  assert.equal(all.length, 10_000)
  for (const loaded of all) {
    assert.deepEqual(Object.keys(loaded), ['id', 'data'])
    assert.equal(loaded.data, client.tickets.cache.peek(loaded.id)?.data)
    assert.ok(Object.isFrozen(loaded.data))
  }
})

test('10,000 loaded objects take less than 1 MB in addition to their records', async () => {
  const program = join(import.meta.dirname, 'memory-of-objects.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
  const bytes = Number(stdout)
  // Objects of less than 10 bytes each would mean that the measurement does not work.
  assert.ok(bytes > 100_000 && bytes < 1_000_000, `${bytes} bytes`)
})

test('no error, event, inspected object or JSON contains the token', async (t) => {
  const server = await world(t)
  server.intercept = (request, response) => send(response, 422, { error: `no: ${request.headers.authorization}` })
  const clients = [
    server.client,
    server.client.as(7),
    createClient({ url: server.url, auth: { bearer: token } }),
    createClient({ url: server.url, auth: { basic: ['me@example.com', token] } }),
    createClient({ url: server.url, auth: { authorization: () => `Token token=${token}` } }),
    createClient({ url: 'http://127.0.0.1:1', auth: { token }, retry: false }),
  ]
  const secrets = [token, btoa(`me@example.com:${token}`)]
  for (const client of clients) {
    const shown: unknown[] = [client, client.users, client.users(1), client.users(1).email]
    for (const event of ['request', 'response', 'retry', 'failure'] as const)
      client.on(event, (details) => shown.push(details))
    shown.push(
      await client
        .users(1)
        .load()
        .catch((error: unknown) => error),
    )
    for (const value of shown) {
      const texts = [
        inspect(value, { depth: 20, showHidden: true, getters: true }),
        JSON.stringify(value) ?? '',
        text(value),
      ]
      if (value instanceof HelpdeskError) texts.push(value.stack ?? '', JSON.stringify(Object.assign({}, value)))
      for (const secret of secrets) assert.ok(!texts.join('\n').includes(secret), texts.join('\n'))
    }
  }
  assert.throws(
    () => createClient({ url: server.url, auth: { token: `${token}\n` } }),
    (error) => error instanceof TypeError && !inspect(error).includes(token),
  )
})

function text(value: unknown): string {
  try {
    return String(value)
  } catch (error) {
    return String(error)
  }
}

test('a failing credentials callback rejects every caller', async (t) => {
  let calls = 0
  const failing = () => {
    calls++
    return Promise.reject(new Error('vault closed'))
  }
  const server = await world(t, undefined, { auth: { authorization: failing } })
  const results = await Promise.allSettled([1, 2, 3].map((id) => server.client.tickets(id).load()))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.equal(calls, 1)
  assert.equal(server.log.length, 0)
  await assert.rejects(server.client.tickets(1).load(), /vault closed/)
  assert.equal(calls, 2)
})

test('an error has the class for its status, and describes its request', async (t) => {
  const { client, url } = await world(t)
  const error = await client
    .tickets(999)
    .load()
    .catch((caught: unknown) => caught)
  assert.ok(error instanceof NotFoundError && isHelpdeskError(error))
  assert.equal(error.reason, "Couldn't find Ticket with 'id'=999")
  assert.equal(error.collection, 'tickets')
  assert.equal(error.recordId, 999)
  assert.equal(error.url, `${url}/api/v1/tickets/999`)
  assert.deepEqual([error.method, error.status, error.attempts], ['GET', 404, 1])
})
