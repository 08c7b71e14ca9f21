import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuthenticationError,
  ConnectionError,
  createClient,
  HttpError,
  ParseError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../src/index.ts'
import { arrived, gate, send, token, until, world } from './world.ts'

const quick = { base: 0, cap: 0 }

test('reads are retried twice, but only after temporary errors; writes without a key are not retried', async (t) => {
  for (const [status, method, attempts] of [
    [503, 'GET', 3],
    [408, 'GET', 3],
    [500, 'GET', 1],
    [404, 'GET', 1],
    [503, 'POST', 1],
    [429, 'PUT', 1],
  ] as const) {
    const server = await world(t, undefined, { retry: quick })
    server.intercept = (_, response) => send(response, status, { error: 'x' })
    const call = server.client.request(method, 'tickets', method === 'GET' ? {} : { json: {} })
    await assert.rejects(
      call,
      (error) => error instanceof HttpError && error.status === status && error.attempts === attempts,
    )
    assert.equal(server.log.length, attempts, `${method} ${status}`)
  }
})

test('reads are retried after a broken connection, and finally fail with a ConnectionError', async (t) => {
  const server = await world(t, undefined, { retry: quick })
  let failures = 2
  server.intercept = (_, response) => (failures-- > 0 ? Boolean(response.destroy()) : false)
  assert.equal(await server.client.tickets(1).title, 'Ticket 1')
  assert.equal(server.log.length, 3)
  failures = 99
  await assert.rejects(server.client.tickets(2).load({ retry: false }), ConnectionError)
  assert.equal(server.log.length, 4)
})

test('with the option `unsafe`, a write that was rejected with Retry-After is retried', async (t) => {
  const server = await world(t, undefined, { retry: { ...quick, unsafe: true } })
  let refusals = 1
  server.intercept = (_, response) =>
    refusals-- > 0 ? send(response, 503, { error: 'x' }, { 'retry-after': '0' }) : false
  assert.equal((await server.client.users.create({ firstname: 'Ada' })).firstname, 'Ada')
  assert.equal(server.log.length, 2)
})

test('Retry-After can be a date, and a 429 pauses the whole queue', async (t) => {
  const server = await world(t, undefined, { maxConcurrent: 1 })
  let first = true
  server.intercept = (_, response) => {
    if (!first) return false
    first = false
    return send(response, 429, { error: 'slow' }, { 'retry-after': '0.05' })
  }
  const began = performance.now()
  await Promise.all([server.client.tickets(1).title, server.client.tickets(2).title])
  assert.equal(server.log.length, 3)
  assert.ok(performance.now() - began >= 45, 'no request was sent earlier')

  server.intercept = (_, response) =>
    send(response, 429, { error: 'slow' }, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })
  await assert.rejects(server.client.tickets(3).load(), (error) => {
    assert.ok(error instanceof RateLimitError)
    assert.ok((error.retryAfter ?? 0) > 3500)
    return true
  })
})

test('timeouts apply to one attempt, deadlines to the whole call with its waits', async (t) => {
  const server = await world(t, undefined, { deadline: 40 })
  server.intercept = (_, response) => send(response, 503, { error: 'x' }, { 'retry-after': '30' })
  await assert.rejects(server.client.tickets(1).load(), TimeoutError)
  server.intercept = () => new Promise(() => undefined)
  await assert.rejects(server.client.with({ deadline: 0 }).tickets(1).load({ timeout: 20 }), TimeoutError)
})

test('an abort right after the call sends no request and causes no unhandled rejection', async (t) => {
  const { client, log } = await world(t)
  const unhandled: unknown[] = []
  const collect = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', collect)
  t.after(() => process.off('unhandledRejection', collect))
  const controller = new AbortController()
  const reading = client.tickets(1).load({ signal: controller.signal })
  controller.abort(new Error('at once'))
  await assert.rejects(reading, /at once/)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(unhandled, [])
  assert.equal(log.length, 0)
})

test('a fetch that ignores its signal does not block the caller', async () => {
  const client = createClient({
    url: 'http://x.test',
    auth: { token },
    fetch: () => new Promise(() => undefined),
    timeout: 10,
  })
  await assert.rejects(client.tickets(1).load(), TimeoutError)
})

test('failed calls, and calls that are aborted while they wait, free their place in the queue', async (t) => {
  const server = await world(t, undefined, { maxConcurrent: 1 })
  const barrier = gate()
  server.intercept = () => barrier.opened
  const running = server.client.tickets(1).load()
  await arrived(server, 1)
  const controller = new AbortController()
  const waiting = server.client.tickets(2).load({ signal: controller.signal })
  controller.abort(new Error('no longer'))
  await assert.rejects(waiting, /no longer/)
  barrier.open()
  await running
  server.intercept = (_, response) => send(response, 500, {})
  await assert.rejects(server.client.tickets(3).load(), ServerError)
  server.intercept = undefined
  assert.equal(await server.client.tickets(4).title, 'Ticket 4')
  assert.equal(server.log.length, 3)
})

