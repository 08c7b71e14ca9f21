import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../dialect.ts'
import type { MovedTable, Mover, Value } from './mover.ts'
import { postgresMover, recordTables } from './postgres.ts'
import { sqliteMover } from './sqlite.ts'

/** A row in the form that both databases share, in the order of the columns. */
export type MovedRow = readonly Value[]

/** Returns the mover of a database. */
export const moverOf = ({ dialect }: Connection): Mover => (dialect.name === 'sqlite' ? sqliteMover : postgresMover)

/**
 * Returns the tables that are moved from one database to another: those that both have. A table that only one of them
 * has serves the search index or the processes of that database.
 * @throws Error for two embedded databases, which do not know the types of their columns.
 */
export async function tablesToMove(from: Connection, to: Connection): Promise<MovedTable[]> {
  const typed = [from, to].find(({ dialect }) => dialect.name === 'postgres')
  if (!typed) throw new Error('Both databases are embedded: use deskbell backup and deskbell restore.')
  const [sourceTables, targetTables] = await Promise.all([moverOf(from).tables(from), moverOf(to).tables(to)])
  const common = new Set(sourceTables).intersection(new Set(targetTables))
  return (await recordTables(typed)).filter(({ name }) => common.has(name))
}

/** Returns the number of rows of a table. */
export async function countRows(db: Connection, { name }: MovedTable): Promise<number> {
  const [[count] = []] = await db.arrays(sql`select count(*) from ${sql.table(name)}`.compile(db.sql))
  return count as number
}

/**
 * Reads the rows of a table in batches of about two megabytes, in the order of the key.
 * @param after a key to continue after.
 */
export async function* readRows(db: Connection, table: MovedTable, after?: MovedRow): AsyncIterable<MovedRow[]> {
  let last = after
  let limit = FIRST_BATCH
  for (;;) {
    const rows = await readBatch(db, table, last, limit)
    if (rows.length === 0) return
    yield rows
    last = keyOf(table, rows.at(-1) as MovedRow)
    limit = Math.min(MAX_BATCH, Math.max(1, Math.round((BATCH_BYTES * rows.length) / sizeOf(rows))))
  }
}

/** The key of a row. */
export const keyOf = ({ key, columns }: MovedTable, row: MovedRow): MovedRow =>
  key.map((name) => row[columns.findIndex((column) => column.name === name)] as Value)

/** Inserts rows. @throws Error that names the record if a text cannot be stored. */
export async function insertRows(db: Connection, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  refuseNul(table, rows)
  await db.sql.executeQuery(moverOf(db).insert(table, JSON.stringify(rows)))
}

/** The number of rows of a table, and a checksum that is the same in both databases. */
export interface TableSum {
  readonly rows: number
  readonly checksum: string
}

/**
 * Sums the hashes of all rows, so that the sum does not depend on the order of the rows, which differs between the
 * databases.
 * @param onRows called with the number of rows of each batch, to report progress.
 */
export async function sumOf(db: Connection, table: MovedTable, onRows: (rows: number) => void): Promise<TableSum> {
  let count = 0
  let sum = 0n
  for await (const rows of readRows(db, table)) {
    for (const row of rows) sum += hashOf(table, row)
    count += rows.length
    onRows(rows.length)
  }
  return { rows: count, checksum: (sum % 2n ** 128n).toString(16).padStart(32, '0') }
}

/** Approximate size of a batch, in bytes. */
const BATCH_BYTES = 2_000_000
/** Number of rows in the first batch, from which the size of a row is estimated. */
const FIRST_BATCH = 100
/** Maximum number of rows in a batch. */
const MAX_BATCH = 5000

async function readBatch(db: Connection, table: MovedTable, after: MovedRow | undefined, limit: number) {
  const mover = moverOf(db)
  const key = sql.join(table.key.map((name) => sql.ref(name)))
  const condition = after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`
  const columns = sql.join(table.columns.map((column) => mover.select(column)))
  const query = sql`select ${columns} from ${sql.table(table.name)} ${condition} order by ${key} limit ${limit}`
  const rows = await db.arrays(query.compile(db.sql))
  return rows.map((row) => table.columns.map(({ type }, index) => mover.value(type, row[index] ?? null)))
}

const sizeOf = (rows: readonly MovedRow[]): number =>
  rows.reduce((sum, row) => sum + row.reduce<number>((size, value) => size + lengthOf(value), 0), 0)

const lengthOf = (value: Value): number => (typeof value === 'string' ? value.length : 8)

/** PostgreSQL cannot store the NUL character in a text. */
function refuseNul(table: MovedTable, rows: readonly MovedRow[]): void {
  for (const row of rows) {
    const index = row.findIndex((value) => typeof value === 'string' && value.includes('\0'))
    if (index === -1) continue
    const location = `${table.columns[index]?.name} of ${table.name} ${keyOf(table, row).join(', ')}`
    throw new Error(
      `${location} contains a NUL character, which cannot be stored in the other database; remove it first.`,
    )
  }
}

function hashOf(table: MovedTable, row: MovedRow): bigint {
  const values = row.map((value, index) => (table.columns[index]?.type === 'json' ? sortedJson(value) : value))
  const bytes = hash('sha256', JSON.stringify(values), 'buffer')
  return (bytes.readBigUInt64LE(0) << 64n) | bytes.readBigUInt64LE(8)
}

/** A JSON text as a value with sorted keys, because PostgreSQL sorts them differently. */
const sortedJson = (text: Value): unknown =>
  typeof text === 'string' ? JSON.parse(text, (_, value: unknown) => (isObject(value) ? sorted(value) : value)) : text

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sorted = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
