import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { rawRequest, type RawReply, writeRaw } from '../testing/raw-http.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let base: string
before(async () => {
  w = await world()
  base = await w.listen()
})
after(() => w.close())

const admin = () => `Authorization: Token token=${w.tokens.admin}`

/** Checks the form of an error, which is the same from a route, the framework and the HTTP parser. */
function assertRefusal(reply: RawReply, status: number, sentence?: string): void {
  assert.equal(reply.status, status, reply.all.slice(0, 400))
  assert.match(reply.headers['content-type'] ?? '', /^application\/json/)
  const body = JSON.parse(reply.body) as Record<string, unknown>
  assert.equal(body['error'], body['error_human'])
  assert.equal(typeof body['error_id'], 'string')
  if (sentence !== undefined) assert.equal(body['error'], sentence)
}

const assertAlive = async () => {
  const reply = await writeRaw(base, rawRequest('GET /api/v1/version'))
  assert.equal(reply.status, 200)
}

const refused: [name: string, status: number, bytes: () => string | Uint8Array][] = [
  ['text that is not HTTP', 400, () => '\0\x01\x02 garbage\r\n\r\n'],
  ['the greeting of TLS', 400, () => Buffer.from('16030100a5010000a10303', 'hex')],
  ['the greeting of HTTP/2', 400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a version of HTTP that does not exist', 400, () => 'GET /api/v1/version HTTP/9.9\r\n\r\n'],
  ['HTTP/1.1 without a host', 400, () => 'GET /api/v1/version HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a content length that is not a number', 400, () => rawRequest('GET /api/v1/version', ['Content-Length: abc'])],
  [
    'a body with two kinds of length',
    400,
    () => rawRequest('POST /api/v1/version', ['Content-Length: 3', 'Transfer-Encoding: chunked']),
  ],
  ['a header line without a colon', 400, () => rawRequest('GET /api/v1/version', ['nonsense'])],
  ['a NUL byte in a header', 400, () => rawRequest('GET /api/v1/version', ['X-Odd: a\0b'])],
  ['bytes beyond ASCII in the address', 400, () => Buffer.from(rawRequest('GET /api/v1/users?x=\xe4\xff'), 'latin1')],
  ['an address of a megabyte', 431, () => rawRequest(`GET /api/v1/users?x=${'a'.repeat(1_000_000)}`, [admin()])],
  ['one header of a megabyte', 431, () => rawRequest('GET /api/v1/users', [`X-Long: ${'a'.repeat(1_000_000)}`])],
  [
    'a request with 50,000 headers',
    431,
    () =>
      `GET /api/v1/users HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 50_000 }, (_, i) => `x-${i}: ${i}\r\n`).join('')}`,
  ],
  ['a malformed percent in the path', 400, () => rawRequest('GET /api/v1/users/%zz', [admin()])],
  ['a path that is not UTF-8', 400, () => rawRequest('GET /api/v1/users/%ff%fe', [admin()])],
  ['a NUL in the path', 404, () => rawRequest('GET /api/v1/users/%00', [admin()])],
  ['a NUL in a parameter', 422, () => rawRequest('GET /api/v1/users?fields=%00', [admin()])],
  ['a parameter that is not UTF-8', 422, () => rawRequest('GET /api/v1/users?fields=%ff', [admin()])],
  ['a malformed percent in a parameter', 422, () => rawRequest('GET /api/v1/users?fields=%zz', [admin()])],
  ['a part of the path of 600 characters', 414, () => rawRequest(`GET /api/v1/users/${'a'.repeat(600)}`, [admin()])],
  ['an unknown method', 405, () => rawRequest('BREW /api/v1/users', [admin()])],
  ['text that only begins like a request', 400, () => 'BREW coffee\r\n\r\n'],
]

for (const [name, status, bytes] of refused) {
  test(`${name} is rejected with ${status} and an error body, and the service continues`, async () => {
    const reply = await writeRaw(base, bytes())
    assertRefusal(reply, status)
    assert.equal(reply.all.split('\r\n')[0], `HTTP/1.1 ${status} ${STATUS_CODES[status]}`)
    await assertAlive()
  })
}

test('an address with characters beyond ASCII is rejected with a sentence about percent-encoding', async () => {
  const answer = await writeRaw(base, Buffer.from(rawRequest('GET /api/v1/tickets/search?query=Café', [admin()])))
  assertRefusal(answer, 400, 'The URL is not valid; characters that are not ASCII have to be percent-encoded.')
})

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK']) {
  test(`${method} on a path with GET only is rejected with 405 and the allowed methods`, async () => {
    for (const path of ['/api/v1/tags', '/api/v1/tag_search', '/api/v1/version', '/api/v1/openapi.json']) {
      const reply = await writeRaw(base, rawRequest(`${method} ${path}`, ['Content-Length: 3', admin()], 'abc'))
      assertRefusal(reply, 405)
      assert.equal(reply.headers['allow'], 'GET, HEAD, OPTIONS', path)
    }
  })
}

test('CONNECT is rejected with an error body', async () => {
  assertRefusal(await writeRaw(base, rawRequest('CONNECT desk.example:443')), 405)
  await assertAlive()
})

test('an unknown path is rejected with 404 before the body is read, for any method and body', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    for (const path of [
      ...(method === 'GET' ? [] : ['/', '//']),
      '/api',
      '/api/v1',
      '/api/v1/nothing',
      '/api/v1/users/1/2/3',
      '/api/v2/users',
    ]) {
      const headers = ['Content-Type: application/json', 'Content-Length: 4']
      assertRefusal(await writeRaw(base, rawRequest(`${method} ${path}`, headers, '{"a:')), 404)
    }
  }
  // The body is announced and never sent, so reading it would hang.
  const announced = rawRequest('POST /api/v1/nothing', ['Content-Length: 50000000', 'Content-Type: application/json'])
  assertRefusal(await writeRaw(base, announced), 404)
})

test('the root returns the page', async () => {
  const reply = await writeRaw(base, rawRequest('GET /'))
  assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'text/html; charset=utf-8'])
})

test('the address may be absolute, percent-encoded, or end with a slash', async () => {
  for (const target of [
    'http://other/api/v1/version',
    '/api/v1/%76ersion',
    '/api/v1/version/',
    '/api/v1/version?a#b',
  ]) {
    assert.equal((await writeRaw(base, rawRequest(`GET ${target}`))).status, 200, target)
  }
})

test('unknown expectations and upgrades are ignored', async () => {
  const expecting = await writeRaw(base, rawRequest('GET /api/v1/version', ['Expect: tea']))
  assert.equal(expecting.status, 200)
  const upgrading = rawRequest('GET /api/v1/version', ['Upgrade: websocket'])
  assert.equal((await writeRaw(base, upgrading)).status, 200)
})

test('a client that disconnects during a request does no harm', async () => {
  const { port, hostname } = new URL(base)
  for (const part of ['G', 'GET /api/v1/users HT', rawRequest('GET /api/v1/users', [admin()]).slice(0, -2)]) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(part, () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
  }
  await assertAlive()
})

test('responses to pipelined requests are in the order of the requests', async () => {
  const [first, second] = [1, 2].map(
    (id) => `GET /api/v1/users/${id}?fields=id HTTP/1.1\r\nHost: x\r\n${admin()}\r\n\r\n`,
  )
  const bytes = `${first}${second}${rawRequest('GET /api/v1/version')}`
  const { all } = await writeRaw(base, bytes)
  assert.deepEqual(all.match(/\{"(id":\d|version)/g), ['{"id":1', '{"id":2', '{"version'])
})

test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
