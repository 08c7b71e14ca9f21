import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Fill } from '../testing/each-dialect.ts'
import { programs } from '../testing/postgres-programs.ts'
import { createReplica, createServer, replicated, type Server, urlIn } from '../testing/postgres-server.ts'
import { type World, world } from '../testing/world.ts'
import type { Database } from './dialect.ts'
import { openDatabase, openRemote } from './open.ts'

const open = (databaseUrl: string, readUrl: string) => openDatabase({ data: '', databaseUrl, readUrl })

const newFolder = () => mkdtempSync(join(tmpdir(), 'deskbell-replica-'))

describe('a streaming replica', { skip: programs === undefined }, () => {
  let server: Server
  let replica: Server
  /** A connection to the replica, for its administration. */
  let control: Database
  let w: World
  const changes: string[] = []

  before(async () => {
    server = await createServer(newFolder(), replicated)
    replica = await createReplica(server, newFolder())
    await server.start()
    await replica.start()
    control = await openRemote(urlIn(replica.folder), { max: 1 })
    w = await world(async <T>(fill: Fill<T>) => {
      const location = { data: '', databaseUrl: urlIn(server.folder), readUrl: urlIn(replica.folder) }
      const database = await openDatabase(location, (_, failure) =>
        changes.push(failure instanceof Error ? failure.message : 'none'),
      )
      return { ...database, folder: server.folder, filled: await fill(database) }
    })
  })
  after(async () => {
    await Promise.all([w.close(), control.close()])
    await Promise.all([server.remove(), replica.remove()])
  })

  const counts = () => ({ ...(w.desk.database.replica ?? assert.fail()).counts })
  const title = async () => (await w.request('tickets/1')).json.title as string
  const rename = async (text: string) => {
    const reply = await w.request('tickets/1', { method: 'PUT', body: { title: text } })
    assert.equal(reply.status, 200)
  }
  const onReplica = (text: string) => control.arrays(CompiledQuery.raw(text))

  /** Searches until the replica answers again: after a failure it is not asked for a while. Searches are never cached. */
  async function untilUsed(): Promise<void> {
    for (const { replica: before } = counts(); counts().replica === before; await wait(5))
      await w.request('tickets/search?query=printer')
  }

  test('answers reads, each of which sees all earlier changes', async () => {
    await untilUsed()
    const before = counts()
    for (let round = 0; round < 10; round++) {
      await rename(`round ${round}`)
      assert.equal(await title(), `round ${round}`)
      const found = await w.request(`tickets/search?query=title:"round ${round}"`)
      assert.deepEqual(found.json.tickets, [1])
    }
    assert.ok(counts().replica > before.replica, JSON.stringify(counts()))
  })

  test('is not asked while it lags, and used again when it has caught up', async () => {
    await onReplica('select pg_wal_replay_pause()')
    await rename('newer')
    const before = counts()
    assert.equal(await title(), 'newer')
    assert.deepEqual(counts(), { ...before, database: before.database + 1 })
    await onReplica('select pg_wal_replay_resume()')
    await untilUsed()
    assert.equal(await title(), 'newer')
  })

  test('a replica that stops is replaced by the database, which is reported once', async () => {
    changes.length = 0
    await replica.stop('SIGQUIT')
    await rename('without a replica')
    for (let round = 0; round < 3; round++) assert.equal(await title(), 'without a replica')
    await replica.start()
    await untilUsed()
    assert.equal(await title(), 'without a replica')
    assert.equal(changes.length, 2, changes.join())
    assert.equal(changes[1], 'none')
  })

  test('a server that is not a replica of the same database is rejected', async () => {
    const [original, copy] = [urlIn(server.folder), urlIn(replica.folder)]
    await assert.rejects(
      open(original, original),
      /^Error: The replica cannot be used: .* is not a replica: it accepts/,
    )
    const other = await createServer(newFolder())
    await other.start()
    await assert.rejects(open(urlIn(other.folder), copy), /is a replica of another database server/)
    await other.remove()
  })
})
