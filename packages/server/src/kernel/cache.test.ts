import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type App, createApp } from '../app.ts'
import type { Connection, Database } from '../db/dialect.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { ReadCache, VersionedCache } from './cache.ts'

describe('a request whose rights were read just before a commit', () => {
  let w: World
  let app: App
  let gate: ReturnType<typeof delayReads>
  beforeEach(async () => {
    w = await world()
    gate = delayReads('permissions_roles', w.desk.database)
    const { database } = gate
    app = await createApp({ ...w.desk, database, cache: new VersionedCache(() => database.version()) })
  })
  afterEach(async () => {
    await app.http.close()
    await w.close()
  })

  const request = (url: string, as: Person) =>
    app.http.inject({ url: `/api/v1/${url}`, headers: { authorization: `Token ${w.tokens[as]}` } })
  const write = (work: (db: Connection) => Promise<unknown>) => w.desk.database.transaction(work)

  /** Starts a request. After it has read its rights, commits a change and runs another request. */
  async function meanwhile(url: string, as: Person, work: (db: Connection) => Promise<unknown>) {
    gate.close()
    const response = request(url, as)
    await gate.reached()
    await write(work)
    assert.equal((await request('users/me', 'admin')).statusCode, 200)
    gate.open()
    return response
  }

  test('succeeds, but later requests do not reuse these rights', async () => {
    const rita = w.ids['rita'] as number
    const removeRoles = (db: Connection) => db.sql.deleteFrom('roles_users').where('user_id', '=', rita).execute()
    assert.equal((await meanwhile('ticket_states', 'rita', removeRoles)).statusCode, 200)
    assert.equal((await request('ticket_states', 'rita')).statusCode, 403)
  })

  test('has a response that is not cached', async () => {
    const rita = w.ids['rita'] as number
    // Only the second request for a page stores its response.
    for (let times = 0; times < 2; times++) assert.notEqual((await request('tickets', 'rita')).json().length, 0)
    // This commit empties the cache.
    await write((db) => db.sql.updateTable('roles').set({ note: 'x' }).where('id', '=', 3).execute())
    await meanwhile('tickets', 'rita', (db) => db.sql.deleteFrom('groups_users').where('user_id', '=', rita).execute())
    const { headers, body } = await request('tickets', 'rita')
    assert.equal(body, '[]')
    assert.equal(headers['x-total-count'], '0')
  })
})

describe('the cache', () => {
  for (const [how, readVersion] of [
    ['synchronously', (version: number) => version],
    ['asynchronously', async (version: number) => `${version}`],
  ] as const) {
    test(`is empty after a commit, even if a value is then set in the cache of the older state; versions are read ${how}`, async () => {
      let version = 1
      const cache = new VersionedCache(() => readVersion(version))
      const before = await cache.current()
      before.set('a', 'old', 10)
      assert.equal((await cache.current()).get('a'), 'old')
      version = 2
      const after = await cache.current()
      before.set('b', 'late', 10)
      assert.equal(after.get('a'), undefined)
      assert.equal((await cache.current()).get('b'), undefined)
    })
  }

  test('stays within its limit, and counts a replaced value once', () => {
    const cache = new ReadCache(1000)
    for (let times = 0; times < 100; times++) cache.set('a', times, 300)
    cache.set('b', 'b', 300)
    assert.equal(cache.get('a'), 99)
    cache.set('c', 'c', 1001)
    assert.equal(cache.get('c'), undefined)
    cache.set('d', 'd', 900)
    assert.deepEqual([cache.get('a'), cache.get('d')], [undefined, 'd'])
  })
})

/**
 * After `close`, the next read of the table returns its result only at `open`. `reached` resolves when that read waits.
 */
function delayReads(table: string, inner: Database) {
  let reached = Promise.withResolvers<void>()
  let passed: PromiseWithResolvers<void> | undefined
  let open: (() => void) | undefined
  const database: Database = {
    ...inner,
    async arrays(query) {
      const cells = await inner.arrays(query)
      const wait = passed
      if (wait && query.sql.includes(`"${table}"`)) {
        passed = undefined
        reached.resolve()
        await wait.promise
      }
      return cells
    },
  }
  return {
    database,
    close() {
      reached = Promise.withResolvers()
      passed = Promise.withResolvers()
      open = passed.resolve
    },
    open: () => open?.(),
    reached: () => reached.promise,
  }
}
