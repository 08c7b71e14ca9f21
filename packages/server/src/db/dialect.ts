import type { Field, Kind } from '@deskbell/contract'
import type { AliasedExpression, CompiledQuery, Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Tables } from './tables.ts'

/** A value as the driver hands it over, before the declared kind of its column is applied. */
export type Cell = string | number | boolean | object | null

/** The column types of migrations; each dialect says what they are. */
export type ColumnType = 'id' | 'integer' | 'text' | 'boolean' | 'time' | 'date' | 'decimal' | 'json'

/** Words next to each other in one of the columns of a full-text table; as `prefix` the last one may go on. */
export interface Words {
  readonly columns: readonly string[]
  readonly text: string
  readonly prefix: boolean
  /** A regular expression for the words between blanks instead of the text, where no vocabulary is kept. */
  readonly pattern?: string
  /** There are no such words in the other columns, so that the index need not tell them apart. */
  readonly anywhere?: true
}

/** What a row of a full-text table is to match: words, several questions at once, or one and not another. */
export type Match =
  | Words
  | { readonly sign: 'AND' | 'OR'; readonly of: readonly Match[] }
  | { readonly of: Match; readonly without: Match }

/** The columns of a full-text table in its order, and what a word in each is worth. */
export type Weights = readonly (readonly [column: string, weight: number])[]

/** A key of a record, its field, and where its value is read. */
export type RecordPart = readonly [name: string, field: Field, value: RawBuilder<unknown>]

/** Everything the two databases say differently: same names, same order in `sqlite.ts` and `postgres.ts`. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether the database runs inside this process, so that a small statement costs microseconds. */
  readonly embedded: boolean
  readonly column: Readonly<Record<ColumnType, string>>
  /** Statements that make the full-text table `<name>` with the given columns. */
  textTable(name: string, columns: readonly string[]): string[]
  /** The ids of a JSON array as rows: one parameter however many there are, so that a statement keeps its text. */
  each(ids: Expression<unknown>): RawBuilder<Record<string, unknown>>
  /** Whether a column has one of these ids. */
  among(column: Expression<unknown>, ids: Expression<unknown>): RawBuilder<SqlBool>
  /** Whether a column has one of the texts of a JSON array. */
  amongTexts(column: Expression<unknown>, texts: Expression<unknown>): RawBuilder<SqlBool>
  /** A table that is read through one of its indexes, where another would be taken that does not have all that is asked. */
  through(table: string, alias: string, index: string): AliasedExpression<Record<string, unknown>, string>
  /** The ids of all rows, in their order, as the text of a JSON array. */
  listOf(id: Expression<unknown>): RawBuilder<string>
  /** The texts of all rows, in their order, as the text of a JSON array. */
  textsOf(text: Expression<unknown>): RawBuilder<string>
  /** The rows, in their order, as the text of a JSON object: JSON texts by ids. */
  objectOf(id: Expression<unknown>, json: Expression<unknown>): RawBuilder<string>
  /** Whether a row of a full-text table matches; `table` is the name it has in the statement. */
  matches(table: string, name: string, match: Match | RawBuilder<unknown>): RawBuilder<SqlBool>
  /** The question as a value, for a statement that is kept and filled in; undefined where it is part of the text. */
  matchValue(match: Match): string | undefined
  /** How much a row that matches is to the point, by BM25 (k1 = 1.2, b = 0.75): the smaller the better, never above 0. */
  score(table: string, name: string, match: Match, weights: Weights): RawBuilder<number>
  /** Whether a folded text as a whole is like a pattern, which is folded and has `\` before a sign that stands for itself. */
  like(text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool>
  /** As SQL: the value of a text column that holds nothing but up to 15 digits, else nothing. */
  wholeNumber(column: string): string
  /** Statements that make the table of all words `<name>`; none where patterns are compared row by row. */
  vocabulary(name: string): string[]
  readonly keepsWords: boolean
  /** A column that is not to be looked up in an index, because another one is better. */
  unindexed(column: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * The next number of the order in which tickets change; grows for ever. Every second number is left out: FTS5 notes
   * what was deleted under its number as it is, and looks through a whole run of neighbours for each hit, 50 on average
   * after some thousand changes; without neighbours, 2.
   */
  nextChange(): RawBuilder<number>
  /** The column whose value is taken already, when that is why a statement failed. */
  duplicate(failure: unknown): string | undefined
  /**
   * The number of the last event behind which no transaction can still write one: the feed goes so far. It has to be
   * read by a statement of its own, before the events.
   */
  committedUpTo(): RawBuilder<number>
  /** Keeps others from writing a row until the transaction ends, where more than one can write at a time. */
  lock(table: string, id: number): RawBuilder<unknown> | undefined
  /** A row as the text of a JSON object of these; undefined where the database is not faster at it. */
  readonly record: ((parts: readonly RecordPart[]) => RawBuilder<string>) | undefined
  /** A member of a column of JSON, as a value of its kind; null where there is none. */
  member(column: Expression<unknown>, key: number, kind: Kind): RawBuilder<unknown>
  /** A column of JSON with the members that an object has; those that are null go. */
  merged(column: Expression<unknown>, members: Expression<unknown>): RawBuilder<unknown>
  /** Sorts a text by code point, the same on every database. */
  byCodePoint(text: RawBuilder<unknown>): RawBuilder<unknown>
  /** The collation that `byCodePoint` uses, for indexes. */
  readonly codePointCollation: string
  /** Whether rows of a full-text table can be read back; otherwise it holds words only. */
  readonly keepsTexts: boolean
  /** A statement that removes all rows of a full-text table. */
  clearTextTable(name: string): string
  /** A statement that lists rows with dangling references; undefined where the database cannot contain any. */
  readonly foreignKeyCheck: string | undefined
}

/** A way to the database: the pool of readers, or the one transaction that a unit of work holds. */
export interface Connection {
  readonly sql: Kysely<Tables>
  readonly dialect: Dialect
  /** Rows as arrays in the order of the selected columns, cells as the driver has them: the fast way to many rows. */
  arrays(query: CompiledQuery): Cell[][] | Promise<Cell[][]>
  /**
   * The same in a worker, for statements that may take long; reads what is committed when the statement starts. Undefined
   * where statements never block the service, and inside a transaction.
   */
  readonly readInWorker?: (query: CompiledQuery, options: ReadOptions) => Promise<Cell[][]>
}

/** The caller of a statement in a worker. */
export interface ReadOptions {
  /** The id of the user; users take turns. */
  readonly caller: number
  /** Cancels the statement: removes it from the queue or stops it. */
  readonly signal?: AbortSignal | undefined
}

export type Settle<T> = (connection: Connection, results: readonly T[]) => Promise<void>

/** A database that is open. */
export interface Database extends Connection {
  /** Names the database in messages. */
  readonly place: string
  /** Path of the file of an embedded database; undefined for a database server. */
  readonly file: string | undefined
  /**
   * A number that is another one after any commit by any process; undefined where the database cannot tell cheaply,
   * and then nothing may be remembered between requests.
   */
  version(): number | undefined
  /**
   * Runs `work` in a transaction, durable when the promise is fulfilled. On SQLite, units that wait share one commit,
   * each under its own savepoint. Only the database may be awaited inside, and what `work` does may be undone and
   * done again, when another unit made the commit fail.
   * @param settle done in the same transaction before it is committed, once for all units that share it: it is told
   * what their works returned.
   * @throws Fault `busy` when another process holds the database for longer than five seconds.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, settle?: Settle<T>): Promise<T>
  close(): Promise<void>
}
