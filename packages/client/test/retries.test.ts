import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { world as service } from '../../server/src/testing/world.ts'
import { type Client, ConnectionError, createClient, NotFoundError, withResponse } from '../src/index.ts'
import { send, world } from './world.ts'

const retry = { base: 0, cap: 0 }

/** Creates a client of the real service behind a proxy that loses the first `losses` responses to `POST`. */
async function clientOfLossyProxy(t: TestContext, losses: number): Promise<{ client: Client; log: string[] }> {
  const real = await service()
  const target = await real.listen()
  const log: string[] = []
  let remaining = losses
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    log.push(`${request.method} ${request.url}`)
    const { authorization = '', 'idempotency-key': key } = request.headers
    const body = Buffer.concat(await request.toArray())
    const forwarded = await fetch(target + request.url, {
      method: request.method ?? '',
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': String(key) } : {}),
      },
      body: body.length ? body : null,
    })
    const text = await forwarded.text()
    if (request.method === 'POST' && remaining-- > 0) response.destroy()
    else response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(text)
  }
  const proxy = createServer((request, response) => void forward(request, response))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await real.close()
  })
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return { client: createClient({ url, auth: { token: real.tokens.admin }, retry }), log }
}

test('a create whose response is lost is retried and executed once', async (t) => {
  const { client, log } = await clientOfLossyProxy(t, 2)
  const user = await client.users.create({ firstname: 'Ada', email: 'ada@example.com' })
  assert.deepEqual(log, ['POST /api/v1/users', 'GET /api/v1/version', 'POST /api/v1/users', 'POST /api/v1/users'])
  assert.equal(user.email, 'ada@example.com')
  assert.equal(await client.users.search('email:ada@example.com').count(), 1)
})

test('an article whose response is lost is added once', async (t) => {
  const { client, log } = await clientOfLossyProxy(t, 1)
  const before = await client.tickets(1).article_count
  await client.tickets(1).createArticle('Once')
  assert.equal((await client.tickets(1).reload()).article_count, (before ?? 0) + 1)
  assert.equal(log.filter((line) => line.startsWith('POST')).length, 2)
})

test('a server without idempotency keys gets each create once and one request for its version', async (t) => {
  const server = await world(t, undefined, { retry, fake: { habits: 'modern' } })
  server.intercept = ({ method }, response) => (method === 'POST' ? Boolean(response.destroy()) : false)
  for (const _ of [1, 2]) await assert.rejects(server.client.users.create({}), ConnectionError)
  assert.deepEqual(server.log, ['POST /api/v1/users', 'GET /api/v1/version', 'POST /api/v1/users'])
})

test('a create is not retried if the request for the version is refused; if it gets no response, the next failure repeats it', async (t) => {
  const server = await world(t, undefined, { retry: { ...retry, limit: 1 } })
  server.intercept = ({ method }, response) =>
    method === 'POST' ? Boolean(response.destroy()) : send(response, 403, { error: 'no' })
  for (const _ of [1, 2]) await assert.rejects(server.client.users.create({}), ConnectionError)
  assert.deepEqual(server.log, ['POST /api/v1/users', 'GET /api/v1/version', 'POST /api/v1/users'])

  const other = await world(t, undefined, { retry: { ...retry, limit: 1 } })
  other.intercept = (_, response) => Boolean(response.destroy())
  await assert.rejects(other.client.users.create({}), ConnectionError)
  other.intercept = undefined
  let losses = 1
  other.intercept = ({ method }, response) => (method === 'POST' && losses-- > 0 ? Boolean(response.destroy()) : false)
  assert.equal((await other.client.users.create({ firstname: 'Ada' })).firstname, 'Ada')
})

test('a key of the caller is sent; without a key nothing is retried; other writes have no key', async (t) => {
  const keys: unknown[] = []
  const server = await world(t, undefined, { retry })
  server.intercept = (request) => void keys.push(request.headers['idempotency-key'])
  await server.client.users.create({}, { idempotencyKey: 'import-4711' })
  await server.client.request('POST', 'users', { json: {}, idempotencyKey: 'import-4712' })
  await server.client.users(1).update({ firstname: 'Eve' })
  await server.client.users.create({}, { idempotencyKey: false })
  assert.deepEqual(keys, ['import-4711', 'import-4712', undefined, undefined])
  server.log.length = 0
  server.intercept = (_, response) => Boolean(response.destroy())
  await assert.rejects(server.client.users.create({}, { idempotencyKey: false }), ConnectionError)
  await assert.rejects(server.client.users(1).update({}), ConnectionError)
  assert.equal(server.log.length, 2)
})

test('each create has a key of its own', async (t) => {
  const keys = new Set<unknown>()
  const server = await world(t)
  server.intercept = (request) => void keys.add(request.headers['idempotency-key'])
  await Promise.all([1, 2, 3].map(() => server.client.users.create({})))
  assert.equal(keys.size, 3)
  assert.ok(!keys.has(undefined))
})

test('withResponse returns the response of reads and writes, cached or not', async (t) => {
  const server = await world(t)
  await server.client.tickets(1)
  const read = await withResponse((options) => server.client.tickets(1).load(options))
  assert.deepEqual([read.value.title, read.response.status], ['Ticket 1', 200])
  const created = await withResponse((options) => server.client.users.create({ firstname: 'Ada' }, options))
  assert.deepEqual([created.value.firstname, created.response.status], ['Ada', 201])
  const listed = await withResponse((options) => server.client.users.iter({ ...options, perPage: 50 }).toArray())
  assert.deepEqual([listed.value.length, listed.response.headers.get('x-total-count')], [101, '101'])
  assert.equal(server.log.length, 6)
  await assert.rejects(
    withResponse((options) => server.client.tickets(999).load(options)),
    NotFoundError,
  )
  await assert.rejects(
    withResponse(async () => 1),
    /No request was sent/,
  )
})
