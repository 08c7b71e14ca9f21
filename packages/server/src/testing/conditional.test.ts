import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type App, createApp } from '../app.ts'
import type { Connection, Database } from '../db/dialect.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import { deskOver } from '../setup/desk.ts'
import { openRoutes, routes } from '../http/routes/index.ts'
import { addUsers } from './many-users.ts'
import { eachDialect } from './each-dialect.ts'
import { addRecords } from './records.ts'
import { tokenFor, type World, world } from './world.ts'

/** Every address that answers to GET, with ids of the world in it. */
/** What some addresses have to be asked with. */
const asked: Readonly<Record<string, string>> = {
  tags: 'tags?object=Ticket&o_id=1',
  links: 'links?link_object=Ticket&link_object_value=1',
  ticket_customer: 'ticket_customer?customer_id=2',
  ticket_split: 'ticket_split?ticket_id=1&article_id=1',
  'search/:objects': 'search/Ticket?query=printer',
  'monitoring/amount_check': 'monitoring/amount_check?periode=1h',
  mentions: 'mentions?mentionable_type=Ticket&mentionable_id=1',
}

const addresses = () => {
  const paths = [...openRoutes, ...routes]
    // A stream has neither a tag nor an end.
    .filter(({ method, answer }) => method === 'GET' && answer !== 'text/event-stream')
    // One client may send ten requests a minute to these, and each address gets more here.
    .filter((route) => !('throttled' in route))
    .map(({ path }) => path)
  return [...paths, '/openapi.json'].flatMap((path) => {
    if (
      /^\/(ticket_attachment|ticket_article_plain|attachments\/|online_notifications\/|users\/image)|:(ticket|delivery)_id|:month/.test(
        path,
      )
    )
      return []
    const url = path.replace(':id', '1').slice(1)
    return [asked[url] ?? url]
  })
}

const tagOf = async (w: World, url: string, as: 'admin' | 'nils' = 'admin') =>
  (await w.ask(url, { as })).headers['etag']

/** The tag is made of the text, whatever database it came from: PostgreSQL is asked for a few. */
const some = (dialect: string, urls: string[]) =>
  dialect === 'sqlite' ? urls : urls.filter((_, index) => index % 6 === 0)

/** An error's text without the number of its request. */
const withoutId = (text: string) => text.replace(/"error_id":"[^"]*"/, '')

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`conditional reads on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addRecords(w)
    })
    after(() => w.close())

    test('every GET carries a tag, and answers 304 without a body to whoever has it', async () => {
      assert.ok(addresses().length > 20)
      for (const url of some(dialect, addresses())) {
        const first = await w.ask(url)
        assert.equal(first.status, 200, url)
        const etag = first.headers['etag'] ?? ''
        assert.match(etag, /^"[\w-]{20,}"$/, url)
        for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`, '*', ' * ']) {
          const again = await w.ask(url, { headers: { 'if-none-match': known } })
          assert.equal(again.status, 304, `${url} ${known}`)
          assert.equal(again.text, '')
          assert.equal(again.headers['etag'], etag)
          assert.equal(again.headers['content-length'], undefined)
        }
        for (const other of ['"x"', etag.slice(1, -1), `${etag}x`, '']) {
          const again = await w.ask(url, { headers: { 'if-none-match': other } })
          assert.equal(again.status, 200, `${url} ${other}`)
          assert.equal(again.text, first.text)
        }
      }
    })

    test('HEAD has the same tag and length, and answers 304 too', async () => {
      for (const url of some(dialect, addresses())) {
        const get = await w.ask(url)
        const head = await w.ask(url, { method: 'HEAD' })
        for (const name of ['etag', 'content-length', 'content-type', 'link', 'x-total-count']) {
          assert.equal(head.headers[name], get.headers[name], `${url} ${name}`)
        }
        assert.equal(head.headers['content-length'], String(Buffer.byteLength(get.text)))
        const known = { 'if-none-match': get.headers['etag'] ?? '' }
        assert.equal((await w.ask(url, { method: 'HEAD', headers: known })).status, 304)
      }
    })

    test('the tag is that of the answer: another caller, mode or page has another, the same answer the same', async () => {
      const tags = ['users', 'users?expand=true', 'users?full=true', 'users?page=2', 'users?fields=id'].map((url) =>
        tagOf(w, url),
      )
      const all = [...(await Promise.all(tags)), await tagOf(w, 'users', 'nils')]
      assert.equal(new Set(all).size, all.length)
      assert.equal(await tagOf(w, 'users?per_page=10'), all[0])
    })

    test('a refusal has no tag, and asking for what one may not see is no 304', async () => {
      const reply = await w.ask('tickets/1', { as: 'zoe', headers: { 'if-none-match': '*' } })
      assert.equal(reply.status, 403)
      assert.equal(reply.headers['etag'], undefined)
      assert.equal((await w.ask('tickets/999', { headers: { 'if-none-match': '*' } })).status, 404)
    })

    test('a write changes the tag of everything that shows it', async () => {
      const urls = ['tickets/1', 'tickets', 'tickets?full=true', 'tickets/1?expand=true', 'tickets/search?query=*']
      for (const url of urls) {
        await w.ask(url)
        const known = { 'if-none-match': (await w.ask(url)).headers['etag'] ?? '' }
        assert.equal((await w.ask(url, { headers: known })).status, 304)
        await w.desk.database.transaction((db) =>
          db.sql
            .updateTable('tickets')
            .set({ title: `changed for ${url}` })
            .where('id', '=', 1)
            .execute(),
        )
        const reply = await w.ask(url, { headers: known })
        assert.equal(reply.status, 200)
        assert.match(reply.text, new RegExp(`changed for ${url.replaceAll(/[?*]/g, '\\$&')}`))
      }
    })

    test('nothing of all this was an error of the service', () => assert.deepEqual(w.logged, []))
  })
}

