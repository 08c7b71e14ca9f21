import type { Field, Kind, Part } from '@deskbell/contract'
import type { AliasedExpression, CompiledQuery, Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Peers } from './peers.ts'
import type { Tables } from './tables.ts'
import type { Version } from './version.ts'

/** A value as the driver returns it, before it is converted to the declared kind of its column. */
export type Cell = string | number | boolean | object | null

/** The column types of migrations. Each dialect maps them to SQL types. */
export type ColumnType = 'id' | 'integer' | 'text' | 'boolean' | 'time' | 'date' | 'decimal' | 'json'

/**
 * A phrase in one of the columns of a full-text table. With `prefix`, its last word may be the beginning of a longer
 * one.
 */
export interface Phrase {
  readonly columns: readonly string[]
  readonly text: string
  readonly prefix: boolean
  /** The words occur in no other column, so the condition on columns can be omitted, which is faster. */
  readonly columnsImplied?: true
}

/** A full-text condition: a phrase, a conjunction or disjunction of conditions, or a condition minus another one. */
export type Match =
  | Phrase
  | { readonly operator: 'AND' | 'OR'; readonly of: readonly Match[] }
  | { readonly of: Match; readonly without: Match }

/** The position of a record in the order of a search: the newest change first. */
export interface SortPosition {
  readonly updated_at: string
  readonly id: number
}

/** The columns of a full-text table in the order of the table, each with its weight in the BM25 score. */
export type Weights = readonly (readonly [column: string, weight: number])[]

/** Numbers on which scores depend; 0 where the database computes scores itself. */
export interface TextStatistics {
  /** The number of rows of the full-text table. */
  readonly rows: number
  /** The mean number of words of a row. */
  readonly wordsPerRow: number
  /** The number of rows that contain each phrase of the condition. */
  readonly hits: readonly number[]
}

/** A key of a record, its field, and the SQL expression of its value. */
export type RecordPart = readonly [name: string, field: Field, value: RawBuilder<unknown>]

