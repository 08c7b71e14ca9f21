import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import type { Match } from '../../db/dialect.ts'
import { sqliteDialect } from '../../db/sqlite.ts'
import { everyDocument, referenceColumn } from '../references.ts'
import { windowOf, windowTerm } from '../windows.ts'
import { hitsIn } from './index-ranges.ts'
import type { Task } from './task.ts'

const TICKETS = 50_000
const END = 2 * TICKETS + 1
/** A small part of the changes. */
const MIDDLE = [48_000, 52_000] as const

const word = (text: string) => ({ text, columns: ['title'], prefix: false })
const both = (...of: Match[]): Match => ({ operator: 'AND', of })
const either = (...of: Match[]): Match => ({ operator: 'OR', of })
const never = both(word('even'), word('odd'))

const withoutHits: Readonly<Record<string, Match>> = {
  'words that are never together': never,
  'alternatives of such words': either(never, both(word('odd'), word('even'), word('every'))),
  'a word that is always excluded': { of: word('odd'), without: either(word('every'), word('even')) },
  'a word that a conjunction excludes': { of: word('odd'), without: both(word('odd'), word('every')) },
  'everything without everything': { of: everyDocument, without: word('every') },
  'a phrase': word('odd every'),
}
const withHits: Readonly<Record<string, Match>> = {
  'two words': both(word('even'), word('every')),
  'a phrase': word('every odd'),
  'a word without another': { of: word('every'), without: word('odd') },
  'a negation': { of: everyDocument, without: word('odd') },
}

/** The file in which Linux counts the bytes that this process has read. */
const io = '/proc/self/io'
const readSoFar = (): number => (existsSync(io) ? Number(/rchar: (\d+)/.exec(readFileSync(io, 'utf8'))?.[1]) : 0)

describe('a range of changes', () => {
  let folder: string
  let db: DatabaseSync
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-ranges-'))
    db = new DatabaseSync(join(folder, 'test.db'))
    // With so small a cache, each statement reads its pages again.
    db.exec('pragma cache_size = 2; create table tickets (change integer primary key)')
    for (const text of sqliteDialect.textTable('tickets_text', [referenceColumn, 'title'])) db.exec(text)
    addTickets(db)
  })
  after(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  test('has the same hits as the whole index', async () => {
    const { task } = taskOn(db)
    for (const [name, match] of [...Object.entries(withHits), ...Object.entries(withoutHits)]) {
      const all = await hitsIn({ ...task, hasWindows: false }, match, [0, END], 'asc', TICKETS)
      for (const [from, to] of [[0, 3000], MIDDLE, [9001, 33_333], [99_500, END]] as const) {
        const expected = all.filter((change) => change >= from && change < to)
        assert.deepEqual(await hitsIn(task, match, [from, to], 'asc', TICKETS), expected, `${name}, from ${from}`)
        assert.deepEqual(
          await hitsIn(task, match, [from, to], 'desc', TICKETS),
          expected.toReversed(),
          `${name}, from ${from}`,
        )
      }
    }
  })

  test('is read without what is before and after it', { skip: !existsSync(io) }, async () => {
    const { task, bytesRead } = taskOn(db)
    for (const [name, match] of Object.entries(withoutHits))
      for (const order of ['asc', 'desc'] as const) {
        assert.deepEqual(await hitsIn({ ...task, hasWindows: false }, match, MIDDLE, order, TICKETS), [])
        const whole = bytesRead()
        assert.deepEqual(await hitsIn(task, match, MIDDLE, order, TICKETS), [])
        assert.ok(bytesRead() < whole / 2, `${name}, ${order}: ${bytesRead()} bytes of ${whole}`)
      }
  })
})

function addTickets(db: DatabaseSync): void {
  const row = db.prepare('insert into tickets values (?)')
  const document = db.prepare(`insert into tickets_text (rowid, ${referenceColumn}, title) values (?, ?, ?)`)
  // The row ids of FTS5's own tables, which `run` returns, can exceed JavaScript's safe integers.
  document.setReadBigInts(true)
  db.exec('begin')
  for (let change = 2; change < END; change += 2) {
    row.run(change)
    const terms = `${everyDocument.text} ${windowTerm(windowOf(change))}`
    document.run(change, terms, `every ${change % 4 === 0 ? 'even' : 'odd'}`)
  }
  db.exec("commit; insert into tickets_text (tickets_text) values ('optimize')")
}

/** A task on a database, and the number of bytes that its last statement read. */
function taskOn(db: DatabaseSync): { task: Task; bytesRead: () => number } {
  let bytes = 0
  const arrays = async ({ sql, parameters }: CompiledQuery) => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    const before = readSoFar()
    const rows = statement.all(...(parameters as number[]))
    bytes = readSoFar() - before
    return rows
  }
  const task = { ctx: { db: { dialect: sqliteDialect, arrays } }, resource: { path: 'tickets' }, hasWindows: true }
  return { task: task as unknown as Task, bytesRead: () => bytes }
}
