import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { checkpointWorker, COMMIT_CHECKPOINT_PAGES, startCheckpoints } from './checkpoints.ts'

describe('the write-ahead log', () => {
  let folder: string
  let db: DatabaseSync
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-checkpoints-'))
    db = new DatabaseSync(join(folder, 'test.db'))
    db.exec(
      `pragma journal_mode = wal; pragma wal_autocheckpoint = ${COMMIT_CHECKPOINT_PAGES}; pragma synchronous = off; create table notes (body)`,
    )
  })
  afterEach(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  /** Writes pages, each in a transaction of its own. */
  const writePages = (count: number) => {
    for (let index = 0; index < count; index++) db.exec('insert into notes values (zeroblob(4000))')
  }
  const pagesLeft = () => {
    const { log, checkpointed } = db.prepare('pragma wal_checkpoint(noop)').get() as Record<string, number>
    return (log as number) - (checkpointed as number)
  }
  const count = () => db.prepare('select count(*) as count from notes').get()?.['count']

  /** Starts checkpoints; `started` has an entry for each thread, and `done` resolves to the result of the first checkpoint. */
  function startObserved() {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const started: string[] = []
    const checkpoints = startCheckpoints(db, (path) => {
      started.push(path)
      const worker = checkpointWorker(path)
      const run = async () => {
        const isWhole = await worker.run(null)
        resolve(isWhole)
        return isWhole
      }
      return { ...worker, run, close: () => worker.close() }
    })
    return { checkpoints, started, done: promise }
  }

  test('is moved into the file by a thread once it is long, and no row is lost', async () => {
    const { checkpoints, started, done } = startObserved()
    writePages(100)
    checkpoints.afterCommit()
    assert.deepEqual(started, [])
    writePages(1000)
    checkpoints.afterCommit()
    writePages(1)
    checkpoints.afterCommit()
    assert.equal(await done, true)
    assert.equal(started.length, 1)
    assert.equal(pagesLeft(), 0)
    assert.equal(count(), 1101)
    await checkpoints.end()
  })

  test('waits for a reader of an older state, and is moved after that', async () => {
    const reader = new DatabaseSync(join(folder, 'test.db'))
    writePages(10)
    reader.exec('begin')
    reader.prepare('select count(*) from notes').get()
    const { checkpoints, done } = startObserved()
    writePages(1100)
    checkpoints.afterCommit()
    assert.equal(await done, false)
    assert.ok(pagesLeft() > 0)
    reader.close()
    const again = startObserved()
    again.checkpoints.afterCommit()
    assert.equal(await again.done, true)
    assert.equal(pagesLeft(), 0)
    await Promise.all([checkpoints.end(), again.checkpoints.end()])
  })
})
