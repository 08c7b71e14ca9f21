import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type RawReply, rawRequest, writeRaw } from '../../testing/raw-http.ts'
import { type Person, type World, world } from '../../testing/world.ts'

let w: World
let base: string
/** The requests that arrived since the last `send`. */
let arrived: IncomingMessage[]

before(async () => {
  w = await world()
  base = await w.listen()
  w.app.http.server.prependListener('request', (request: IncomingMessage) => arrived.push(request))
})
after(() => w.close())

const json = 'Content-Type: application/json'
const authorizationOf = (person: Person) => `Authorization: Token token=${w.tokens[person]}`

async function send(path: string, headers: readonly string[], body = ''): Promise<RawReply> {
  arrived = []
  return writeRaw(base, rawRequest(`POST /api/v1/${path}`, headers, body))
}

function assertRefused({ status, body, all }: RawReply, expected: number, sentence?: RegExp): void {
  assert.equal(status, expected, all.slice(0, 400))
  const { error, error_human } = JSON.parse(body) as Record<string, string>
  assert.equal(error, error_human)
  if (sentence) assert.match(error ?? '', sentence)
}

/** The header with the length of a body. Some bodies are announced and never sent, so that reading them would hang. */
const announced = (bytes: number) => `Content-Length: ${bytes}`

test('no part of a body is read before the caller is authenticated', async () => {
  for (const [path, headers, status] of [
    ['tickets', [], 403],
    ['tickets', ['Authorization: Token token=wrong'], 401],
    ['users/import', [authorizationOf('nils')], 403],
    ['batch', [], 403],
    ['tickets/search', [], 403],
    ['signin', [], 401],
  ] as const) {
    const reply = await send(path, [json, announced(60_000), ...headers], '[[[[')
    assertRefused(reply, status)
    assert.equal(arrived[0]?.listenerCount('data'), 0, path)
  }
})

/** The headers of a client that may sign in. */
async function visitor(): Promise<readonly string[]> {
  const { headers } = await fetch(`${base}/api/v1/signshow`)
  return [`Cookie: ${headers.get('set-cookie')?.split(';')[0]}`, `X-CSRF-Token: ${headers.get('csrf-token')}`]
}

const tooLong = (limit: number) => [json, announced(limit + 1)]

test('the limit is 64 KiB without credentials, 2 MiB with them, and 64 MiB with files; the error states it', async () => {
  assertRefused(await send('signin', [...(await visitor()), ...tooLong(64 * 1024)]), 413, /the limit here is 64 KiB/)
  assertRefused(await send('users/password_reset', tooLong(64 * 1024)), 413, /64 KiB/)
  for (const path of ['overviews', 'users', 'tickets/search', 'tag_list']) {
    assertRefused(await send(path, [authorizationOf('admin'), ...tooLong(2 * 1024 * 1024)]), 413, /2 MiB/)
  }
  const imports = ['users/import', 'text_modules/import']
  for (const path of ['tickets', 'ticket_articles', 'attachments', 'users/avatar', 'batch', ...imports]) {
    assertRefused(await send(path, [authorizationOf('admin'), ...tooLong(64 * 1024 * 1024)]), 413, /64 MiB/)
  }
})

test('the text of a body with files is limited to 8 MiB', async () => {
  const body = `{"title":"${'x'.repeat(9 * 1024 * 1024)}"}`
  assertRefused(await send('tickets', [authorizationOf('nils'), json, announced(body.length)], body), 413, /8 MiB/)
})

test('a body without an announced length is rejected when it becomes too large', async () => {
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
  const headers = [...(await visitor()), json, 'Transfer-Encoding: chunked']
  assertRefused(await send('signin', headers, chunk.repeat(2)), 413, /64 KiB/)
})

test('a body without credentials has at most 50 fields, no files, 500 values and four levels', async () => {
  const form = 'application/x-www-form-urlencoded'
  const multipart = 'multipart/form-data; boundary=X'
  const part = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  const file = part.replace('"a"', '"a"; filename="a"')
  for (const [type, fits, exceeds] of [
    [form, 'a=1'.concat('&a=1'.repeat(49)), 'a=1'.concat('&a=1'.repeat(50))],
    [form, 'a[b][c][d][e]=1', 'a[b][c][d][e][f]=1'],
    [form, 'a=1', 'a[i][x]=1&'.repeat(1990)],
    [multipart, `${part.repeat(50)}--X--`, `${part.repeat(51)}--X--`],
    [multipart, `${part}--X--`, `${part}${file}--X--`],
    ['application/json', `{"a":[${'0,'.repeat(400)}0]}`, `{"a":[${'0,'.repeat(500)}0]}`],
    ['application/json', '{"a":[[[]]]}', '{"a":[[[[]]]]}'],
  ] as const) {
    const visitorHeaders = await visitor()
    const request = (body: string) =>
      send('signin', [...visitorHeaders, `Content-Type: ${type}`, announced(body.length)], body)
    assertRefused(await request(exceeds), 422, /^body: (at most|nested)/)
    assertRefused(await request(fits), 401, /^Login failed/)
    // Resets the count of failed sign-ins.
    w.pass(60 * 60_000)
  }
})

