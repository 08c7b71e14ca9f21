import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { systemUser } from '@deskbell/contract'
import { type App, createApp } from '../app.ts'
import type { Database } from '../db/dialect.ts'
import { VersionedCache } from '../kernel/cache.ts'
import { defaultLimits } from './limits.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

/** A statement that never ends. */
const endless = CompiledQuery.raw(
  'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n',
)

describe('facets and sorted lists of a large desk', () => {
  let w: World
  let apps: App[]
  let base: string
  /** The address of a service with a short time limit. */
  let baseWithShortLimit: string
  /** The caller whose statements never end, and a function that is called for each of these statements. */
  let stuck: Person
  let onStuckRead: () => void
  before(async () => {
    w = await world()
    await unitOfWork(w.desk, systemUser, async (unit) => {
      // Desks with ids above 20,000 count as large (kernel/read-in-worker.ts).
      await sql`update sqlite_sequence set seq = 30000 where name in ('tickets', 'users')`.execute(unit.db.sql)
      const references = { group_id: w.ids['Printers'] as number, customer_id: 2, state_id: 2, priority_id: 2 }
      await insert(unit, 'ticket', { ...references, number: '30001', title: 'One of many printers' })
    })
    const { readInWorker } = w.desk.database
    assert.ok(readInWorker)
    const database: Database = {
      ...w.desk.database,
      readInWorker(query, given) {
        const isStuck = given.caller === w.ids[stuck]
        const rows = readInWorker(isStuck ? endless : query, given)
        if (isStuck) onStuckRead()
        return rows
      },
    }
    const cache = () => new VersionedCache(() => w.desk.database.version())
    apps = [
      await createApp({ ...w.desk, database, cache: cache() }),
      await createApp(
        { ...w.desk, database, cache: cache() },
        { ...defaultLimits, timeouts: { ...defaultLimits.timeouts, reading: 50 } },
      ),
    ]
    ;[base, baseWithShortLimit] = (await Promise.all(apps.map((app) => app.listen('127.0.0.1', 0)))) as [string, string]
  })
  beforeEach(() => {
    stuck = 'omar'
    onStuckRead = () => {}
  })
  after(async () => {
    for (const app of apps) await app.http.close()
    await w.close()
  })

  const request = (as: Person, path: string, { url = base, signal }: { url?: string; signal?: AbortSignal } = {}) =>
    fetch(`${url}/api/v1/${path}`, {
      headers: { authorization: `Token token=${w.tokens[as]}` },
      ...(signal ? { signal } : {}),
    })
  const facets = 'tickets/facets?query=printer'

  for (const path of [facets, 'tickets?sort_by=priority_id']) {
    test(`abandoned requests delay no others: ${path}`, async () => {
      const gone = new AbortController()
      let begun = 0
      onStuckRead = () => {
        begun += 1
        if (begun === 6) gone.abort()
      }
      const requests = Array.from({ length: 6 }, () => request('omar', path, { signal: gone.signal }))
      for (const result of await Promise.allSettled(requests)) assert.equal(result.status, 'rejected')
      // A database file of this size has one read worker: behind any of the six, this request would wait forever.
      assert.equal((await request('rita', path)).status, 200)
    })
  }

  test('a read that takes too long is stopped with an error, and the next one succeeds', async () => {
    for (const path of [facets, 'tickets?sort_by=priority_id']) {
      const refused = await request('omar', path, { url: baseWithShortLimit })
      assert.equal(refused.status, 422, path)
      const { error } = (await refused.json()) as { error: string }
      assert.equal(error, 'The request took too long and was stopped; narrow the search, or sort by another column.')
    }
    stuck = 'no one' as Person
    assert.equal((await request('omar', facets)).status, 200)
  })

  test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
})
