import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type App, createApp } from '../app.ts'
import type { Connection, Database } from '../db/dialect.ts'
import { openRemote } from '../db/open.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import { deskOver } from '../setup/desk.ts'
import { eachDialect, urlOf } from './each-dialect.ts'
import { addUsers } from './many-users.ts'
import { tokenFor, type World, world } from './world.ts'

/** The text of an error without its request id. */
const withoutId = (text: string) => text.replace(/"error_id":"[^"]*"/, '')

/**
 * Makes a connection behave like that of another process, whose client sends the next request in a later turn of the event
 * loop than that of the commit. In the same turn, the request would read the old state: all reads in one turn see one state.
 */
const elsewhere = (database: Database): Database => ({
  ...database,
  async transaction(work) {
    const result = await database.transaction(work)
    await new Promise((resolve) => setImmediate(resolve))
    return result
  },
})

/** Opens a connection of another process to the same database. */
const reopen = async (database: Database): Promise<Database> =>
  elsewhere(
    database.dialect.isEmbedded ? openSqlite(database.place) : await openRemote(await urlOf(database), { max: 2 }),
  )

const mainUrls = ['tickets/3', 'tickets?per_page=2&page=2']
const moreUrls = [
  'users/me?full=true',
  'tickets?expand=true',
  'users?fields=id,lastname',
  'tickets/search?query=printer',
]

const writers = ['this process', 'another process'] as const
const cases = Object.entries(eachDialect).flatMap(([dialect, open]) =>
  writers.map((writer) => [dialect, open, writer] as const),
)

