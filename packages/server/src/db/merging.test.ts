import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { mergeWorker, merging, piecesOf } from './merging.ts'
import { sqliteDialect } from './sqlite.ts'

describe('the pieces of a full-text table', () => {
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
    add.setReadBigInts(true)
    add.run(id, `note ${id} about printers and paper number${id % 7}`)
  }
  const found = (word: string) =>
    db
      .prepare('select rowid from notes_text where notes_text match ? order by rowid desc')
      .all(word)
      .map(({ rowid }) => rowid as number)
  /** Whether the index is what it has to be, and nothing that was written is missing. */
  const isSound = (count: number) => {
    db.exec("insert into notes_text (notes_text) values ('integrity-check')")
    const all = Array.from({ length: count }, (_, index) => count - index)
    assert.deepEqual(found('printers'), all)
    assert.deepEqual(
      found('number3'),
      all.filter((id) => id % 7 === 3),
    )
  }
  const version = () => other.prepare('pragma data_version').get()?.['data_version']

  test('stay few while writes never stop', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const pieces = merging(db, () => true)
    let most = 0
    for (let id = 1; id <= 1000; id += 1) {
      write(id)
      pieces.between()
      if (id % 10 === 0) most = Math.max(most, piecesOf(db, 'notes_text'))
    }
    assert.ok(most < 100, `${most} pieces`)
    isSound(1000)
  })

  test('stay far from the limit when commits add many pieces, and long ones', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const pieces = merging(db, () => true)
    const add = db.prepare('insert into notes_text (rowid, body) values (?, ?)')
    let most = 0
    for (let commit = 0; commit < 40; commit += 1) {
      db.exec('begin')
      // Each step backwards begins a new piece.
      for (let id = 64; id > 0; id -= 1) {
        const words = Array.from({ length: 300 }, (_, at) => `w${(id * 7919 + at * 104_729 + commit) % 1_000_003}`)
        add.run(commit * 64 + id, words.join(' '))
      }
      db.exec('commit')
      pieces.between()
      if (commit % 8 === 7) most = Math.max(most, piecesOf(db, 'notes_text'))
    }
    assert.ok(most <= 256, `${most} pieces`)
  })

  test('become fewer when the writing pauses, and then there is peace', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let busy = true
    const pieces = merging(db, () => busy)
    for (let id = 1; id <= 50; id += 1) write(id)
    assert.equal(piecesOf(db, 'notes_text'), 50)
    pieces.between()
    t.mock.timers.tick(1000)
    assert.equal(piecesOf(db, 'notes_text'), 50, 'while somebody writes, nothing happens')
    busy = false
    pieces.between()
    for (let times = 0; times < 100; times += 1) t.mock.timers.tick(1000)
    assert.ok(piecesOf(db, 'notes_text') < 8)
    isSound(50)
    const before = version()
    pieces.between()
    t.mock.timers.tick(1000)
    assert.equal(version(), before, 'nothing to merge is nothing to write')
  })

  test('wait when another process writes, and for the next commit when a step fails', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const pieces = merging(db, () => false)
    for (let id = 1; id <= 50; id += 1) write(id)
    other.exec('begin immediate')
    pieces.between()
    t.mock.timers.tick(1000)
    assert.equal(piecesOf(db, 'notes_text'), 50)
    assert.equal(db.isTransaction, false)
    other.exec('rollback')
    t.mock.timers.tick(1000)
    pieces.between()
    t.mock.timers.tick(1000)
    assert.ok(piecesOf(db, 'notes_text') < 50)
    assert.equal(db.prepare('pragma synchronous').get()?.['synchronous'], 2, 'writes are synced')
    void pieces.end()
  })

  test('of a large database become fewer beside everything else, also while it is written', async () => {
    const pieces = merging(db, () => false, 0)
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
      pieces.between()
    }
    for (let times = 0; times < 5; times += 1) {
      writeSome()
      while (piecesOf(db, 'notes_text') > 8) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    writeSome()
    await pieces.end()
    pieces.between()
    isSound(count)
  })

  test('of a large database are looked at again when somebody wrote during a step that could not be taken', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const answers: ((isMore: boolean) => void)[] = []
    const pieces = merging(
      db,
      () => false,
      0,
      () => ({ run: () => new Promise((answer) => answers.push(answer)), close: async () => {} }),
    )
    const answered = async (isMore: boolean) => {
      answers.at(-1)?.(isMore)
      await Promise.resolve()
      t.mock.timers.tick(1000)
      return answers.length
    }
    pieces.between()
    t.mock.timers.tick(1000)
    assert.equal(answers.length, 1)
    pieces.between()
    assert.equal(await answered(false), 2, 'there was a write during the step')
    assert.equal(await answered(false), 2, 'there was none')
    pieces.between()
    t.mock.timers.tick(1000)
    assert.equal(answers.length, 3)
    await pieces.end()
  })

  test('of a large database are left as they are while another process writes', async () => {
    for (let id = 1; id <= 50; id += 1) write(id)
    const merger = mergeWorker(join(folder, 'test.db'))
    other.exec('begin immediate')
    assert.equal(await merger.run({ tables: ['notes_text'], pages: 16 }), false)
    assert.equal(piecesOf(db, 'notes_text'), 50)
    other.exec('rollback')
    assert.equal(await merger.run({ tables: ['notes_text'], pages: 16 }), true)
    assert.ok(piecesOf(db, 'notes_text') < 50)
    await merger.close()
    isSound(50)
  })
})
