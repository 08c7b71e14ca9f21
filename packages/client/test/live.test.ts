import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { world as service } from '../../server/src/testing/world.ts'
import { type Client, createClient, type Live, NotFoundError } from '../src/index.ts'
import { until } from './world.ts'

/** Starts the real service with a client, its requests, and functions that change records as another user. */
async function start(t: TestContext) {
  const w = await service()
  const url = await w.listen()
  t.after(() => w.close())
  const client = createClient({ url, auth: { token: w.tokens.admin } })
  const sent: string[] = []
  client.on('request', (request) => sent.push(`${request.method} ${request.url.slice(`${url}/api/v1/`.length)}`))
  const change = async (path: string, body: object, method: 'PUT' | 'POST' | 'DELETE' = 'PUT') => {
    const { status } = await w.request(path, { method, body })
    assert.ok(status < 300, String(status))
  }
  return { w, url, client, sent, change }
}

/** Listens to a live value until the test ends. */
function listen<V>(t: TestContext, live: Live<V>): { calls: number; stop: () => void } {
  const seen = { calls: 0, stop: () => {} }
  seen.stop = live.subscribe(() => void seen.calls++)
  t.after(seen.stop)
  return seen
}

const connected = (client: Client) =>
  new Promise<void>((resolve) => {
    client.on('stream', (stream) => stream.connected && resolve())
  })

const settled = <V>(live: Live<V>) => until(() => !live.snapshot().pending)

