import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sqliteDialect } from '../packages/server/src/db/sqlite.ts'
import { writeDefaults } from '../packages/server/src/setup/defaults.ts'
import { openDesk } from '../packages/server/src/setup/desk.ts'
import { prefixMarker } from '../packages/server/src/search/term-prefix.ts'
import { makeToken } from '../packages/server/src/auth/tokens.ts'
import { type Item, people, type Row, type Size, tickets } from './records.ts'

/** A data folder for a service, with the token of an agent who may see everything. */
export interface Generated {
  readonly folder: string
  readonly file: string
  readonly token: string
  readonly size: Size
}

export const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/**
 * Returns a desk of generated records, which are the same in every run. It is cached below `bench/.data`, because generating a million tickets takes minutes, and it
 * is generated again when these files or the tables change.
 */
export async function generated(size: Size): Promise<Generated> {
  const folder = join(dataFolder, nameOf(size))
  const file = join(folder, 'deskbell.db')
  const done = join(folder, 'token')
  if (existsSync(done)) return { folder, file, size, token: readFileSync(done, 'utf8') }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const desk = await openDesk({ data: folder, databaseUrl: undefined }, quiet)
  const admin = (await writeDefaults(desk, { email: 'admin@example.com', password: 'bench' })) as number
  const token = await makeToken(desk, admin, { name: 'bench' })
  await desk.database.close()
  const db = new DatabaseSync(file)
  db.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; pragma foreign_keys = off; begin',
  )
  fill(db, size, admin)
  db.exec(`update settings set value = '${size.tickets}' where name = 'ticket_counter'; commit`)
  if (size.articles > 0) {
    db.exec("insert into tickets_text(tickets_text) values('optimize')")
    db.exec(`insert into tickets_text(tickets_text, rank) values('hashsize', ${1 << 20})`)
    fillVocabulary(db)
  }
  db.exec('pragma journal_mode = wal')
  db.close()
  writeFileSync(done, token)
  return { folder, file, size, token }
}

const dataFolder = fileURLToPath(new URL('.data', import.meta.url))

/** Returns a name for the data of this size. It changes with everything that the data depends on. */
export const nameOf = ({ tickets: count, articles }: Size): string => `${count}-${articles}-${versionOfData()}`

/** Returns a hash of everything that the data depends on: these files and the tables. Later migrations run when the service starts. */
function versionOfData(): string {
  const hash = createHash('sha256').update(sqliteDialect.textTable('any', []).join())
  for (const file of ['data.ts', 'records.ts', ...sources.map((source) => `../packages/server/src/${source}`)])
    hash.update(readFileSync(new URL(file, import.meta.url)))
  return hash.digest('hex').slice(0, 8)
}

const sources = [
  'db/migrations/first-tables/tickets.ts',
  'search/document-columns.ts',
  'search/spans.ts',
  'search/references.ts',
  'search/windows.ts',
]

function fill(db: DatabaseSync, size: Size, admin: number): void {
  const insert = inserter(db)
  const write = ({ table, row, document }: Item) => {
    insert(table, row)
    if (document) insert(`${table}_text`, { rowid: document.rowid, ...document.texts })
  }
  for (const item of people(size, admin)) write(item)
  // The index is written in large segments, because FTS5 allows 2,000 at most; they are merged at the end.
  db.exec(`insert into tickets_text (tickets_text, rank) values ('hashsize', ${SEGMENT_BYTES})`)
  for (const item of tickets(size)) {
    if (size.articles > 0 && item.row['id'] === FULL_SEGMENTS) liftSegments(db)
    write(item)
  }
}

/** Bytes of an index that are kept in memory before they are written as a segment. */
const SEGMENT_BYTES = 16 << 20
/** Number of tickets whose index is several times as large as such a segment. */
const FULL_SEGMENTS = 30_000

/**
 * Moves the segments of the index to the level that they have after years of use. Each merge moves segments up one level;
 * large segments on a low level would all be merged soon after the first changes.
 */
function liftSegments(db: DatabaseSync): void {
  for (let row = -1; row >= -3; row--) {
    db.exec(
      `insert into tickets_text (rowid, title) values (${row}, 'x'); insert into tickets_text (tickets_text) values ('optimize')`,
    )
  }
  db.exec('delete from tickets_text where rowid < 0')
}

/** Returns a function that inserts rows; those of a table have the same columns. */
function inserter(db: DatabaseSync): (table: string, row: Row) => void {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepare = (table: string, columns: readonly string[]) => {
    const names = columns.map((name) => `"${name}"`).join()
    const statement = db.prepare(`insert into ${table} (${names}) values (${columns.map(() => '?').join()})`)
    // The row ids of the internal tables of FTS5 can exceed JavaScript's safe integers.
    statement.setReadBigInts(true)
    statements.set(table, statement)
    return statement
  }
  return (table, row) => {
    const statement = statements.get(table) ?? prepare(table, Object.keys(row))
    statement.run(...(Object.values(row) as string[]))
  }
}

/** Fills the vocabulary with the words of all full-text indexes. */
function fillVocabulary(db: DatabaseSync): void {
  for (const table of ['tickets_text', 'users_text', 'organizations_text', 'groups_text']) {
    db.exec(`create virtual table temp.${table}_terms using fts5vocab('main', '${table}', 'row');
      insert or ignore into search_words (word) select term from temp.${table}_terms where term not glob '${prefixMarker}*';
      drop table temp.${table}_terms`)
  }
  db.exec('insert into search_words_parts (rowid, word) select id, word from search_words')
  db.exec("insert into search_words_parts(search_words_parts) values('optimize')")
}
