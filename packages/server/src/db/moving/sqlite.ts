import { CompiledQuery, sql } from 'kysely'
import type { Mover } from './mover.ts'
import { quoted } from './quoted.ts'

/** The operations for copying the tables of an embedded database. */
export const sqliteMover: Mover = {
  async tables(db) {
    const rows = await db.arrays(CompiledQuery.raw("select name from sqlite_schema where type = 'table' order by name"))
    return rows.map(([name]) => name as string)
  },
  select: ({ name }) => sql.ref(name),
  value(type, cell) {
    if (cell === null) return null
    if (type === 'boolean') return cell === 1
    return type === 'time' ? isoTime(cell as string) : (cell as string | number)
  },
  insert({ name, columns }, rows) {
    const names = columns.map((column) => quoted(column.name)).join(', ')
    const values = columns.map((_, index) => `value ->> ${index}`).join(', ')
    return CompiledQuery.raw(`insert into ${quoted(name)} (${names}) select ${values} from json_each(?)`, [rows])
  },
  // References remain: `openSqliteForLoading` does not enforce them.
  async dropIndexesAndReferences(db, tables) {
    const indexes = await db.arrays(
      CompiledQuery.raw(
        `select name, sql from sqlite_schema where type = 'index' and sql is not null
          and tbl_name in (select value from json_each(?)) order by name`,
        [JSON.stringify(tables.map(({ name }) => name))],
      ),
    )
    for (const [name] of indexes) await db.sql.executeQuery(CompiledQuery.raw(`drop index ${quoted(name as string)}`))
    return indexes.map(([, statement]) => statement as string)
  },
  async lastIds(db) {
    const rows = await db.arrays(CompiledQuery.raw('select name, seq from sqlite_sequence'))
    return new Map(rows as [string, number][])
  },
  async setLastId(db, table, id) {
    await db.sql.executeQuery(CompiledQuery.raw('delete from sqlite_sequence where name = ?', [table]))
    await db.sql.executeQuery(CompiledQuery.raw('insert into sqlite_sequence (name, seq) values (?, ?)', [table, id]))
  },
  async setTicketCounter(db, count) {
    await db.sql
      .updateTable('settings')
      .set({ value: String(count) })
      .where('name', '=', 'ticket_counter')
      .execute()
  },
  afterLoading: [],
}

const isoLength = '2026-01-01T00:00:00.000Z'.length

/** Returns a time with milliseconds, as PostgreSQL has it, because the checksums of both databases are compared. */
const isoTime = (text: string): string => (text.length === isoLength ? text : new Date(text).toISOString())