/**
 * The SQL that differs between the two databases. `sqlite.ts` and `postgres.ts` have the same members in the same
 * order.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** True if the database runs inside this process, so that a small statement takes microseconds. */
  readonly isEmbedded: boolean
  readonly column: Readonly<Record<ColumnType, string>>
  /** Statements that create the full-text table `<name>` with the given columns. */
  textTable(name: string, columns: readonly string[]): string[]
  /**
   * The values of a row of a full-text table, from its texts by column.
   * @param columns all columns of the table. @param position the position of the row, if the table stores it.
   */
  textRow(
    columns: readonly string[],
    texts: Readonly<Record<string, string>>,
    position?: SortPosition,
  ): Readonly<Record<string, unknown>>
  /**
   * The ids of a JSON array as rows. An array is one parameter, so the text of a statement does not depend on its
   * length.
   */
  idRows(ids: Expression<unknown>): RawBuilder<Record<string, unknown>>
  /** A condition: the column is one of the ids of a JSON array. */
  among(column: Expression<unknown>, ids: Expression<unknown>): RawBuilder<SqlBool>
  /** A condition: the column is one of the texts of a JSON array. */
  amongTexts(column: Expression<unknown>, texts: Expression<unknown>): RawBuilder<SqlBool>
  /** A condition: the JSON array of a column contains a text. */
  contains(column: Expression<unknown>, text: string): RawBuilder<SqlBool>
  /**
   * A table in a `from` clause. SQLite reads it through the given index, for statements for which its planner chooses a
   * slower one; PostgreSQL ignores the index.
   */
  readThrough(table: string, alias: string, index: string): AliasedExpression<Record<string, unknown>, string>
  /** Aggregates integers, such as ids, into the text of a JSON array, in the order of the rows. */
  integersAsJson(integer: Expression<unknown>): RawBuilder<string>
  /** Aggregates texts into the text of a JSON array, in the order of the rows. */
  textsAsJson(text: Expression<unknown>): RawBuilder<string>
  /** Aggregates rows into the text of a JSON object with the ids as keys and the JSON texts as values. */
  objectAsJson(id: Expression<unknown>, json: Expression<unknown>): RawBuilder<string>
  /** A condition: the row of the full-text table `name` matches. `table` is its alias in the statement. */
  matches(table: string, name: string, match: Match | RawBuilder<unknown>): RawBuilder<SqlBool>
  /** The condition as a parameter of a prepared statement; undefined where it is part of the SQL text. */
  matchValue(match: Match): string | undefined
  /** Reads what the scores of a condition depend on, except the row itself. */
  readStatistics(connection: Connection, name: string, match: Match): Promise<TextStatistics>
  /**
   * The BM25 score of a matching row (k1 = 1.2, b = 0.75). The better the match, the lower the score; it is at most 0.
   */
  score(table: string, name: string, match: Match, weights: Weights, statistics: TextStatistics): RawBuilder<number>
  /** A condition: the folded text matches the LIKE pattern, which must be folded already and escapes with `\`. */
  like(text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool>
  /**
   * A condition: the text contains adjacent words that match these patterns. With `prefix`, the last pattern only has to
   * match the beginning of a word.
   */
  hasWords(text: RawBuilder<unknown>, patterns: readonly (readonly Part[])[], prefix: boolean): RawBuilder<SqlBool>
  /** The digits of a text, without other characters. */
  digits(text: RawBuilder<unknown>): RawBuilder<string>
  /**
   * The SQL text of an expression: the value of a text column of 1 to 15 digits as a number, null for any other text.
   */
  wholeNumber(column: string): string
  /** The same for more than 15 digits: the text without leading zeros. */
  longNumber(column: string): string
  /** Statements that create the vocabulary: the table `search_words` of all words, with their trigrams. */
  readonly vocabulary: readonly string[]
  /** Adds words to the vocabulary, and ignores those that it already has. */
  addWords(connection: Connection, words: readonly string[]): Promise<void>
  /** A condition: the word of the vocabulary contains all of these trigrams, and possibly others. */
  hasTrigrams(trigrams: readonly string[]): RawBuilder<SqlBool>
  /**
   * The column in an expression that keeps SQLite's planner from using an index on it, because another index is better; on
   * PostgreSQL, the column itself.
   */
  unindexed(column: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * The next change number, at least two above the last one. FTS5 keeps the deleted row ids in a hash table without hashing
   * them, and scans a run of neighbours for each hit: 50 on average after a few thousand changes. Without neighbours it
   * scans 2.
   */
  nextChange(): RawBuilder<number>
  /**
   * True if one transaction writes at a time, so that change numbers are in the order of the changes, and searches rely
   * on it. Otherwise they are only unique, and roughly in that order.
   */
  readonly ordersByChange: boolean
  /**
   * A statement that counts one more ticket and returns the count. Counts are unique; a failed unit may leave a gap.
   */
  nextTicketCount(): RawBuilder<{ count: number }>
  /** The count that `nextTicketCount` returned last. */
  lastTicketCount(): RawBuilder<number>
  /** The column of a failed unique constraint; undefined for any other failure. */
  violatedColumn(failure: unknown): string | undefined
  /**
   * The highest event id up to which all transactions are committed: no open transaction can write an event with a
   * lower id. The feed ends there. It must be read by a statement of its own, before the events.
   */
  committedUpTo(): RawBuilder<number>
  /**
   * Locks a row against other writers until the transaction ends; rows that refer to it can still be written. Undefined
   * where only one transaction can write at a time.
   */
  lock(table: string, id: number): RawBuilder<unknown> | undefined
  /**
   * The end of a `select` that locks its rows and omits those that another transaction has locked. Empty where only one
   * transaction can write at a time.
   */
  readonly skipLocked: RawBuilder<unknown>
  /**
   * Statements that begin a migration. They lock out other processes, and remove the time limits. Empty where only one
   * transaction can write at a time.
   */
  readonly beginMigration: readonly string[]
  /** A row as the text of a JSON object with these keys; undefined where building it in the database is not faster. */
  readonly record: ((parts: readonly RecordPart[]) => RawBuilder<string>) | undefined
  /** The value of a key of a JSON column, converted to its kind; null if there is none. */
  jsonValue(column: Expression<unknown>, key: number, kind: Kind): RawBuilder<unknown>
  /** A JSON column merged with the keys of an object. Keys whose value is null are removed. */
  jsonMerge(column: Expression<unknown>, members: Expression<unknown>): RawBuilder<unknown>
  /** The whole seconds from one time to another. */
  secondsBetween(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<number>
  /** Sorts a text by code point, the same on every database. */
  byCodePoint(text: RawBuilder<unknown>): RawBuilder<unknown>
  /** The collation that `byCodePoint` uses, for indexes. */
  readonly codePointCollation: string
  /** True if a full-text table stores its words, false if it stores only an index of them. */
  readonly storesWords: boolean
  /** A statement that removes all rows of a full-text table. */
  clearTextTable(name: string): string
  /** A statement that lists rows with dangling references; undefined where the database cannot contain any. */
  readonly foreignKeyCheck: string | undefined
}

/** A connection to the database: shared by all reads, or reserved for the transaction of a unit of work. */
export interface Connection {
  readonly sql: Kysely<Tables>
  readonly dialect: Dialect
  /**
   * Rows as arrays in the order of the selected columns, with unconverted values; faster than objects for many rows.
   * The statements of a transaction run in the order of the calls, even if none waits for the one before.
   */
  arrays(query: CompiledQuery): Cell[][] | Promise<Cell[][]>
  /**
   * The same for statements that may take long, in a worker or on a connection of their own, so that they delay no others;
   * reads what is committed when the statement starts. Undefined inside a transaction or snapshot.
   */
  readonly readInWorker?: (query: CompiledQuery, options: ReadOptions) => Promise<Cell[][]>
  /** Connections whose planner always uses indexes, for searches; undefined where searches need none of their own. */
  readonly forSearches?: Connection | undefined
}

/** A copy of the database on another server, for reads. */
export interface Replica {
  /**
   * Waits shortly until the replica has everything that was committed before the call.
   * @returns its connections; undefined if it lags too much or does not answer, so that the database must be read.
   */
  current(): Promise<Connection | undefined>
  /** The number of reads that the replica and the database have answered. */
  readonly counts: Readonly<Record<'replica' | 'database', number>>
}

/** A separate connection that reads one state of the database, until it is released. */
export interface Snapshot {
  readonly db: Connection
  /** Ends the transaction. A snapshot that stays open keeps the write-ahead log from being reset. */
  release(): void
}

/** Options of a statement in a worker. */
export interface ReadOptions {
  /** The id of the user; users take turns. */
  readonly caller: number
  /** Cancels the statement: removes it from the queue or stops it. */
  readonly signal?: AbortSignal | undefined
}

/** The last step of a transaction, for all units that share it. It receives the results of the units. */
export type BeforeCommit<T> = (connection: Connection, results: readonly T[]) => Promise<void>

/** The current load of a database. */
export interface DatabaseLoad {
  /** The length of each queue inside this process. */
  readonly waiting: Readonly<Record<string, number>>
  /** The number of connections to a database server, by what they do. */
  readonly connections?: Readonly<Record<'idle' | 'busy', number>>
}

/** An open database. */
export interface Database extends Connection {
  /** The path or URL that names the database in messages. */
  readonly place: string
  /** Path of the file of an embedded database; undefined for a database server. */
  readonly file: string | undefined
  /** The other processes that serve the database; undefined where only one process does. */
  readonly peers?: Peers | undefined
  /** Returns the current load, for the metrics. */
  readonly load?: (() => DatabaseLoad) | undefined
  /** Returns the version of the committed state. On a database server, this takes a statement. */
  version(): Version | Promise<Version>
  /** The same without a statement; undefined for a database server. */
  knownVersion(): number | undefined
  /**
   * Opens a snapshot of the committed state, which can be read over several turns of the event loop; undefined where
   * the statements of one read may see different states.
   */
  readonly snapshot?: (() => Snapshot) | undefined
  /** The replica that may answer reads; undefined if there is none. */
  readonly replica?: Replica | undefined
  /** Merges what writes have added to the full-text index of tickets; undefined where the database merges by itself. */
  readonly mergeTextIndex?: (() => Promise<void>) | undefined
  /**
   * Runs `work` in a transaction, which is durable when the promise is fulfilled. On SQLite, queued units of work share
   * one commit, each with its own savepoint. `work` may await only the database. It may be rolled back and run again: if
   * another unit makes the commit fail, or after a conflict or a lost connection on PostgreSQL.
   * @param beforeCommit runs once in the same transaction before the commit, for all units that share it, with the
   * results of their works.
   * @throws Fault `busy` if another process locks an embedded database for longer than five seconds, or if the last attempt
   * on a server ends in a deadlock or a timeout; `unwritable` if the server cannot be reached.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, beforeCommit?: BeforeCommit<T>): Promise<T>
  close(): Promise<void>
}