test('password resets above the limit per client address are rejected before their body is read', async () => {
  for (let sent = 0; sent < 10; sent++) await send('users/password_reset', [json, announced(2)], '{}')
  assertRefused(await send('users/password_reset', [json, announced(60_000)], '{'), 429)
  assert.equal(arrived[0]?.listenerCount('data'), 0)
  w.pass(60_000)
})

for (const [name, type, body] of [
  ['deep JSON', 'application/json', '['.repeat(50_000)],
  ['JSON with many values', 'application/json', `[${'0,'.repeat(60_000)}`],
  ['a form with many fields', 'application/x-www-form-urlencoded', '&'.repeat(50_000)],
  [
    'a form with many parts',
    'multipart/form-data; boundary=X',
    '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(4000),
  ],
] as const) {
  test(`${name} is rejected, even with credentials, and the rest is discarded`, async () => {
    const headers = [authorizationOf('nils'), `Content-Type: ${type}`]
    assertRefused(await send('tickets', [...headers, announced(body.length)], body), 422, /nested|values|fields/)
    // The fields of an urlencoded form are counted when the body is complete.
    if (type === 'application/x-www-form-urlencoded') return
    assertRefused(await send('tickets', [...headers, announced(60e6)], body), 422, /nested|values|fields/)
  })
}

test('the response to a rejected body arrives while the client is still sending', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(rawRequest('POST /api/v1/tickets', [json, announced(8e6)]))
  socket.write(Buffer.alloc(8e6, '['))
  await closed
  assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 403 [^]*"error":"Authentication required"/)
})

test('100-continue is sent only if the body is going to be read', async () => {
  const expecting = [json, 'Expect: 100-continue']
  const refused = await send('tickets', [...expecting, announced(20)])
  assert.match(refused.all, /^HTTP\/1\.1 403 /)
  const body = '{"query":"printer"}'
  const accepted = await send('tickets/search', [authorizationOf('admin'), ...expecting, announced(body.length)], body)
  assert.match(accepted.all, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
})

test('a compressed body is rejected before it is read', async () => {
  const reply = await send('tickets/search', [
    authorizationOf('admin'),
    json,
    'Content-Encoding: gzip',
    announced(60e6),
  ])
  assertRefused(reply, 415, /without a content encoding/)
})

test('stalled bodies do not block other writes', async () => {
  const { port, hostname } = new URL(base)
  const begun = `{"title":"${'x'.repeat(200_000)}`
  // Together 90 MB, which is more than all bodies in progress may have.
  const slow = Array.from({ length: 450 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(rawRequest('POST /api/v1/tickets', [authorizationOf('nils'), json, announced(1e6)], begun))
    return socket
  })
  // Waits until the service has rejected one of them to free memory.
  await Promise.race(slow.map((socket) => once(socket, 'data')))
  const body = { title: 'x', group: 'Printers', customer: 'nils@desk.example', article: { body: 'x' } }
  const headers = { authorization: `Token token=${w.tokens.rita}`, 'content-type': 'application/json' }
  const reply = await fetch(`${base}/api/v1/tickets`, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal(reply.status, 201)
  for (const socket of slow) socket.destroy()
})

for (const format of ['a form', 'JSON', 'chunked JSON'] as const) {
  test(`a large file arrives intact in ${format}`, async () => {
    const bytes = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => (at * at) % 253))
    const authorization = `Token token=${w.tokens.rita}`
    const file = { filename: 'a.bin', 'mime-type': 'application/octet-stream', data: bytes.toString('base64') }
    const ticket_id = w.ids['Label printer offline']
    const text = JSON.stringify({ ticket_id, body: 'See the file', attachments: [file] })
    const form = new FormData()
    form.set('ticket_id', String(ticket_id))
    form.set('body', 'See the file')
    form.set('attachments[]', new Blob([bytes]), 'a.bin')
    const body = format === 'a form' ? form : format === 'JSON' ? text : new Blob([text]).stream()
    const type = format === 'a form' ? undefined : { 'content-type': 'application/json' }
    const sent: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      duplex: 'half',
      headers: { authorization, ...type },
      body,
    }
    const reply = await fetch(`${base}/api/v1/ticket_articles`, sent)
    assert.equal(reply.status, 201)
    const article = (await reply.json()) as { id: number; attachments: { id: number }[] }
    const path = `ticket_attachment/${ticket_id}/${article.id}/${article.attachments[0]?.id}`
    const got = await fetch(`${base}/api/v1/${path}`, { headers: { authorization } })
    assert.ok(Buffer.from(await got.arrayBuffer()).equals(bytes))
  })
}

test('the log has a line about each rejection for lack of memory, and no internal error', () => {
  const messages = w.logged.map(({ message }) => message)
  assert.deepEqual([...new Set(messages)], ['Too many large bodies are arriving at once; try again.'])
  assert.ok(w.logged.every(({ fields }) => !('error' in fields)))
})
