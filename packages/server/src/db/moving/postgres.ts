import { CompiledQuery, sql } from 'kysely'
import type { ColumnType, Connection } from '../dialect.ts'
import type { MovedTable, Mover } from './mover.ts'
import { quoted } from './quoted.ts'

/** The operations for copying the tables of a PostgreSQL database. */
export const postgresMover: Mover = {
  async tables(db) {
    const rows = await db.arrays(
      CompiledQuery.raw(
        `select relname from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
          order by relname collate "C"`,
      ),
    )
    return rows.map(([name]) => name as string)
  },
  select: ({ name, type }) => sql`${sql.ref(name)}${sql.raw(readCasts[type] ?? '')}`,
  value: (_, cell) => cell as string | number | boolean | null,
  insert({ name, columns }, rows) {
    const names = columns.map((column) => quoted(column.name)).join(', ')
    const values = columns.map(({ type }, index) => `(value ->> ${index})::${sqlTypes[type]}`).join(', ')
    const text = `insert into ${quoted(name)} (${names}) select ${values} from jsonb_array_elements($1::text::jsonb)`
    return CompiledQuery.raw(text, [rows])
  },
  async dropIndexesAndReferences(db, tables) {
    const names = tables.map(({ name }) => name)
    const references = await db.arrays(CompiledQuery.raw(foreignKeys, [names]))
    const indexes = await db.arrays(CompiledQuery.raw(plainIndexes, [names]))
    for (const [drop] of [...references, ...indexes]) await db.sql.executeQuery(CompiledQuery.raw(drop as string))
    // A reference is checked through the indexes, so they come first.
    return [...indexes, ...references].map(([, create]) => create as string)
  },
  async lastIds(db, tables) {
    const rows = await db.arrays(
      CompiledQuery.raw(
        `select name, pg_sequence_last_value(pg_get_serial_sequence(quote_ident(name), 'id')::regclass)
          from unnest($1::text[]) as name`,
        [tables.filter(hasId).map(({ name }) => name)],
      ),
    )
    return new Map(rows.filter(([, last]) => last !== null) as [string, number][])
  },
  async setLastId(db, table, id) {
    await setSequence(db, `pg_get_serial_sequence(quote_ident($1), 'id')::regclass`, id, [table])
  },
  async setTicketCounter(db, count) {
    await setSequence(db, `'ticket_numbers'::regclass`, count)
    // The next change of a ticket gets a number after those of the copied tickets.
    const [[change] = []] = await db.arrays(CompiledQuery.raw('select coalesce(max(change), 0) from tickets'))
    await setSequence(db, `'tickets_change'::regclass`, change as number)
  },
  afterLoading: ['analyze'],
}

/**
 * Returns the tables of a PostgreSQL database that hold records, with the types of their columns, which SQLite does not
 * know. Tables with lexemes belong to the search index, which is rebuilt in the other database; `unfinished_copy` exists
 * only in a database that is being filled.
 */
export async function recordTables(db: Connection): Promise<MovedTable[]> {
  const rows = await db.arrays(CompiledQuery.raw(tablesWithColumns))
  return (rows as unknown as [string, string[], [string, string][]][]).map(([name, key, columns]) => ({
    name,
    key,
    columns: columns.map(([column, type]) => ({ name: column, type: typeOf(name, column, type) })),
  }))
}

/** Locks tables against writers until the transaction ends. Readers are not blocked. */
export async function lockTables(db: Connection, tables: readonly string[]): Promise<void> {
  await db.sql.executeQuery(CompiledQuery.raw(`lock table ${tables.map(quoted).join(', ')} in share mode`))
}

/** The number of connections of other processes of Deskbell to the same database. */
export async function otherConnections(db: Connection): Promise<number> {
  const [[count] = []] = await db.arrays(
    CompiledQuery.raw(
      `select count(*) from pg_stat_activity
        where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
      [applicationName],
    ),
  )
  return count as number
}

/** The name of services in the list of connections of a server. */
export const applicationName = 'deskbell'

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  id: 'bigint',
  integer: 'bigint',
  text: 'text',
  boolean: 'boolean',
  time: 'timestamptz(3)',
  date: 'date',
  decimal: 'numeric',
  json: 'jsonb',
}

/** Casts of selected columns: the driver would parse JSON, and return decimals as text. */
const readCasts: Partial<Record<ColumnType, string>> = { json: '::text', decimal: '::float8' }

const columnTypes: Readonly<Record<string, ColumnType>> = {
  bigint: 'integer',
  integer: 'integer',
  text: 'text',
  boolean: 'boolean',
  'timestamp with time zone': 'time',
  date: 'date',
  numeric: 'decimal',
  jsonb: 'json',
}

function typeOf(table: string, column: string, type: string): ColumnType {
  const columnType = columnTypes[type]
  if (columnType === undefined) throw new Error(`Column ${column} of table ${table} has the unknown type ${type}.`)
  return columnType
}

const hasId = ({ columns }: MovedTable): boolean => columns.some(({ name }) => name === 'id')

/** Sets the last value of a sequence; 0 means that it has returned none. */
async function setSequence(db: Connection, sequence: string, last: number, inputs: readonly unknown[] = []) {
  const { length } = inputs
  const text = `select setval(${sequence}, $${length + 1}::bigint, $${length + 2}::boolean)`
  await db.sql.executeQuery(CompiledQuery.raw(text, [...inputs, Math.max(last, 1), last > 0]))
}

const tablesWithColumns = `
  select c.relname,
    (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary),
    (select json_agg(json_build_array(a.attname, format_type(a.atttypid, null)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    and c.relname not in ('migrations', 'unfinished_copy')
    and not exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'tsvector'::regtype)
  order by c.relname collate "C"`

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint
  where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid::regclass in (
    select quote_ident(name)::regclass from unnest($1::text[]) as name)
  order by conname`

const plainIndexes = `
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index
  where not exists (select from pg_constraint where conindid = indexrelid) and indrelid::regclass in (
    select quote_ident(name)::regclass from unnest($1::text[]) as name)
  order by indexrelid`
