/** Copies a desk from one database to another: its rows and counters. The search index is built anew. */
import { rm } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import type { Connection, Database } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import type { MovedTable } from '../db/moving/mover.ts'
import { countRows, insertRows, keyOf, moverOf, readRows, sumOf, tablesToMove } from '../db/moving/rows.ts'
import { inSnapshot } from '../db/moving/source.ts'
import { openSqliteForLoading } from '../db/open-sqlite.ts'
import type { Desk } from '../kernel/context.ts'
import { writeStoredValue } from '../kernel/settings.ts'
import { reindex } from '../upkeep/reindex.ts'
import { UnfinishedCopy } from './unfinished-copy.ts'

/** Called with the progress of a step. The numbers count rows, or in the step `index` records. */
export type OnStep = (step: CopyStep, done: number, total: number) => void

/** The steps of a copy, in their order. */
export type CopyStep = 'rows' | 'comparison' | 'index'

/** The result of a copy. */
export interface CopiedTables {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies a desk into an empty database, and builds its search index. A copy that was interrupted continues where it
 * ended.
 * @param from the source, in a transaction that sees a snapshot of it.
 * @param place the name of the source.
 * @throws Error if the target contains anything but an unfinished copy of this source, or if the rows differ at the end.
 */
export async function copyDesk(from: Connection, place: string, target: Desk, onStep?: OnStep): Promise<CopiedTables> {
  const { copy, copied } = await copyRecords(from, place, target.database, onStep)
  await reindex(target, (done, total) => onStep?.('index', done, total), { empty: true })
  await copy.finish()
  return copied
}

/**
 * Writes the records of a PostgreSQL database, from one snapshot, into a new file of the embedded database. The search index
 * of the file is empty and marked as incomplete.
 */
export async function copyIntoFile(database: Database, path: string): Promise<void> {
  await inSnapshot(database, 'snapshot', async (from) => {
    // After a lost connection the transaction is repeated.
    await rm(path, { force: true })
    const file = openSqliteForLoading(path)
    try {
      const { copy } = await copyRecords(from, database.place, file)
      await file.transaction((db) => writeStoredValue(db, 'search_documents', ''))
      await copy.finish()
    } finally {
      await file.close()
    }
  })
}

/** Copies everything except for the search index. */
async function copyRecords(from: Connection, place: string, database: Database, onStep: OnStep = () => {}) {
  const copy = await UnfinishedCopy.open(database, place)
  // `true` allows the migration of an unfinished copy.
  await migrate(database, undefined, true)
  const tables = await tablesToMove(from, database)
  if (copy.state.step === 'tables') await prepare(copy, tables)
  if (copy.state.step === 'rows') await load(copy, from, tables, onStep)
  return { copy, copied: { tables: tables.length, rows: await totalOf(from, tables) } }
}

/** Removes the rows that migrations write, and the indexes and references that would slow down loading. */
async function prepare(copy: UnfinishedCopy, tables: readonly MovedTable[]): Promise<void> {
  await copy.advance(async (db) => {
    const rebuild = await moverOf(db).dropIndexesAndReferences(db, tables)
    for (const { name } of tables) await run(db, `delete from "${name}"`)
    return { step: 'rows', rebuild }
  })
}

/** Copies the rows of all tables and compares both sides. A later process can continue the copy. */
async function load(copy: UnfinishedCopy, from: Connection, tables: readonly MovedTable[], onStep: OnStep) {
  const total = await totalOf(from, tables)
  let done = Object.values(copy.state.tables).reduce((sum, { rows }) => sum + rows, 0)
  for (const table of tables) await copyRows(copy, from, table, (rows) => onStep('rows', (done += rows), total))
  await compare(from, copy.database, tables, onStep)
  await copy.advance(async (db) => {
    await copyNumbers(from, db, tables)
    for (const statement of copy.state.rebuild) await run(db, statement)
    await refuseDangling(db)
    for (const statement of moverOf(db).afterLoading) await run(db, statement)
    return { step: 'index', rebuild: [] }
  })
}

async function copyRows(copy: UnfinishedCopy, from: Connection, table: MovedTable, onRows: (rows: number) => void) {
  for await (const rows of readRows(from, table, copy.state.tables[table.name]?.after)) {
    await copy.advance(async (db) => {
      await insertRows(db, table, rows)
      const before = copy.state.tables[table.name]?.rows ?? 0
      const after = keyOf(table, rows.at(-1) ?? [])
      return { tables: { ...copy.state.tables, [table.name]: { after, rows: before + rows.length } } }
    })
    onRows(rows.length)
  }
}

/** @throws Error that names the tables whose rows differ. */
async function compare(from: Connection, to: Connection, tables: readonly MovedTable[], onStep: OnStep): Promise<void> {
  const total = 2 * (await totalOf(from, tables))
  let done = 0
  const onRows = (rows: number) => onStep('comparison', (done += rows), total)
  const different: string[] = []
  for (const table of tables) {
    const [source, target] = await Promise.all([sumOf(from, table, onRows), sumOf(to, table, onRows)])
    if (source.rows !== target.rows) different.push(`${table.name} (${source.rows} rows, ${target.rows} in the copy)`)
    else if (source.checksum !== target.checksum) different.push(`${table.name} (other values)`)
  }
  if (different.length > 0)
    throw new Error(
      `The copy differs from its source in ${different.join(', ')}. The source was probably written while the copy was ` +
        `interrupted: remove the copy and begin again.`,
    )
}

/** Copies the counters of the database: the last id of each table, and the number of tickets so far. */
async function copyNumbers(from: Connection, to: Connection, tables: readonly MovedTable[]): Promise<void> {
  const last = await moverOf(from).lastIds(from, tables)
  for (const { name } of tables) {
    const id = last.get(name)
    if (id !== undefined) await moverOf(to).setLastId(to, name, id)
  }
  const { count } = await from.sql.selectNoFrom(from.dialect.lastTicketCount().as('count')).executeTakeFirstOrThrow()
  await moverOf(to).setTicketCounter(to, count)
}

async function refuseDangling(db: Connection): Promise<void> {
  const { foreignKeyCheck } = db.dialect
  const rows = foreignKeyCheck === undefined ? [] : await db.arrays(CompiledQuery.raw(foreignKeyCheck))
  const [[table, , parent] = []] = rows as string[][]
  if (table !== undefined) throw new Error(`A row of ${table} refers to a row of ${parent} that does not exist.`)
}

async function totalOf(db: Connection, tables: readonly MovedTable[]): Promise<number> {
  let total = 0
  for (const table of tables) total += await countRows(db, table)
  return total
}

const run = (db: Connection, statement: string) => db.sql.executeQuery(CompiledQuery.raw(statement))
