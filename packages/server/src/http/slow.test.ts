import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type App, createApp } from '../app.ts'
import { defaultLimits } from './limits.ts'
import { until } from '../testing/mail-service.ts'
import { rawRequest, writeRaw } from '../testing/raw-http.ts'
import { tokenFor, type World, world } from '../testing/world.ts'

let w: World
/** A service with timeouts so short that they disconnect slow clients; on a busy machine, sometimes others, too. */
let app: App
let base: string
/** A service with the default timeouts, but with small size limits. */
let appWithDefaults: App
let baseWithDefaults: string
before(async () => {
  w = await world()
  const smallLimits = { headers: 16 * 1024, bodies: { ...defaultLimits.bodies, plain: 1000 } }
  app = await createApp(w.desk, { timeouts: { headers: 60, request: 120, idle: 200, silence: 300 }, ...smallLimits })
  base = await app.listen('127.0.0.1', 0)
  appWithDefaults = await createApp(w.desk, { timeouts: defaultLimits.timeouts, ...smallLimits })
  baseWithDefaults = await appWithDefaults.listen('127.0.0.1', 0)
})
after(async () => {
  await app.http.close()
  await appWithDefaults.http.close()
  await w.close()
})

const admin = () => `Authorization: Token token=${w.tokens.admin}`
const search = (headers: string[], body = '') =>
  rawRequest('POST /api/v1/tickets/search', [admin(), 'Content-Type: application/json', ...headers], body)

/** Checks an error response. */
function assertRefused(reply: Awaited<ReturnType<typeof writeRaw>>, status: number): void {
  assert.equal(reply.status, status, reply.all)
  const body = JSON.parse(reply.body) as Record<string, string>
  assert.equal(body['error'], body['error_human'])
}

test('a client that never ends its headers is disconnected with 408', async () => {
  assertRefused(await writeRaw(base, 'GET /api/v1/version HTTP/1.1\r\nHost: x\r\nX-Slow: '), 408)
})

test('a client that never ends its body is disconnected with 408', async () => {
  assertRefused(await writeRaw(base, search(['Content-Length: 500'], '{"query":')), 408)
})

test('a client that sends a byte from time to time is disconnected, too', async () => {
  const { port, hostname } = new URL(base)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  socket.on('error', () => {})
  const drip = setInterval(() => socket.write('x'), 10)
  socket.write('GET /api/v1/version HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(drip)
  assert.match(received, /^HTTP\/1\.1 408 /)
})

test('a silent client is disconnected', async () => {
  const { port, hostname } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  await new Promise((resolve) => socket.on('close', resolve))
})

test('a client that never reads its responses is disconnected', async () => {
  const { port, hostname } = new URL(base)
  const accepted = once(app.http.server, 'connection') as Promise<[Socket]>
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const [served] = await accepted
  const request = `GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`
  // More responses than the buffers of the system hold.
  socket.pause().write(request.repeat(400))
  await once(served, 'close')
  socket.destroy()
})

test('a body that is announced as too large, or becomes too large, is rejected with 413 at once', async () => {
  assertRefused(await writeRaw(baseWithDefaults, search(['Content-Length: 1001'])), 413)
  const chunk = `400\r\n${' '.repeat(1024)}\r\n`
  assertRefused(await writeRaw(baseWithDefaults, search(['Transfer-Encoding: chunked'], chunk)), 413)
})

test('headers above the limit are rejected with 431', async () => {
  const long = `X-Long: ${'a'.repeat(17 * 1024)}`
  assertRefused(await writeRaw(baseWithDefaults, rawRequest('GET /api/v1/version', [long])), 431)
})

test('a caller who loses access while a slow body arrives is refused', async () => {
  const token = await tokenFor(w, 'ines', {})
  const body = '{"query":"printer"}'
  const headers = [`Authorization: Token token=${token}`, 'Content-Type: application/json']
  const request = rawRequest('POST /api/v1/tickets/search', [
    ...headers,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ])
  const { port, hostname } = new URL(baseWithDefaults)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  const admitted = once(appWithDefaults.http.server, 'request')
  socket.write(request)
  socket.write(body.slice(0, 5))
  await admitted
  const revoked = await w.request(`users/${w.ids['ines']}`, { method: 'PUT', body: { active: false } })
  assert.equal(revoked.status, 200)
  // After `ADMITTED_FOR` (100 ms, routing.ts) the caller is checked again.
  const end = performance.now() + 150
  await until(() => performance.now() > end)
  socket.write(body.slice(5))
  await once(socket, 'close')
  assert.match(received, /^HTTP\/1\.1 401 /)
})

test('many slow clients do not delay others', async () => {
  const { port, hostname } = new URL(baseWithDefaults)
  const open = () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write('GET /api/v1/version HTTP/1.1\r\nHost: x\r\n')
    return socket
  }
  const slow: Socket[] = Array.from({ length: 200 }, open)
  assert.equal((await writeRaw(baseWithDefaults, rawRequest('GET /api/v1/version'))).status, 200)
  for (const socket of slow) socket.destroy()
})
