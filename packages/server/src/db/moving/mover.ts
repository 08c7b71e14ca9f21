import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Cell, ColumnType, Connection } from '../dialect.ts'

/** A value in the form that both databases share: times are ISO 8601, booleans are booleans, JSON is its text. */
export type Value = string | number | boolean | null

/** A column and its type, which says how its values are converted. */
export interface MovedColumn {
  readonly name: string
  readonly type: ColumnType
}

/** A table whose rows are copied, with the columns of its primary key. */
export interface MovedTable {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: readonly MovedColumn[]
}

/** The operations on a database that copying whole tables needs. `sqlite.ts` and `postgres.ts` implement it. */
export interface Mover {
  /** Returns the names of all tables. */
  tables(db: Connection): Promise<string[]>
  /** A column in the list of a `select`. */
  select(column: MovedColumn): RawBuilder<unknown>
  /** Converts a selected value. */
  value(type: ColumnType, cell: Cell): Value
  /** Returns the statement that inserts rows, given as the text of a JSON array of arrays. */
  insert(table: MovedTable, rows: string): CompiledQuery
  /**
   * Drops the indexes and the references of tables: indexes make loading slow, and references depend on its order.
   * @returns statements that create them again.
   */
  dropIndexesAndReferences(db: Connection, tables: readonly MovedTable[]): Promise<string[]>
  /** Returns the last id that each table has assigned, deleted rows included. */
  lastIds(db: Connection, tables: readonly MovedTable[]): Promise<Map<string, number>>
  setLastId(db: Connection, table: string, id: number): Promise<void>
  /** Sets the number of tickets created so far, which `lastTicketCount` of the dialect returns. */
  setTicketCounter(db: Connection, count: number): Promise<void>
  /** Statements that run after loading, such as those that collect statistics for the planner. */
  readonly afterLoading: readonly string[]
}
