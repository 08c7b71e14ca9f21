import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { world as service } from '../../server/src/testing/world.ts'
import {
  type Client,
  type ClientOptions,
  createClient,
  HttpError,
  NotFoundError,
  type ServiceEvent,
} from '../src/index.ts'

/** Starts the real service with a client and the list of its requests. */
async function start(t: TestContext, more: Partial<ClientOptions> = {}) {
  const w = await service()
  const url = await w.listen()
  t.after(() => w.close())
  const client = createClient({ url, auth: { token: w.tokens.admin }, ...more })
  const sent: string[] = []
  client.on('request', ({ method, url: address }) =>
    sent.push(`${method} ${address.slice(url.length + '/api/v1/'.length)}`),
  )
  return { w, url, client, sent, rename: rename(w) }
}

const rename = (w: Awaited<ReturnType<typeof service>>) => async (id: number, title: string) => {
  const { status } = await w.request(`tickets/${id}`, { method: 'PUT', body: { title } })
  assert.equal(status, 200)
}

/**
 * Creates a client of a fake stream of events. Each connection sends one list of chunks and stays open, unless the last chunk is
 * `end`; or it is answered with an error status.
 */
function scripted(connections: (readonly string[] | number)[], options: Partial<ClientOptions> = {}) {
  const queries: string[] = []
  let cancelled = 0
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    queries.push(new URL(input instanceof Request ? input.url : input).search)
    const chunks = connections.shift() ?? []
    if (typeof chunks === 'number') return Response.json({ error: 'no' }, { status: chunks })
    const remaining = [...chunks]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = remaining.shift()
        if (chunk === undefined) return new Promise<void>(() => {})
        if (chunk === 'end') controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
      cancel: () => void cancelled++,
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  const client = createClient({ url: 'http://desk.test', auth: { token: 'x' }, fetch, ...options })
  return { client, queries, cancelled: () => cancelled }
}

const eventChunk = (id: number, more: object = {}) =>
  `id: ${id}\ndata: ${JSON.stringify({ id, name: 'ticket.updated', object: 'Ticket', collection: 'tickets', o_id: 1, ticket_id: 1, changes: {}, created_by_id: 3, created_at: '2026-03-02T09:00:00.000Z', ...more })}\n\n`

const ids = async (client: Client, count: number, options = {}) => {
  const found: (number | null)[] = []
  for await (const { id } of client.events(options).take(count)) found.push(id)
  return found
}

