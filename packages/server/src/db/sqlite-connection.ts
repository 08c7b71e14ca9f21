import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { resources } from '@deskbell/contract'
import { type LimitNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Cell, Connection } from './dialect.ts'
import { kyselyOver } from './driver.ts'
import type { Turns } from './next-turn.ts'
import { addTextFunctions } from './text-functions.ts'
import { sqliteDialect } from './sqlite.ts'

/** Creates a `Connection` for reads, or for a database in memory. @param begin called before each statement. */
export function connection(db: DatabaseSync, begin: () => void): Connection {
  const prepared = statementCache(db)
  const statement = (text: string) => {
    begin()
    return prepared(text)
  }
  return {
    dialect: sqliteDialect,
    sql: kyselyOver(kyselyParts, (text, parameters) => statement(text).run(parameters)),
    arrays: (query) => statement(query.sql).arrays(query.parameters),
  }
}

/** Creates a `Connection` that writes. Between its statements, a long transaction lets other requests run. */
export function writingConnection(db: DatabaseSync, turns: Turns): Connection {
  const prepared = statementCache(db)
  return {
    dialect: sqliteDialect,
    sql: kyselyOver(kyselyParts, async (text, parameters) => {
      await turns.pause()
      return prepared(text).run(parameters)
    }),
    async arrays(query) {
      await turns.pause()
      return prepared(query.sql).arrays(query.parameters)
    },
  }
}

/**
 * SQLite uses the value of a bound limit to plan a statement, and plans the statement again when another value is
 * bound, which takes several times as long as reading a row. The value of a sum does not affect the plan.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit 0 + ')
    this.visitNode(limit)
  }
}

const kyselyParts = {
  createQueryCompiler: () => new QueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db: ConstructorParameters<typeof SqliteIntrospector>[0]) => new SqliteIntrospector(db),
}

/**
 * Runs all reads of one turn of the event loop in one transaction: a transaction for each statement takes longer than
 * finding a row, and all requests of a turn read the same state. The transaction ends with the turn, before further
 * requests are received, and at each commit of this process, so that every client reads its own writes.
 */
export function readTransactions(db: DatabaseSync) {
  const begin = db.prepare('begin')
  const commit = db.prepare('commit')
  const dataVersion = db.prepare('pragma data_version')
  dataVersion.setReturnArrays(true)
  let version: number | undefined
  const end = () => {
    if (version === undefined) return
    version = undefined
    commit.run()
  }
  const read = (): number => {
    if (version === undefined) {
      begin.run()
      version = (dataVersion.get() as unknown as [number])[0]
      setImmediate(end)
    }
    return version
  }
  return { begin: () => void read(), version: read, end }
}

/** Opens a connection that can write, unless a pragma prevents it. */
export function openConnection(path: string, pragmas: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 0 })
  db.exec(`pragma journal_mode = wal; pragma foreign_keys = on; pragma temp_store = memory; ${pragmas}`)
  addTextFunctions(db)
  return db
}

interface Prepared {
  run(parameters: readonly unknown[]): { rows: unknown[]; changes?: number }
  arrays(parameters: readonly unknown[]): Cell[][]
}

/**
 * Maximum number of characters of a cached statement. Longer ones are rare, and a prepared statement takes a thousand
 * times the memory of its text.
 */
const MAX_CACHED_LENGTH = 20_000

/** Maximum number of cached statements of a connection. */
const MAX_CACHED = 400

/** Caches prepared statements by text, because preparing takes longer than running. Evicts the least recently used. */
function statementCache(db: DatabaseSync): (text: string) => Prepared {
  const cache = new Map<string, Prepared>()
  return (text) => {
    let statement = cache.get(text)
    if (statement) cache.delete(text)
    else statement = prepare(db, text)
    if (text.length <= MAX_CACHED_LENGTH) cache.set(text, statement)
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string)
    return statement
  }
}

/** Conversions by column, from values of SQLite, which has neither booleans nor objects. */
const conversionByColumn = new Map<string, (value: unknown) => unknown>()
for (const { path, fields } of Object.values(resources)) {
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind === 'boolean') conversionByColumn.set(`${path}.${name}`, (value) => (value === null ? null : value === 1))
    if (kind === 'object') conversionByColumn.set(`${path}.${name}`, (value) => JSON.parse(value as string))
  }
}

/** Prepares a statement for rows as objects or as arrays, when each is first used: hardly any text is used for both. */
function prepare(db: DatabaseSync, text: string): Prepared {
  let asRows: Prepared['run'] | undefined
  let asArrays: StatementSync | undefined
  return {
    run: (parameters) => (asRows ??= rowsOf(db.prepare(text)))(parameters),
    arrays(parameters) {
      if (!asArrays) {
        asArrays = db.prepare(text)
        asArrays.setReturnArrays(true)
      }
      return asArrays.all(...bind(parameters)) as unknown as Cell[][]
    },
  }
}

function rowsOf(statement: StatementSync): Prepared['run'] {
  const columns = statement.columns()
  if (columns.length === 0) {
    // The row ids of the internal tables of FTS5 can exceed JavaScript's safe integers, which would throw.
    statement.setReadBigInts(true)
    return (parameters) => ({ rows: [], changes: Number(statement.run(...bind(parameters)).changes) })
  }
  const conversions = columns.flatMap(({ table, column, name }) => {
    const convert = conversionByColumn.get(`${table}.${column}`)
    return convert ? [[name, convert] as const] : []
  })
  return (parameters) => {
    const rows = statement.all(...bind(parameters))
    for (const [name, convert] of conversions) for (const row of rows) row[name] = convert(row[name]) as never
    return { rows }
  }
}

type Bindable = null | number | bigint | string | Uint8Array

/** Converts values to those that SQLite can bind: booleans become 0 and 1. */
export const bind = (values: readonly unknown[]): Bindable[] =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : (value as Bindable)))
