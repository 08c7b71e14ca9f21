import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { mergeWorker, startMerging, segmentCount } from './merging.ts'
import { sqliteDialect } from './sqlite.ts'

describe('the segments of a full-text table', () => {
  let folder: string
  let db: DatabaseSync
  let other: DatabaseSync
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-merging-'))
    db = new DatabaseSync(join(folder, 'test.db'), { timeout: 0 })
    db.exec('pragma journal_mode = wal')
    for (const statement of sqliteDialect.textTable('notes_text', ['body'])) db.exec(statement)
    other = new DatabaseSync(join(folder, 'test.db'), { timeout: 0 })
  })
  afterEach(() => {
    db.close()
    other.close()
    rmSync(folder, { recursive: true })
  })

  const write = (id: number) => {
    const add = db.prepare('insert into notes_text (rowid, body) values (?, ?)')
    // The row ids of FTS5's own tables, which `run` returns, can exceed JavaScript's safe integers.
    add.setReadBigInts(true)
    add.run(id, `note ${id} about printers and paper number${id % 7}`)
  }
  const found = (word: string) =>
    db
      .prepare('select rowid from notes_text where notes_text match ? order by rowid desc')
      .all(word)
      .map(({ rowid }) => rowid as number)
  /** Checks that the index is intact and contains all notes. */
  const assertIntact = (count: number) => {
    db.exec("insert into notes_text (notes_text) values ('integrity-check')")
    const all = Array.from({ length: count }, (_, index) => count - index)
    assert.deepEqual(found('printers'), all)
    assert.deepEqual(
      found('number3'),
      all.filter((id) => id % 7 === 3),
    )
  }
  const version = () => other.prepare('pragma data_version').get()?.['data_version']

  test('stay few while writes never pause', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const merger = startMerging(db, () => true)
    let largest = 0
    for (let id = 1; id <= 1000; id += 1) {
      write(id)
      await merger.afterWrites()
      if (id % 10 === 0) largest = Math.max(largest, segmentCount(db, 'notes_text'))
    }
    assert.ok(largest < 30, `${largest} segments`)
    assertIntact(1000)
  })

  test('stay far below the limit when commits add many long segments', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const merger = startMerging(db, () => true)
    const add = db.prepare('insert into notes_text (rowid, body) values (?, ?)')
    let largest = 0
    for (let commit = 0; commit < 40; commit += 1) {
      db.exec('begin')
      // A row id that is lower than the one before begins a new segment.
      for (let id = 64; id > 0; id -= 1) {
        // Different words in each document, spread over the whole index.
        const words = Array.from(
          { length: 300 },
          (_, index) => `w${(id * 7919 + index * 104_729 + commit) % 1_000_003}`,
        )
        add.run(commit * 64 + id, words.join(' '))
      }
      db.exec('commit')
      await merger.afterWrites()
      if (commit % 8 === 7) largest = Math.max(largest, segmentCount(db, 'notes_text'))
    }
    assert.ok(largest <= 256, `${largest} segments`)
  })

  test('are merged when writing pauses, until nothing is left to merge', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let busy = true
    const merger = startMerging(db, () => busy)
    for (let id = 1; id <= 10; id += 1) write(id)
    assert.equal(segmentCount(db, 'notes_text'), 10)
    void merger.afterWrites()
    t.mock.timers.tick(1000)
    assert.equal(segmentCount(db, 'notes_text'), 10, 'nothing is merged during a write')
    busy = false
    void merger.afterWrites()
    for (let times = 0; times < 100; times += 1) t.mock.timers.tick(1000)
    assert.ok(segmentCount(db, 'notes_text') < 4)
    assertIntact(10)
    const before = version()
    void merger.afterWrites()
    t.mock.timers.tick(1000)
    assert.equal(version(), before, 'nothing is written when there is nothing to merge')
  })

  test('are merged after the first write, if the last run left far too many', async () => {
    for (let id = 1; id <= 1000; id += 1) write(id)
    const merger = startMerging(db, () => true)
    write(1001)
    await merger.afterWrites()
    assert.ok(segmentCount(db, 'notes_text') <= 256)
    assertIntact(1001)
    await merger.end()
  })

  test('are merged after a start, if the last run left many', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    for (let id = 1; id <= 50; id += 1) write(id)
    startMerging(db, () => false)
    for (let times = 0; times < 100; times += 1) t.mock.timers.tick(1000)
    assert.ok(segmentCount(db, 'notes_text') < 8)
  })

  test('are not merged while another process writes, but after the next commit', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const merger = startMerging(db, () => false)
    for (let id = 1; id <= 50; id += 1) write(id)
    other.exec('begin immediate')
    void merger.afterWrites()
    t.mock.timers.tick(1000)
    assert.equal(segmentCount(db, 'notes_text'), 50)
    assert.equal(db.isTransaction, false)
    other.exec('rollback')
    t.mock.timers.tick(1000)
    void merger.afterWrites()
    t.mock.timers.tick(1000)
    assert.ok(segmentCount(db, 'notes_text') < 50)
    void merger.end()
  })

  test('in a large database, segments are merged in a thread, even while it is written', async () => {
    const merger = startMerging(db, () => false, 0)
    let count = 0
    const writeSome = () => {
      for (const end = count + 50; count < end;) {
        try {
          write(count + 1)
          count += 1
        } catch (failure) {
          assert.match(String(failure), /database is locked/)
        }
      }
      void merger.afterWrites()
    }
    for (let times = 0; times < 5; times += 1) {
      writeSome()
      while (segmentCount(db, 'notes_text') > 8) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    writeSome()
    await merger.end()
    void merger.afterWrites()
    assertIntact(count)
  })

  test('in a large database, segments are merged again after a write during a step', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const answers: ((isMore: boolean) => void)[] = []
    const merger = startMerging(
      db,
      () => false,
      0,
      () => ({ run: () => new Promise((answer) => answers.push(answer)), waiting: () => 0, close: async () => {} }),
    )
    const answered = async (isMore: boolean) => {
      answers.at(-1)?.(isMore)
      await Promise.resolve()
      t.mock.timers.tick(1000)
      return answers.length
    }
    void merger.afterWrites()
    t.mock.timers.tick(1000)
    assert.equal(answers.length, 1)
    void merger.afterWrites()
    assert.equal(await answered(false), 2, 'another step after a write during the step')
    assert.equal(await answered(false), 2, 'no step without a write')
    void merger.afterWrites()
    t.mock.timers.tick(1000)
    assert.equal(answers.length, 3)
    await merger.end()
  })

  test('in a large database, segments are not merged while another process writes', async () => {
    for (let id = 1; id <= 50; id += 1) write(id)
    const merger = mergeWorker(join(folder, 'test.db'))
    other.exec('begin immediate')
    assert.equal(await merger.run({ tables: ['notes_text'], pages: 16 }), false)
    assert.equal(segmentCount(db, 'notes_text'), 50)
    other.exec('rollback')
    assert.equal(await merger.run({ tables: ['notes_text'], pages: 16 }), true)
    assert.ok(segmentCount(db, 'notes_text') < 50)
    await merger.close()
    assertIntact(50)
  })
})
