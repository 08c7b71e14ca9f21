import type { ColumnType, Dialect } from './dialect.ts'

/**
 * A migration: immutable once released, forward only, run once, in one transaction. It may also contain
 * statements that change data. Migrations repeat the columns of the declarations, because declarations change over the
 * years, and a released migration must not.
 */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly steps: readonly Step[]
}

/** A file with a migration. It is loaded only when the migration runs: a service with current tables needs none of them. */
export interface MigrationFile {
  readonly id: number
  load(): Promise<Migration>
}

/** The SQL of one step. `after` runs when the `statements` of all steps have run, so that all tables exist. */
export type Step = (dialect: Dialect) => { statements: string[]; after?: string[] }

/**
 * A column type, or `ref table` for a reference; then ` null` if the column is nullable, ` unique` if its values are.
 */
export type Column = ColumnType | `${ColumnType | `ref ${string}`}${'' | ' null'}${'' | ' unique'}`

/** Creates a table with an id, or with the primary key `key`. */
export function table(name: string, columns: Readonly<Record<string, Column>>, key?: readonly string[]): Step {
  return (dialect) => {
    const later: string[] = []
    const lines = Object.entries(columns).map(([column, spec]) => {
      const [line, constraint] = columnSql(dialect, column, spec)
      if (constraint) later.push(`alter table ${name} add ${constraint}`)
      return line
    })
    if (key) lines.push(`primary key (${key.join(', ')})`)
    const options = dialect.name === 'sqlite' ? ' strict' : ''
    return { statements: [`create table ${name} (${lines.join(', ')})${options}`], after: later }
  }
}

/** Adds a column to an existing table. @param value the value for the existing rows, and the default, as SQL text. */
export function addColumn(table: string, name: string, spec: Column, value: string): Step {
  return (dialect) => {
    const [column, constraint] = columnSql(dialect, name, spec)
    return {
      statements: [`alter table ${table} add column ${column} default ${value}`],
      after: constraint ? [`alter table ${table} add ${constraint}`] : [],
    }
  }
}

/** Creates an index; with `where`, a partial one. */
export function index(
  table: string,
  columns: readonly string[],
  options: { unique?: true; where?: string } = {},
): Step {
  return () => ({
    statements: [
      `create ${options.unique ? 'unique ' : ''}index ${[table, ...columns].join('_')} on ${table} (${columns
        .map((column) => `"${column}"`)
        .join(', ')})${options.where ? ` where ${options.where}` : ''}`,
    ],
  })
}

/** Creates the full-text table of a resource. */
export function textTable(name: string, columns: readonly string[]): Step {
  return (dialect) => ({ statements: dialect.textTable(name, columns) })
}

/** Replaces the full-text table of a resource by one with other columns, which is empty until `deskbell reindex`. */
export function replaceTextTable(name: string, columns: readonly string[]): Step {
  return (dialect) => ({ statements: [`drop table ${name}`, ...dialect.textTable(name, columns)] })
}

/** Returns the column definition, and a constraint that PostgreSQL can add only when the other table exists. */
function columnSql(dialect: Dialect, column: string, spec: string): [string, string?] {
  const [, type = '', target] = /^(ref (\w+)|\w+)/.exec(spec) ?? []
  const kind = (target ? 'integer' : type) as ColumnType
  const words = [`"${column}"`, dialect.column[kind]]
  if (kind !== 'id' && !spec.includes(' null')) words.push('not null')
  if (spec.includes(' unique')) words.push('unique')
  if (kind === 'boolean' && dialect.name === 'sqlite') words.push(`check ("${column}" in (0, 1))`)
  if (kind === 'json' && dialect.name === 'sqlite') words.push(`check (json_valid("${column}"))`)
  if (!target) return [words.join(' ')]
  const reference = `references ${target} (id)`
  // On SQLite a reference is checked at the end of the transaction, so that rows may be written in any order.
  if (dialect.name === 'sqlite') return [`${words.join(' ')} ${reference} deferrable initially deferred`]
  return [words.join(' '), `foreign key ("${column}") ${reference} deferrable initially deferred`]
}
