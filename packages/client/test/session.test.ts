import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { hash } from '@node-rs/argon2'
import { world as service } from '../../server/src/testing/world.ts'
import { AuthenticationError, createClient } from '../src/index.ts'
import { until } from './world.ts'

const password = 'open sesame'
const admin = 'admin@desk.example'
const nils = 'nils@desk.example'

interface Titled {
  readonly title: string
}

/** Starts the real service with a client whose `fetch` keeps cookies, as the one of a browser does. */
async function start(t: TestContext, prefix = '') {
  const w = await service()
  t.after(() => w.close())
  const hashed = await hash(password, { timeCost: 1, memoryCost: 1024 })
  await w.desk.database.transaction((db) => db.sql.updateTable('users').set({ password: hashed }).execute())
  const origin = await w.listen()
  const jar = { cookie: '' }
  const tab = () => {
    const sent: string[] = []
    const users: (number | null)[] = []
    const client = createClient({ url: origin + prefix, auth: { session: true }, fetch: browserFetch(jar, prefix) })
    client.on('request', ({ method, url }) => sent.push(`${method} ${url.slice(`${origin}${prefix}/api/v1/`.length)}`))
    client.on('session', ({ user_id }) => users.push(user_id))
    return { client, sent, users }
  }
  return { w, jar, tab, ...tab() }
}

/** Sends cookies like a browser, and removes a path prefix like a proxy. */
function browserFetch(jar: { cookie: string }, prefix: string): typeof fetch {
  return async (input, init) => {
    const url = (input as string).replace(`${prefix}/api/v1/`, '/api/v1/')
    const headers = { ...(init?.headers as Record<string, string>), cookie: jar.cookie }
    const response = await fetch(url, { ...init, headers })
    const [set] = response.headers.getSetCookie()
    if (set) jar.cookie = set.split(';')[0] as string
    return response
  }
}

suite('a session', () => {
  test('signs in, reads, writes with the CSRF token, and signs out', async (t) => {
    const { client, sent, users, w } = await start(t)
    const before = await client.session.show()
    assert.equal(before.user, undefined)
    assert.equal(before.config['product_name'], 'Deskbell')
    const { user } = await client.session.signIn(admin, password)
    assert.equal(user?.login, admin)
    assert.equal(await client.users(user?.id ?? 0).login, admin)
    assert.equal(sent.length, 3)
    await client.tickets(w.ids['Printer on fire'] ?? 1).update({ title: 'Written with a cookie' })
    await client.session.signOut()
    await assert.rejects(client.users.me(), AuthenticationError)
    assert.deepEqual(users, [null, user?.id, null])
    assert.equal(client.users.cache.size, 0)
    assert.deepEqual(sent.slice(0, 3), ['GET signshow', 'GET signshow', 'POST signin'])
    assert.equal(sent.filter((line) => line === 'GET signshow').length, 3)
  })

  test('works under a path prefix', async (t) => {
    const { client, sent } = await start(t, '/desk')
    const { user } = await client.session.signIn(admin, password)
    await client.users(user?.id ?? 0).update({ phone: '123' })
    assert.deepEqual(sent, ['GET signshow', 'POST signin', `PUT users/${user?.id}`])
  })

  test('throws an error for a wrong password, and stays signed in', async (t) => {
    const { client, users } = await start(t)
    await client.session.signIn(admin, password)
    const count = users.length
    await assert.rejects(client.session.signIn(admin, 'wrong'), AuthenticationError)
    assert.equal((await client.users.me()).login, admin)
    assert.equal(users.length, count)
  })

  test('the first write of a new page requests the token; concurrent writes share the request', async (t) => {
    const { client, tab } = await start(t)
    const { user } = await client.session.signIn(admin, password)
    const second = tab()
    const me = second.client.users(user?.id ?? 0)
    await Promise.all([me.update({ phone: '1' }), me.update({ mobile: '2' })])
    assert.deepEqual(second.sent, ['GET signshow', `PUT users/${me.id}`, `PUT users/${me.id}`])
  })

  test('a write of a page whose token is old is repeated once, with the new token', async (t) => {
    const { client, tab } = await start(t)
    const { user } = await client.session.signIn(admin, password)
    const second = tab()
    await second.client.session.signOut()
    await second.client.session.signIn(admin, password)
    await client.users(user?.id ?? 0).update({ phone: '77' })
    assert.equal(await client.users(user?.id ?? 0).phone, '77')
  })

  test('a write is not repeated for another user, who has signed in in another tab', async (t) => {
    const { client, tab, users } = await start(t)
    const { user } = await client.session.signIn(admin, password)
    const second = tab()
    await second.client.session.signOut()
    const other = await second.client.session.signIn(nils, password)
    await assert.rejects(client.users(user?.id ?? 0).update({ phone: '66' }), AuthenticationError)
    assert.deepEqual(users, [null, user?.id, other.user?.id])
  })

  test('a session that has ended is reported once; after signing in again, requests work', async (t) => {
    const { client, users, jar } = await start(t)
    const { user } = await client.session.signIn(admin, password)
    await client.tickets.first()
    jar.cookie = ''
    await Promise.all([
      assert.rejects(client.tickets.first(), AuthenticationError),
      assert.rejects(client.groups.first(), AuthenticationError),
      assert.rejects(client.users(user?.id ?? 0).update({ phone: '1' }), AuthenticationError),
    ])
    assert.deepEqual(users, [null, user?.id, null])
    assert.ok(client.users.cache.has(user?.id ?? 0))
    await client.session.signIn(admin, password)
    assert.ok(await client.tickets.first())
    assert.deepEqual(users, [null, user?.id, null, user?.id])
    await client.session.signIn(nils, password)
    assert.equal(client.users.cache.has(user?.id ?? 0), false)
  })

  test('a live value is requested once while the stream opens, and changes in the meantime are in the stream', async (t) => {
    const { client, sent, w } = await start(t)
    await client.session.signIn(admin, password)
    const ticket = client.live(client.tickets(1))
    const source = { key: 'title', load: () => client.request<Titled>('GET', 'tickets/1?fields=title'), events: [] }
    const events: string[] = []
    client.on('event', ({ name }) => events.push(name))
    const opened = new Promise<void>((resolve) => void client.on('stream', () => resolve()))
    const early = client.live({ ...source, key: 'early' })
    await early.refresh()
    await w.request('tickets/1', { method: 'PUT', body: { title: 'Before the stream' } })
    t.after(ticket.subscribe(() => {}))
    t.after(client.live(source).subscribe(() => {}))
    await opened
    await until(() => events.includes('ticket.updated') && !ticket.snapshot().pending)
    assert.equal(ticket.snapshot().value?.title, 'Before the stream')
    const requests = sent.filter((line) => line.startsWith('GET tickets/1?fields'))
    assert.equal(requests.length, 2, 'one for each source')
    assert.match(sent.find((line) => line.startsWith('GET events/stream')) ?? '', /after=\d+/)
  })

  test('requires the option `auth: { session: true }`', () => {
    const client = createClient({ url: 'http://desk.test', auth: { token: 'abc' } })
    assert.throws(() => client.session, TypeError)
  })
})