suite('events', () => {
  test('a stream that is reopened after events were deleted reports that it has missed some', async (t) => {
    const { client } = scripted([410, [eventChunk(7)]])
    const states: object[] = []
    const seen = new Promise<void>((resolve) => {
      client.on('stream', (state) => void states.push(state))
      client.on('event', () => resolve())
    })
    const live = client.live({ key: 'one', load: () => Promise.resolve(1), events: [] })
    t.after(live.subscribe(() => undefined))
    await seen
    assert.deepEqual(states.at(-1), { connected: true, missed: true })
  })

  test('a presence event has no id and does not remove the ticket from the cache', async (t) => {
    const { w, client, sent } = await start(t)
    await client.tickets(1).title
    const events: ServiceEvent[] = []
    const end = client
      .events({ names: 'ticket.presence' })
      .first()
      .then((event) => event && events.push(event))
    // The service may still be opening the stream when the first presence is reported.
    for (let kind = 0; events.length === 0; kind++) {
      const body = { activity: 'writing', kind: kind % 2 ? 'note' : 'reply' }
      assert.equal((await w.request('tickets/1/presence', { method: 'PUT', body })).status, 200)
    }
    await end
    const [event] = events
    assert.deepEqual([event?.id, event?.presence?.[0]?.user_id], [null, w.ids['admin']])
    const before = sent.length
    await client.tickets(1).title
    assert.equal(sent.length, before)
  })

  test('arrive as they happen, and the next read requests the new state of the record', async (t) => {
    const { w, client, sent, rename: change } = await start(t)
    assert.equal(await client.tickets(1).title, 'Welcome to Deskbell!')
    const other = w.ids['Quiet ticket'] as number
    await client.tickets(other)
    const events = client.events({ names: ['ticket.updated'] })[Symbol.asyncIterator]()
    const first = events.next()
    while (!sent.some((line) => line.startsWith('GET events/stream'))) await new Promise((done) => setImmediate(done))
    // The service has answered a later request, so it has received the one for the stream.
    await client.request('GET', 'version')
    sent.length = 0
    await change(1, 'Changed elsewhere')
    const { value: event } = await first
    assert.ok(event)
    assert.deepEqual([event.name, event.o_id], ['ticket.updated', 1])
    assert.deepEqual(event.changes['title'], { from: 'Welcome to Deskbell!', to: 'Changed elsewhere' })
    assert.ok(event.created_at instanceof Date)
    assert.equal(await client.tickets(1).title, 'Changed elsewhere')
    assert.equal(await event.record['title'], 'Changed elsewhere')
    await client.tickets(other).title
    assert.deepEqual(sent, ['GET tickets/1'])
    await events.return?.()
  })

  test('continue after a cursor', async (t) => {
    const { client, rename: change } = await start(t)
    await change(1, 'one')
    await change(1, 'two')
    const all = await client.request<{ id: number; name: string }[]>('GET', 'events?names=ticket.updated')
    assert.deepEqual(
      await ids(client, 2, { after: 0, names: 'ticket.updated' }),
      all.map(({ id }) => id),
    )
    assert.deepEqual(await ids(client, 1, { after: all[0]?.id, names: 'ticket.updated' }), [all[1]?.id])
  })

  test('a connection that ends is reopened after the last event', async () => {
    const { client, queries } = scripted([
      [eventChunk(1), 'id: 7\n\n', 'end'],
      503,
      [eventChunk(9).slice(0, 20), eventChunk(9).slice(20)],
    ])
    assert.deepEqual(await ids(client, 2, { names: ['a', 'b'] }), [1, 9])
    assert.deepEqual(queries, ['?names=a%2Cb', '?after=7&names=a%2Cb', '?after=7&names=a%2Cb'])
  })

  test('a connection without data for too long is reopened', async () => {
    const { client, queries, cancelled } = scripted([[eventChunk(1)], [eventChunk(2)]])
    assert.deepEqual(await ids(client, 2, { idle: 20 }), [1, 2])
    assert.deepEqual(queries, ['', '?after=1'])
    assert.equal(cancelled(), 2)
  })

  test('final errors are thrown: an expired cursor, a service without events, a cursor after the last event', async (t) => {
    await assert.rejects(
      ids(scripted([410]).client, 1, { after: 1 }),
      (error) => error instanceof HttpError && error.status === 410,
    )
    await assert.rejects(ids(scripted([404]).client, 1), NotFoundError)
    const { client } = await start(t)
    await assert.rejects(ids(client, 1, { after: 999_999 }), { status: 410 })
  })

  test('break, return and an aborted signal close the connection at once', async () => {
    const broken = scripted([[eventChunk(1), eventChunk(2)]])
    for await (const { id } of broken.client.events()) {
      assert.equal(id, 1)
      break
    }
    await new Promise((done) => setImmediate(done))
    assert.equal(broken.cancelled(), 1)

    const returned = scripted([[eventChunk(1)]])
    const loop = returned.client.events()[Symbol.asyncIterator]()
    await loop.next()
    const pending = loop.next()
    await loop.return?.()
    assert.deepEqual(await pending, { done: true, value: undefined })
    assert.equal(returned.cancelled(), 1)

    const aborted = scripted([[eventChunk(1)]])
    const controller = new AbortController()
    const waiting = ids(aborted.client, 2, { signal: controller.signal })
    setImmediate(() => controller.abort(new Error('enough')))
    await assert.rejects(waiting, { message: 'enough' })
  })

  test('an open stream does not occupy a place in the queue of requests', async (t) => {
    const { client, sent } = await start(t, { maxConcurrent: 1 })
    const next = client.events().first()
    while (!sent.length) await new Promise((done) => setImmediate(done))
    assert.equal(await client.tickets(1).title, 'Welcome to Deskbell!')
    await client.tickets(1).update({ title: 'While listening' })
    assert.equal((await next)?.o_id, 1)
  })

  test('an event of an article removes its ticket from the cache, a deleted record is removed, too', async () => {
    const article = { name: 'article.created', object: 'Ticket::Article', collection: 'ticket_articles', o_id: 5 }
    const { client } = scripted([
      [eventChunk(1, article), eventChunk(2, { name: 'user.deleted', collection: 'users', o_id: 4, ticket_id: null })],
    ])
    for (const collection of ['tickets', 'users']) {
      for (const id of [1, 4]) client.apply(collection, { id })
    }
    await ids(client, 2)
    assert.deepEqual([...client.tickets.cache.keys()], [4])
    assert.deepEqual([...client.users.cache.keys()], [1])
  })
})
