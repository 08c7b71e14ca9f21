import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { resources } from '@deskbell/contract'
import { type LimitNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Cell, Connection } from './dialect.ts'
import { kyselyOver } from './driver.ts'
import { addFolded } from './folded.ts'
import { sqliteDialect } from './sqlite.ts'

/** What is asked of one connection. */
export function connection(db: DatabaseSync, begin: () => void): Connection {
  const prepared = statements(db)
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

/**
 * SQLite looks at the value of a bound limit when it plans a statement, and so plans it again each time a value is
 * bound, which takes several times as long as reading a row. It does not look into a sum.
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
 * What is read in one turn of the event loop is read in one transaction: beginning one for each statement costs more
 * than finding a row, and the requests of a turn see one state. A turn ends before the next requests are taken from
 * their sockets; a commit of this process ends it too, so that everybody reads what they wrote.
 */
export function snapshots(db: DatabaseSync) {
  const [begin, commit, dataVersion] = ['begin', 'commit', 'pragma data_version'].map((text) => db.prepare(text)) as [
    StatementSync,
    StatementSync,
    StatementSync,
  ]
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

/** Opens a connection that can write. */
export function open(path: string, pragmas: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 0 })
  db.exec(`pragma journal_mode = wal; pragma foreign_keys = on; pragma temp_store = memory; ${pragmas}`)
  addFolded(db)
  return db
}

interface Prepared {
  run(parameters: readonly unknown[]): { rows: unknown[]; changes?: number }
  arrays(parameters: readonly unknown[]): Cell[][]
}

/** A statement longer than this is nobody's daily question, and takes a thousand times its length when it is kept. */
const longestKept = 20_000

/** Statements are kept, because preparing one costs more than running it. The least recently used leave first. */
function statements(db: DatabaseSync, most = 400): (text: string) => Prepared {
  const kept = new Map<string, Prepared>()
  return (text) => {
    let statement = kept.get(text)
    if (statement) kept.delete(text)
    else statement = adapt(db, text)
    if (text.length <= longestKept) kept.set(text, statement)
    if (kept.size > most) kept.delete(kept.keys().next().value as string)
    return statement
  }
}

/** The columns that hold something else inside than in the table: SQLite has neither booleans nor objects. */
const converted = new Map<string, (value: unknown) => unknown>()
for (const { path, fields } of Object.values(resources)) {
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind === 'boolean') converted.set(`${path}.${name}`, (value) => (value === null ? null : value === 1))
    if (kind === 'object') converted.set(`${path}.${name}`, (value) => JSON.parse(value as string))
  }
}

/** Each of the two ways has a statement of its own, made when it is first gone: hardly any text is used both ways. */
function adapt(db: DatabaseSync, text: string): Prepared {
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
    // A row id of a full-text table's shadow can be larger than a JavaScript integer, and would throw.
    statement.setReadBigInts(true)
    return (parameters) => ({ rows: [], changes: Number(statement.run(...bind(parameters)).changes) })
  }
  const conversions = columns.flatMap(({ table, column, name }) => {
    const convert = converted.get(`${table}.${column}`)
    return convert ? [[name, convert] as const] : []
  })
  return (parameters) => {
    const rows = statement.all(...bind(parameters))
    for (const [name, convert] of conversions) for (const row of rows) row[name] = convert(row[name]) as never
    return { rows }
  }
}

type Bindable = null | number | bigint | string | Uint8Array

export const bind = (values: readonly unknown[]): Bindable[] =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : (value as Bindable)))
