import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { beginSession } from '../../server/src/auth/sessions.ts'
import { world as service } from '../../server/src/testing/world.ts'
import { createClient } from '../src/index.ts'
import { gate, until } from './world.ts'

/** Starts the real service. `tab` opens a page of one browser. Its pages share a session and therefore a stream. */
async function start(t: TestContext) {
  const w = await service()
  const url = await w.listen()
  const user = w.ids['admin'] as number
  const users = w.desk.database.sql.selectFrom('users').select('password').where('id', '=', user)
  const { password } = await users.executeTakeFirstOrThrow()
  const cookie = `_deskbell_session=${await beginSession(w.desk, { user, passwordHash: password as string })}`
  const stops: (() => void)[] = []
  t.after(async () => {
    for (const stop of stops) stop()
    await w.close()
  })
  const tab = (options: { headers?: HeadersInit; intercept?: (url: string) => Promise<void> | void } = {}) => {
    const { headers, intercept } = options
    const client = createClient({
      url,
      auth: { session: true },
      ...(headers && { headers }),
      fetch: async (input, init) => {
        await intercept?.(input as string)
        return fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } })
      },
    })
    const seen = { streams: [] as string[], titles: [] as unknown[], connected: [] as boolean[], loads: 0 }
    client.on('request', ({ url }) => void (url.includes('events/stream') && seen.streams.push(url)))
    client.on(
      'event',
      ({ changes, name }) => void (name === 'ticket.updated' && seen.titles.push(changes['title']?.to)),
    )
    client.on('stream', ({ connected }) => void seen.connected.push(connected))
    const live = client.live({ key: 'one', load: async () => seen.loads++, events: [] })
    const close = live.subscribe(() => undefined)
    stops.push(close)
    return { client, seen, close, live }
  }
  const rename = async (title: string) => {
    const { status } = await w.request('tickets/1', { method: 'PUT', body: { title } })
    assert.equal(status, 200)
  }
  return { w, tab, rename }
}

type Tab = ReturnType<Awaited<ReturnType<typeof start>>['tab']>

const connected = (tab: Tab) => until(() => tab.seen.connected.at(-1) === true)

suite('pages of one browser', () => {
  test('share one stream, and all of them receive every event', async (t) => {
    const { tab, rename } = await start(t)
    const tabs = Array.from({ length: 7 }, () => tab())
    for (const page of tabs) await connected(page)
    await rename('a')
    await rename('b')
    for (const { seen } of tabs) await until(() => seen.titles.length === 2)
    for (const { seen } of tabs) assert.deepEqual(seen.titles, ['a', 'b'])
    assert.equal(tabs.flatMap(({ seen }) => seen.streams).length, 1)
  })

  test('continue after the last event when the page that read the stream is closed', async (t) => {
    const { tab, rename } = await start(t)
    const first = tab()
    await connected(first)
    const wait = gate()
    const second = tab({ intercept: (url) => (url.includes('events/stream') ? wait.opened : undefined) })
    await connected(second)
    const third = tab()
    await connected(third)
    await rename('a')
    for (const { seen } of [second, third]) await until(() => seen.titles.length === 1)
    first.close()
    await until(() => first.seen.connected.at(-1) === false)
    await until(() => second.seen.streams.length === 1)
    // No page reads the stream now.
    await rename('b')
    wait.open()
    for (const { seen } of [second, third]) {
      await until(() => seen.titles.length === 2)
      assert.deepEqual(seen.titles, ['a', 'b'])
      assert.ok(!seen.connected.includes(false))
    }
    assert.match(second.seen.streams[0] ?? '', /after=\d+$/)
    assert.deepEqual(third.seen.streams, [])
  })

  test('are offline together when the next page cannot connect either', async (t) => {
    const { tab } = await start(t)
    const first = tab()
    await connected(first)
    let isCut = true
    const cut = {
      intercept: (url: string) => (isCut && url.includes('events') ? Promise.reject(new Error('no')) : undefined),
    }
    const second = tab(cut)
    const third = tab(cut)
    for (const page of [second, third]) await connected(page)
    first.close()
    for (const { seen } of [second, third]) await until(() => seen.connected.at(-1) === false)
    isCut = false
    for (const page of [second, third]) await connected(page)
  })

  test('a page that did not listen for a while requests everything again', async (t) => {
    const { tab, rename } = await start(t)
    const first = tab()
    await connected(first)
    const second = tab()
    await connected(second)
    await until(() => second.seen.loads > 0)
    second.close()
    await rename('a')
    await until(() => first.seen.titles.length === 1)
    const { loads } = second.seen
    t.after(second.live.subscribe(() => undefined))
    await until(() => second.seen.loads > loads)
  })

  test('do not share the stream with a client that acts for another user', async (t) => {
    const { tab, w } = await start(t)
    const [own, other] = [tab(), tab({ headers: { From: String(w.ids['rita']) } })]
    for (const page of [own, other]) await connected(page)
    assert.equal([...own.seen.streams, ...other.seen.streams].length, 2)
  })
})
