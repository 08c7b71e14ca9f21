import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import type { Connection } from './dialect.ts'
import { groupCommit } from './group-commit.ts'
import { logSync } from './log-sync.ts'
import { Turns } from './next-turn.ts'
import { openSqlite } from './open-sqlite.ts'
import { openConnection, writingConnection } from './sqlite-connection.ts'

const run = async (db: Connection, text: string) => db.arrays(CompiledQuery.raw(text))
const write = (note: string) => (db: Connection) => run(db, `insert into notes values ('${note}')`)

describe('commits', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-sync-'))
    path = join(folder, 'desk.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Opens a database whose log is synced when the test says so. */
  function openWithSyncs() {
    let begun = Promise.withResolvers<void>()
    let finished = Promise.withResolvers<void>()
    const sync = () => {
      finished = Promise.withResolvers()
      begun.resolve()
      return finished.promise
    }
    const db = openConnection(path, 'pragma synchronous = normal; create table notes (body)')
    const reader = openConnection(path, 'pragma query_only = on')
    const turns = new Turns()
    const unit = writingConnection(db, turns)
    const units = groupCommit({ db, unit, turns, busyTimeout: 1000, sync, committed: () => {} })
    return {
      units,
      notes: () =>
        reader
          .prepare('select body from notes order by rowid')
          .all()
          .map(({ body }) => body),
      /** Resolves when a commit waits for its sync. */
      nextSync: async () => {
        await begun.promise
        begun = Promise.withResolvers()
      },
      finishSync: (failure?: Error) => (failure ? finished.reject(failure) : finished.resolve()),
      close: async () => {
        await units.idle()
        reader.close()
        db.close()
      },
    }
  }

  test('are durable before their units are fulfilled; reads do not wait, and later units share the next one', async () => {
    const { units, notes, nextSync, finishSync, close } = openWithSyncs()
    const events: string[] = []
    const unit = (name: string) => units.run(write(name)).then(() => events.push(name))
    const first = unit('a')
    await nextSync()
    const others = [unit('b'), unit('c')]
    assert.deepEqual([notes(), events, units.waiting()], [['a'], [], 2])
    finishSync()
    await first
    assert.deepEqual(events, ['a'])
    await nextSync()
    finishSync()
    await Promise.all(others)
    assert.deepEqual(events, ['a', 'b', 'c'])
    await close()
  })

  test('that cannot be synced fail their units, but later commits succeed', async () => {
    const { units, nextSync, finishSync, close } = openWithSyncs()
    const [first, second] = [units.run(write('a')), units.run(write('b'))]
    await nextSync()
    finishSync(Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' }))
    await assert.rejects(first, /fdatasync/)
    await assert.rejects(second, /fdatasync/)
    const third = units.run(write('c'))
    await nextSync()
    finishSync()
    await third
    await close()
  })

  test('of a served database are each synced once', async (t) => {
    // All file handles share one prototype.
    const handle = await openFile(folder)
    const prototype = Object.getPrototypeOf(handle) as { datasync(): Promise<void> }
    await handle.close()
    const synced = t.mock.method(prototype, 'datasync')
    const database = openSqlite(path)
    const counts: number[] = []
    for (const text of ['create table notes (body)', `insert into notes values ('a')`]) {
      await database.transaction((db) => run(db, text))
      counts.push(synced.mock.callCount())
    }
    await database.close()
    assert.deepEqual(counts, [1, 2])
  })

  test('after a failed sync are made durable by a checkpoint, and fail if it cannot be done', async (t) => {
    const db = openConnection(path, 'pragma synchronous = normal; create table notes (body)')
    const handle = await openFile(folder)
    const prototype = Object.getPrototypeOf(handle) as { datasync(): Promise<void> }
    await handle.close()
    let isFull = true
    let checkpoints = 0
    const log = logSync(path, () => {
      checkpoints += 1
      return !isFull
    })
    const failing = t.mock.method(prototype, 'datasync', () => Promise.reject(new Error('i/o error')))
    await assert.rejects(log.sync(), /i\/o error/)
    failing.mock.restore()
    await assert.rejects(log.sync(), /could not be synced/)
    isFull = false
    await log.sync()
    await log.sync()
    assert.equal(checkpoints, 2)
    await log.close()
    db.close()
  })

  test('cannot be synced if there is no log', async () => {
    const log = logSync(path, () => true)
    await assert.rejects(log.sync(), { code: 'ENOENT' })
    await log.close()
  })
})
