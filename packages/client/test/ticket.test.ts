import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { ConnectionError, TimeoutError } from '../src/index.ts'
import { download, upload, verifyWebhook } from '../src/node.ts'
import { send, ticket, world } from './world.ts'

const article = {
  id: 7,
  ticket_id: 1,
  body: 'See the log',
  attachments: [{ id: 9, filename: '../../log.txt', size: '5', preferences: { 'Mime-Type': 'text/plain' } }],
}

async function withArticle(t: TestContext) {
  return world(t, { tickets: [ticket(1)], ticket_articles: [article] })
}

test('the articles of a ticket need only its id', async (t) => {
  const { client, log } = await world(t)
  const bodies: string[] = []
  for await (const { body } of client.tickets(1).articles) bodies.push(body)
  assert.deepEqual(bodies, ['Text 2', 'Text 4', 'Text 6'])
  assert.equal(await client.ticket_articles(2).body, 'Text 2')
  const found = await client.tickets(2)
  assert.equal((await found.articles.toArray()).length, 3)
  assert.equal(await client.ticket_articles(2).ticket.title, 'Ticket 1')
  assert.deepEqual(log, [
    'GET /api/v1/ticket_articles/by_ticket/1',
    'GET /api/v1/tickets/2',
    'GET /api/v1/ticket_articles/by_ticket/2',
    'GET /api/v1/tickets/1',
  ])
})

test('articles continue if the server announces more', async (t) => {
  const server = await world(t)
  server.intercept = (request, response) =>
    request.url?.includes('page=2')
      ? send(response, 200, [{ id: 11 }], { link: '<x>; rel="prev"' })
      : send(
          response,
          200,
          Array.from({ length: 10 }, (_, at) => ({ id: at + 1 })),
          { link: '<x>; rel="next"' },
        )
  assert.equal((await server.client.tickets(1).articles.toArray()).length, 11)
  assert.equal(server.log[1], 'GET /api/v1/ticket_articles/by_ticket/1?page=2&per_page=10')
})

test('methods for tags and links of a ticket send one request for each change', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) => send(response, 200, { tags: ['printer'], links: [] })
  const reference = server.client.tickets(1)
  assert.deepEqual(await reference.tags(), ['printer'])
  await reference.addTags('a b', "o'clock")
  await reference.removeTags('a b')
  assert.deepEqual(await reference.links(), [])
  await reference.addLink('parent', '67002')
  await reference.removeLink('parent', 2)
  assert.deepEqual(server.log, [
    'GET /api/v1/tags?object=Ticket&o_id=1',
    'POST /api/v1/tags/add',
    'POST /api/v1/tags/add',
    'DELETE /api/v1/tags/remove',
    'GET /api/v1/links?link_object=Ticket&link_object_value=1',
    'POST /api/v1/links/add',
    'DELETE /api/v1/links/remove',
  ])
})

test('a merge is one request; both tickets are requested again afterwards; a failure is an error', async (t) => {
  const server = await world(t)
  await server.client.tickets(1)
  await server.client.tickets(2)
  server.intercept = (request, response) =>
    request.method === 'PUT' &&
    (send(response, 200, { result: 'success', source_ticket: { id: 1 }, target_ticket: { id: 2 } }), true)
  await server.client.tickets(1).merge('67002')
  server.intercept = undefined
  assert.deepEqual(server.log.slice(2), ['PUT /api/v1/ticket_merge/1/67002'])
  assert.deepEqual([...server.client.tickets.cache.keys()], [])
  server.intercept = (_, response) =>
    send(response, 200, { result: 'failed', message: 'The target ticket is not there.' })
  await assert.rejects(server.client.tickets(1).merge('a/b'), { name: 'HelpdeskError', message: /not there/ })
  assert.equal(server.log.at(-1), 'PUT /api/v1/ticket_merge/1/a%2Fb')
})

test('the history adds its users to the cache', async (t) => {
  const server = await world(t)
  const entry = {
    id: 5,
    object: 'Ticket',
    o_id: 1,
    type: 'created',
    created_by_id: 7,
    created_at: '2026-01-01T00:00:00.000Z',
  }
  server.intercept = (_, response) =>
    send(response, 200, { history: [entry], assets: { User: { 7: { id: 7, fullname: 'Ada King' } } } })
  const [first] = await server.client.tickets(1).history()
  assert.deepEqual(first, entry)
  assert.equal(await server.client.users(7).fullname, 'Ada King')
  assert.deepEqual(server.log, ['GET /api/v1/ticket_history/1'])
})