suite('live values', () => {
  test('a record is requested when somebody listens, and again after an event', async (t) => {
    const { client, sent, change } = await start(t)
    const ticket = client.live(client.tickets(1))
    assert.equal(client.live(client.tickets(1)), ticket)
    assert.deepEqual(ticket.snapshot(), { value: undefined, error: undefined, pending: true })
    assert.equal(sent.length, 0)
    const open = connected(client)
    const seen = listen(t, ticket)
    await settled(ticket)
    assert.equal(ticket.snapshot().value?.title, 'Welcome to Deskbell!')
    assert.equal(ticket.snapshot(), ticket.snapshot())
    await open
    await settled(ticket)
    await change('tickets/1', { title: 'Changed elsewhere' })
    await until(() => ticket.snapshot().value?.title === 'Changed elsewhere')
    assert.ok(seen.calls > 1)
    assert.equal(sent.filter((line) => line.startsWith('GET events/stream')).length, 1)
  })

  test('a write by the same client is shown at once', async (t) => {
    const { client } = await start(t)
    const ticket = client.live(client.tickets(1))
    const open = connected(client)
    listen(t, ticket)
    await open
    await settled(ticket)
    await client.tickets(1).update({ title: 'Mine' })
    assert.equal(ticket.snapshot().value?.title, 'Mine')
  })

  test('a known record is shown before it is requested', async (t) => {
    const { client } = await start(t)
    await client.tickets(1)
    const ticket = client.live(client.tickets(1))
    assert.equal(ticket.snapshot().value?.title, 'Welcome to Deskbell!')
  })

  test('a list is requested again, and items that have not changed stay the same objects', async (t) => {
    const { client, change, w } = await start(t)
    const list = client.live(client.tickets.iter({ perPage: 100 }))
    assert.equal(client.live(client.tickets.iter({ perPage: 100 })), list)
    assert.notEqual(client.live(client.tickets.iter({ perPage: 50 })), list)
    const open = connected(client)
    listen(t, list)
    await open
    await settled(list)
    const before = list.snapshot().value ?? []
    const quiet = w.ids['Quiet ticket'] as number
    await change(`tickets/${quiet}`, { title: 'Loud ticket' })
    await until(() => list.snapshot().value?.find(({ id }) => id === quiet)?.title === 'Loud ticket')
    const after = list.snapshot().value ?? []
    assert.deepEqual(
      after.filter((item, at) => item !== before[at]).map(({ id }) => id),
      [quiet],
    )
  })

  test('articles of a ticket follow the events of this ticket only', async (t) => {
    const { client, change, sent, w } = await start(t)
    const articles = client.live(client.tickets(1).articles)
    const open = connected(client)
    listen(t, articles)
    await open
    await settled(articles)
    // The second request follows the opening of the stream, perhaps after a pause.
    await until(() => sent.filter((line) => line.startsWith('GET ticket_articles')).length === 2)
    await settled(articles)
    const count = articles.snapshot().value?.length ?? 0
    const events: string[] = []
    client.on('event', ({ name }) => events.push(name))
    sent.length = 0
    await change('ticket_articles', { ticket_id: w.ids['Quiet ticket'], body: 'elsewhere' }, 'POST')
    await until(() => events.length > 0)
    assert.deepEqual(sent, [])
    await change('ticket_articles', { ticket_id: 1, body: 'here' }, 'POST')
    await until(() => articles.snapshot().value?.length === count + 1)
  })

  test('a custom source follows the events that it names', async (t) => {
    const { client, change } = await start(t)
    const source = () => ({
      key: 'titles',
      load: () => client.request<{ title: string }[]>('GET', 'tickets?ids=1&fields=id,title'),
      events: ['ticket.updated'],
    })
    const titles = client.live(source())
    assert.equal(client.live(source()), titles)
    listen(t, titles)
    await change('tickets/1', { title: 'Named' })
    await until(() => titles.snapshot().value?.[0]?.title === 'Named')
  })

  test('a value that is equal JSON data is kept, and a value that is not plain data is replaced', async (t) => {
    const { client } = await start(t)
    let title = 'one'
    const values: Record<string, () => unknown> = {
      data: () => ({ id: 1, tags: ['a'], at: new Date(0) }),
      map: () => new Map([[1, title]]),
      date: () => ({ at: new Date(title === 'one' ? 1 : 2) }),
      key: () => (title === 'one' ? { a: undefined } : { b: undefined }),
    }
    const liveValues = Object.entries(values).map(([key, load]) => {
      return client.live({ key, load: async () => load(), events: [] })
    })
    const before = await Promise.all(liveValues.map((live) => live.refresh()))
    title = 'two'
    const after = await Promise.all(liveValues.map((live) => live.refresh()))
    assert.deepEqual(
      after.map((value, at) => value === before[at]),
      [true, false, false, false],
    )
    assert.equal((after[1] as Map<number, string>).get(1), 'two')
  })

  test('refresh requests a value without listeners; errors keep the last value', async (t) => {
    const { client, change } = await start(t)
    const ticket = client.live(client.tickets(1))
    assert.equal((await ticket.refresh()).title, 'Welcome to Deskbell!')
    await change('tickets/1', {}, 'DELETE')
    await assert.rejects(ticket.refresh(), NotFoundError)
    const { value, error, pending } = ticket.snapshot()
    assert.deepEqual([value?.title, error instanceof NotFoundError, pending], ['Welcome to Deskbell!', true, false])
  })

  test('a value whose request failed temporarily is requested again, without an event', async (t) => {
    const { url, w, change } = await start(t)
    let refused = 0
    let isDown = false
    const client = createClient({
      url,
      auth: { token: w.tokens.admin },
      retry: false,
      fetch: async (input, init) => {
        const { url: asked } = new Request(input, init)
        if (!isDown || !asked.includes('tickets/1')) return fetch(input, init)
        refused += 1
        return new Response('{}', { status: 503 })
      },
    })
    const ticket = client.live(client.tickets(1))
    const open = connected(client)
    listen(t, ticket)
    await open
    await settled(ticket)
    isDown = true
    await change('tickets/1', { title: 'While it was down' })
    await until(() => ticket.snapshot().error !== undefined)
    assert.deepEqual([refused, ticket.snapshot().value?.title], [1, 'Welcome to Deskbell!'])
    isDown = false
    await until(() => ticket.snapshot().value?.title === 'While it was down')
    assert.equal(ticket.snapshot().error, undefined)
  })

  test('the stream ends without listeners, and continues where it stopped', async (t) => {
    const { client, sent, change } = await start(t)
    const ticket = client.live(client.tickets(1))
    const open = connected(client)
    const first = listen(t, ticket)
    await open
    await settled(ticket)
    const closed = new Promise<void>((resolve) => {
      client.on('stream', (stream) => stream.connected || resolve())
    })
    first.stop()
    await closed
    await change('tickets/1', { title: 'Changed without listeners' })
    listen(t, ticket)
    await until(() => ticket.snapshot().value?.title === 'Changed without listeners')
    assert.match(sent.findLast((line) => line.startsWith('GET events/stream')) ?? '', /after=\d+/)
  })

  test('a path without an id is refused', async (t) => {
    const { client } = await start(t)
    assert.throws(() => client.live(client.tickets(1).customer as never), TypeError)
  })
})