test('credentials of every kind become a header; a callback is called once for concurrent requests and again after a 401', async (t) => {
  const seen: unknown[] = []
  let calls = 0
  const authorization = async () => `Bearer key${++calls}`
  const server = await world(t, undefined, { auth: { authorization } })
  server.intercept = (request, response) => {
    seen.push(request.headers.authorization)
    return request.headers.authorization === 'Bearer key1' ? send(response, 401, { error: 'expired' }) : false
  }
  await Promise.all([1, 2, 3].map((id) => server.client.tickets(id).title))
  assert.equal(calls, 2)
  server.intercept = (_, response) => send(response, 401, { error: 'no' })
  await assert.rejects(
    server.client.tickets(9).load(),
    (error) => error instanceof AuthenticationError && error instanceof PermissionError,
  )
  assert.equal(calls, 3)
  seen.length = 0
  server.intercept = (request) => void seen.push(request.headers.authorization)
  for (const auth of [{ token: 'abc' }, { bearer: 'def' }, { basic: ['jürgen', 'pä'] as const }]) {
    await createClient({ url: server.url, auth }).tickets(1).title
  }
  assert.deepEqual(seen, ['Token token=abc', 'Bearer def', `Basic ${Buffer.from('jürgen:pä').toString('base64')}`])
})

test('an HTML page instead of JSON and an empty response are ParseErrors; an error page is an HttpError', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) => response.end('<html><title>Please  sign in</title>')
  await assert.rejects(
    server.client.tickets(1).load(),
    (error) => error instanceof ParseError && /Please sign in/.test(error.message),
  )
  server.intercept = (_, response) => response.end('')
  await assert.rejects(server.client.tickets(1).load(), ParseError)
  await assert.rejects(server.client.tickets.toArray(), ParseError)
  assert.equal(await server.client.request('DELETE', 'tickets/1'), undefined)
  server.intercept = (_, response) => response.writeHead(502, 'Bad Gateway').end('<html>nginx')
  await assert.rejects(server.client.tickets(1).load({ retry: false }), (error) => {
    assert.ok(error instanceof ServerError)
    assert.deepEqual([error.reason, error.body], ['Bad Gateway', '<html>nginx'])
    return true
  })
})

test('request and raw reach every path of the service and no other address', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) => send(response, 200, { version: '1' }, { etag: '"a"' })
  assert.deepEqual(await server.client.request('GET', 'version'), { version: '1' })
  await server.client.request('GET', '/api/v1/tags', { query: { object: 'Ticket', o_id: 1, none: undefined } })
  const response = await server.client.raw('GET', '/version')
  assert.equal(response.headers.get('etag'), '"a"')
  assert.deepEqual(await response.json(), { version: '1' })
  assert.deepEqual(server.log, ['GET /api/v1/version', 'GET /api/v1/tags?object=Ticket&o_id=1', 'GET /api/v1/version'])
  await assert.rejects(server.client.request('GET', 'https://evil.example/'), TypeError)
  for (const url of ['', '/api/v1', '/api/v1/', '/']) {
    await createClient({ url: server.url + url, auth: { token } }).request('GET', 'version')
    assert.equal(server.log.at(-1), 'GET /api/v1/version')
  }
  assert.throws(() => createClient({ url: 'ftp://x', auth: { token } }), TypeError)
  assert.throws(() => createClient({ url: 'http://a:b@x', auth: { token } }), TypeError)
})

test('events describe requests; long query values are shortened; a failing listener has no effect', async (t) => {
  const { client } = await world(t)
  const events: string[] = []
  client.on('request', ({ method, url, attempt, cause }) =>
    events.push(`${method} ${new URL(url).pathname} ${attempt} ${cause}`),
  )
  client.on('response', ({ status, bytes = 0 }) => events.push(`${status} ${bytes > 0}`))
  const stop = client.on('failure', ({ error }) => events.push(error.name))
  await client.tickets(1)
  await client
    .tickets(999)
    .load()
    .catch(() => undefined)
  stop()
  await client.users.first()
  assert.deepEqual(events, [
    'GET /api/v1/tickets/1 1 load',
    '200 true',
    'GET /api/v1/tickets/999 1 load',
    '404 true',
    'NotFoundError',
    'GET /api/v1/users 1 page',
    '200 true',
  ])
  assert.equal(client.stats.sent, 3)
  const urls: string[] = []
  client.on('request', ({ url }) => urls.push(url))
  await client.tickets.search('x'.repeat(500)).first()
  assert.ok((urls[0]?.length ?? 0) < 350)
})

test('a raw response leaves the queue before its body is read', async (t) => {
  const server = await world(t, undefined, { maxConcurrent: 1 })
  const responses = [await server.client.raw('GET', 'tickets/1'), await server.client.raw('GET', 'tickets/2')]
  assert.equal(responses.length, 2)
  for (const { body } of responses) await body?.cancel()
  await until(() => server.log.length === 2)
})