for (const [dialect, open, writer] of cases)
  describe(`cached values after a write of ${writer} on ${dialect}`, () => {
    let w: World
    let other: Database
    /** The connection of the writer. */
    let database: Database
    /** Opens a service whose caches are empty, so that its answers are current. */
    let fresh: () => Promise<App>
    before(async () => {
      w = await world(open)
      other = await reopen(w.desk.database)
      database = writer === 'this process' ? w.desk.database : other
      fresh = async () =>
        createApp(deskOver(await reopen(w.desk.database), '/nonexistent', w.desk.log, { now: w.desk.now }))
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
        db.sql
          .insertInto('groups_roles')
          .values({ role_id: 2, group_id: 1, access: 'read' })
          .onConflict((again) => again.doNothing())
          .execute(),
      'the permissions of a role': (db) => db.sql.deleteFrom('permissions_roles').where('role_id', '=', 2).execute(),
      'a role that is not active any more': (db) =>
        db.sql.updateTable('roles').set({ active: false }).where('id', '=', 1).execute(),
      'the sharing of organizations': (db) => db.sql.updateTable('organizations').set({ shared: false }).execute(),
      'a second organization of a user': (db) =>
        db.sql
          .insertInto('organizations_users')
          .values({ user_id: rita(), organization_id: 1 })
          .onConflict((again) => again.doNothing())
          .execute(),
      'a user who is not active any more': (db) =>
        db.sql.updateTable('users').set({ active: false }).where('id', '=', rita()).execute(),
      'a tag': (db) => db.sql.deleteFrom('tickets_tags').execute(),
    }
    // The caches work in the same way on both databases. PostgreSQL takes more time, so it gets fewer addresses.
    const urls = dialect === 'sqlite' ? [...mainUrls, ...moreUrls] : mainUrls
    const people = ['rita', 'admin', 'nils'] as const

    async function assertNothingStale(after: string): Promise<void> {
      const app = await fresh()
      for (const url of urls) {
        for (const person of people) {
          const headers = { authorization: `Token ${w.tokens[person]}` }
          const expected = await app.http.inject({ url: `/api/v1/${url}`, headers })
          const reply = await w.request(url, { as: person })
          assert.equal(reply.status, expected.statusCode, `${url} as ${person} after ${after}`)
          assert.equal(withoutId(reply.text), withoutId(expected.body), `${url} as ${person} after ${after}`)
        }
      }
      await app.close()
    }
    /** Reads everything repeatedly, because only repeated reads are cached. */
    async function fillCaches(): Promise<void> {
      for (let times = 0; times < 3; times++) {
        for (const url of urls) for (const person of people) await w.request(url, { as: person })
      }
    }

    for (const [change, write] of Object.entries(writes)) {
      test(`the next answer shows ${change}`, async () => {
        // This commit empties the caches.
        await database.transaction((db) =>
          db.sql.updateTable('roles').set({ note: change }).where('id', '=', 3).execute(),
        )
        await fillCaches()
        await database.transaction(write)
        await assertNothingStale(change)
      })
    }

    test('a cached token expires on time, and a deleted one is rejected immediately', async () => {
      const expires = new Date(w.desk.now().getTime() + 30_000).toISOString()
      const authorization = `Token ${await tokenFor(w, 'zoe', { expires })}`
      const request = () => w.request('users/me', { headers: { authorization } })
      for (let times = 0; times < 3; times++) assert.equal((await request()).status, 200)
      w.pass(29_999)
      assert.equal((await request()).status, 200)
      w.pass(1)
      assert.equal((await request()).json.error, 'Not authorized (token expired)!')
      const second = { authorization: `Token ${await tokenFor(w, 'zoe', {})}` }
      for (let times = 0; times < 3; times++)
        assert.equal((await w.request('users/me', { headers: second })).status, 200)
      await database.transaction((db) => db.sql.deleteFrom('tokens').where('name', '=', 'limited').execute())
      assert.equal((await w.request('users/me', { headers: second })).status, 401)
    })
  })

describe('cached values of an embedded database', () => {
  let w: World
  let other: Database
  before(async () => {
    w = await world()
    other = await reopen(w.desk.database)
  })
  after(async () => {
    await other.close()
    await w.close()
  })

  test('deep pages stay correct while this or another process adds and removes rows before them', async () => {
    const admin = { as: 'admin' } as const
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
      offset: fc.nat({ max: 3200 }),
    })
    for (const { write, size, offset } of fc.sample(step, { numRuns: 150, seed: 3 })) {
      const database = write === 'remove there' ? other : w.desk.database
      if (write === 'add here') await addUsers(w, [{}], `more-${offset}-${size}`)
      else if (write !== 'none') {
        // The people of the world, who have the first ids, remain.
        const gone = (await model()).slice(20).find(({ id }) => id >= 20 + (offset % 2000))
        await database.transaction((db) =>
          db.sql
            .deleteFrom('users')
            .where('id', '=', gone?.id ?? 0)
            .execute(),
        )
      }
      const page = Math.floor(offset / size) + 1
      const reply = await w.request(`users?per_page=${size}&page=${page}&fields=id`, admin)
      const users = await model()
      assert.deepEqual(reply.json, users.slice((page - 1) * size, page * size))
      assert.equal(reply.headers['x-total-count'], String(users.length))
    }
  })

  test('reads during a write show the state before or after it, never a mixture', async () => {
    const reads: Promise<{ json: { lastname: string; fullname: string }[] }>[] = []
    const userIds = [w.ids['nils'], w.ids['maya']] as number[]
    await w.desk.database.transaction((db) =>
      db.sql.updateTable('users').set({ lastname: 'Same' }).where('id', 'in', userIds).execute(),
    )
    for (let round = 0; round < 20; round++) {
      const name = `Round${round}`
      const written = w.desk.database.transaction(async (db) => {
        for (const id of userIds)
          await db.sql.updateTable('users').set({ lastname: name }).where('id', '=', id).execute()
      })
      for (let times = 0; times < 3; times++) reads.push(w.request(`users?ids=${userIds.join()}`, { as: 'admin' }))
      await written
      const { json } = await w.request(`users?ids=${userIds.join()}`, { as: 'admin' })
      assert.deepEqual(
        json.map((user: { lastname: string }) => user.lastname),
        [name, name],
      )
    }
    for (const { json } of await Promise.all(reads)) assert.equal(json[0]?.lastname, json[1]?.lastname)
  })
})