test('createArticle sends files of every type as base64', async (t) => {
  const { client, records, log } = await withArticle(t)
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
  const files = [
    new File(['from a file'], 'a.txt', { type: 'text/plain' }),
    { name: 'b.bin', data: bytes },
    { name: 'c.txt', type: 'text/plain', data: 'äöü' },
    { name: 'd.txt', data: new Blob(['streamed']).stream() },
  ]
  const created = await client.tickets(1).createArticle('Hello', { files })
  assert.equal(created.body, 'Hello')
  const row = records['ticket_articles']?.at(-1) as unknown as {
    ticket_id: number
    attachments: Record<string, string>[]
  }
  assert.equal(row.ticket_id, 1)
  assert.deepEqual(
    row.attachments.map(({ filename, 'mime-type': type }) => [filename, type]),
    [
      ['a.txt', 'text/plain'],
      ['b.bin', 'application/octet-stream'],
      ['c.txt', 'text/plain'],
      ['d.txt', 'application/octet-stream'],
    ],
  )
  const contents = row.attachments.map(({ data = '' }) => Buffer.from(data, 'base64'))
  assert.deepEqual(contents[1], Buffer.from(bytes))
  assert.deepEqual([contents[0], contents[2], contents[3]].map(String), ['from a file', 'äöü', 'streamed'])
  assert.deepEqual(log, ['POST /api/v1/ticket_articles'])
})

test('attachments send no request until the content is read, and JSON in a file is not parsed', async (t) => {
  const server = await withArticle(t)
  const loaded = await server.client.ticket_articles(7)
  const [file] = loaded.attachments
  assert.ok(file)
  assert.deepEqual([file.id, file.filename, file.size, file.type], [9, '../../log.txt', 5, 'text/plain'])
  assert.equal(server.log.length, 1)
  server.intercept = (_, response) => response.end('{"a":1}')
  assert.equal(await file.text(), '{"a":1}')
  assert.deepEqual(await file.bytes(), new TextEncoder().encode('{"a":1}'))
  assert.equal((await file.blob()).type, 'text/plain')
  assert.equal(server.log[1], 'GET /api/v1/ticket_attachment/1/7/9')
  assert.equal((await server.client.ticket_articles(7).attachments)[0]?.id, 9)
  server.intercept = (_, response) => {
    response.write('begun')
    return true
  }
  const address = `(GET ${server.url}/api/v1/ticket_attachment/1/7/9: 200)`
  await assert.rejects(file.text({ timeout: 300 }), (error: Error) => {
    assert.ok(error instanceof TimeoutError)
    assert.equal(error.message, `No data for 300 ms ${address}`)
    return true
  })
  server.intercept = (_, response) => Boolean(response.write('begun') && setImmediate(() => response.destroy()))
  const cut = async () => file.text()
  await assert.rejects(cut(), (error: Error) => {
    assert.ok(error instanceof ConnectionError)
    assert.match(error.message, /^The response was cut off: /)
    assert.ok(error.message.endsWith(address))
    assert.match(error.stack ?? '', /\bcut\b/)
    return true
  })
})

test('download writes only in its folder and leaves no partial file; upload reads a file from disk', async (t) => {
  const server = await withArticle(t)
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [file] = (await server.client.ticket_articles(7)).attachments
  assert.ok(file)
  server.intercept = (_, response) => response.end('hello')
  assert.equal(await download(file, folder), join(folder, 'log.txt'))
  assert.equal(readFileSync(join(folder, 'log.txt'), 'utf8'), 'hello')
  server.intercept = (_, response) => Boolean(response.write('hel') && setImmediate(() => response.destroy()))
  await assert.rejects(download(file, join(folder, 'other.txt')))
  assert.deepEqual(readdirSync(folder), ['log.txt'])
  writeFileSync(join(folder, 'up.csv'), 'a;b')
  server.intercept = undefined
  await server.client
    .tickets(1)
    .createArticle({ body: 'x', internal: true }, { files: [await upload(join(folder, 'up.csv'), 'text/csv')] })
  const sent = server.records['ticket_articles']?.at(-1)?.['attachments']
  assert.deepEqual(sent, [{ filename: 'up.csv', data: btoa('a;b'), 'mime-type': 'text/csv' }])
})

test('verifyWebhook accepts only bodies signed with the token', () => {
  const signature = 'sha1=2fd4e1c67a2d28fced849ee1bb76e7391b93eb12'
  assert.ok(!verifyWebhook('{}', signature, 'token'))
  const body = '{"ticket":{"id":1}}'
  for (const algorithm of ['sha1', 'sha256']) {
    const signed = `${algorithm}=${createHmac(algorithm, 'token').update(body).digest('hex')}`
    assert.ok(verifyWebhook(body, signed, 'token'))
    assert.ok(verifyWebhook(new TextEncoder().encode(body), signed, 'token'))
    for (const wrong of [undefined, '', `${algorithm}=`, signed.toUpperCase()]) {
      assert.ok(!verifyWebhook(body, wrong, 'token'))
    }
    assert.ok(!verifyWebhook(`${body} `, signed, 'token') && !verifyWebhook(body, signed, 'other'))
  }
})