/**
 * A connection as another process has it: whoever heard of its commit asks us in a later turn of the event loop, and
 * what is read in one turn is one state.
 */
const elsewhere = (database: Database): Database => ({
  ...database,
  async transaction(work) {
    const result = await database.transaction(work)
    await new Promise((resolve) => setImmediate(resolve))
    return result
  },
})

describe('what is remembered', () => {
  let w: World
  /** Another process on the same file. */
  let other: Database
  /** A service that has nothing to remember, on a connection of its own: what it answers is so. */
  let fresh: () => Promise<App>
  before(async () => {
    w = await world()
    other = elsewhere(openSqlite(w.desk.database.place))
    fresh = () =>
      createApp(deskOver(openSqlite(w.desk.database.place), '/nonexistent', w.desk.log, { now: w.desk.now }))
  })
  after(async () => {
    await other.close()
    await w.close()
  })

  const rita = () => w.ids['rita'] as number
  const writes: Record<string, (db: Connection) => Promise<unknown>> = {
    'a title': (db) => db.sql.updateTable('tickets').set({ title: 'new title' }).where('id', '=', 3).execute(),
    'a name': (db) => db.sql.updateTable('users').set({ lastname: 'New' }).where('id', '=', rita()).execute(),
    'access to a group': (db) => db.sql.deleteFrom('groups_users').where('user_id', '=', rita()).execute(),
    'access by a role': (db) =>
      db.sql.insertInto('groups_roles').values({ role_id: 2, group_id: 1, access: 'read' }).execute(),
    'the permissions of a role': (db) => db.sql.deleteFrom('permissions_roles').where('role_id', '=', 2).execute(),
    'a role that is not active any more': (db) =>
      db.sql.updateTable('roles').set({ active: false }).where('id', '=', 1).execute(),
    'whether an organization shares': (db) => db.sql.updateTable('organizations').set({ shared: false }).execute(),
    'an organization for more': (db) =>
      db.sql.insertInto('organizations_users').values({ user_id: rita(), organization_id: 1 }).execute(),
    'a user who is not active any more': (db) =>
      db.sql.updateTable('users').set({ active: false }).where('id', '=', rita()).execute(),
    'a tag': (db) => db.sql.deleteFrom('tickets_tags').execute(),
  }
  const urls = [
    'users/me?full=true',
    'tickets?expand=true',
    'tickets/3',
    'tickets?per_page=2&page=2',
    'users?fields=id,lastname',
    'tickets/search?query=printer',
  ]
  const people = ['rita', 'admin', 'nils'] as const

  async function assertNothingStale(after: string): Promise<void> {
    const app = await fresh()
    for (const url of urls) {
      for (const person of people) {
        const headers = { authorization: `Token ${w.tokens[person]}` }
        const expected = await app.http.inject({ url: `/api/v1/${url}`, headers })
        const given = await w.ask(url, { as: person })
        assert.equal(given.status, expected.statusCode, `${url} as ${person} after ${after}`)
        assert.equal(withoutId(given.text), withoutId(expected.body), `${url} as ${person} after ${after}`)
      }
    }
    await app.close()
  }
  /** Asked for twice, because only what is asked for again is kept. */
  async function remember(): Promise<void> {
    for (let times = 0; times < 3; times++) {
      for (const url of urls) for (const person of people) await w.ask(url, { as: person })
    }
  }

  for (const [what, write] of Object.entries(writes)) {
    test(`${what}, written here or by another process, counts in the next answer`, async () => {
      for (const database of [other, w.desk.database]) {
        await database.transaction((db) =>
          db.sql.updateTable('roles').set({ note: what }).where('id', '=', 3).execute(),
        )
        await remember()
        await database.transaction(write).catch((error: unknown) => {
          // The second time some of it is there already.
          assert.match(String(error), /UNIQUE/)
        })
        await assertNothingStale(what)
      }
    })
  }

  test('a token that ends does so while it is remembered, and one that is taken back at once', async () => {
    const expires = new Date(w.desk.now().getTime() + 30_000).toISOString()
    const authorization = `Token ${await tokenFor(w, 'zoe', { expires })}`
    const ask = () => w.ask('users/me', { headers: { authorization } })
    for (let times = 0; times < 3; times++) assert.equal((await ask()).status, 200)
    w.pass(29_999)
    assert.equal((await ask()).status, 200)
    w.pass(1)
    assert.equal((await ask()).json.error, 'Not authorized (token expired)!')
    const second = { authorization: `Token ${await tokenFor(w, 'zoe', {})}` }
    for (let times = 0; times < 3; times++) assert.equal((await w.ask('users/me', { headers: second })).status, 200)
    await other.transaction((db) => db.sql.deleteFrom('tokens').where('name', '=', 'limited').execute())
    assert.equal((await w.ask('users/me', { headers: second })).status, 401)
  })

  test('deep pages stay right while rows come and go before them, whoever writes', async () => {
    const admin = { as: 'admin' } as const
    await other.transaction((db) => db.sql.updateTable('roles').set({ active: true }).execute())
    await addUsers(
      w,
      Array.from({ length: 3000 }, () => ({})),
      'deep',
    )
    const model = async () =>
      (await w.desk.database.sql.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => ({ id }))
    const step = fc.record({
      write: fc.constantFrom('none', 'none', 'remove here', 'remove there', 'add here'),
      size: fc.constantFrom(1, 7, 100, 1000),
      at: fc.nat({ max: 3200 }),
    })
    for (const { write, size, at } of fc.sample(step, { numRuns: 150, seed: 3 })) {
      const database = write === 'remove there' ? other : w.desk.database
      if (write === 'add here') await addUsers(w, [{}], `more-${at}-${size}`)
      else if (write !== 'none') {
        const gone = (await model()).slice(20).find(({ id }) => id >= 20 + (at % 2000))
        await database.transaction((db) =>
          db.sql
            .deleteFrom('users')
            .where('id', '=', gone?.id ?? 0)
            .execute(),
        )
      }
      const page = Math.floor(at / size) + 1
      const reply = await w.ask(`users?per_page=${size}&page=${page}&fields=id`, admin)
      const all = await model()
      assert.deepEqual(reply.json, all.slice((page - 1) * size, page * size))
      assert.equal(reply.headers['x-total-count'], String(all.length))
    }
  })

  test('reads at the same time as a write show the state before or after it, never a mixture', async () => {
    const reads: Promise<{ json: { lastname: string; fullname: string }[] }>[] = []
    const two = [w.ids['nils'], w.ids['maya']] as number[]
    await w.desk.database.transaction((db) =>
      db.sql.updateTable('users').set({ lastname: 'Same' }).where('id', 'in', two).execute(),
    )
    for (let round = 0; round < 20; round++) {
      const name = `Round${round}`
      const written = w.desk.database.transaction(async (db) => {
        for (const id of two) await db.sql.updateTable('users').set({ lastname: name }).where('id', '=', id).execute()
      })
      for (let times = 0; times < 3; times++) reads.push(w.ask(`users?ids=${two.join()}`, { as: 'admin' }))
      await written
      const { json } = await w.ask(`users?ids=${two.join()}`, { as: 'admin' })
      assert.deepEqual(
        json.map((user: { lastname: string }) => user.lastname),
        [name, name],
      )
    }
    for (const { json } of await Promise.all(reads)) assert.equal(json[0]?.lastname, json[1]?.lastname)
  })
})
