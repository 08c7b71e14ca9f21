import { CompiledQuery, sql } from 'kysely'
import type { Connection, Database } from '../db/dialect.ts'
import { unfinishedCopy } from '../db/migrate.ts'
import type { MovedRow } from '../db/moving/rows.ts'

/** The progress of a copy. It is stored in the target, in the same transactions as the rows. */
export interface CopyState {
  /** The name of the source, such as its path. */
  readonly from: string
  /** The next step: to prepare the tables, to copy their rows, or to build the search index. */
  readonly step: 'tables' | 'rows' | 'index'
  /** Statements that create the indexes and references that are dropped while rows are loaded. */
  readonly rebuild: readonly string[]
  /** The key of the last copied row, and the number of copied rows, by table. */
  readonly tables: Readonly<Record<string, { readonly after: MovedRow; readonly rows: number }>>
}

/**
 * A copy that is not finished. Its database carries a mark, so that no service opens it; the copy can be continued by
 * another process.
 */
export class UnfinishedCopy {
  readonly database: Database
  #state: CopyState
  #text: string

  private constructor(database: Database, text: string) {
    this.database = database
    this.#text = text
    this.#state = JSON.parse(text) as CopyState
  }

  /**
   * Begins a copy in an empty database, or continues the one that it contains.
   * @throws Error if it contains anything else, or a copy of another source.
   */
  static async open(database: Database, from: string): Promise<UnfinishedCopy> {
    const tables = (await database.sql.introspection.getTables()).filter(({ isView }) => !isView)
    if (!tables.some(({ name }) => name === tableName)) {
      if (tables[0])
        throw new Error(`${database.place} is not empty: it contains the table ${tables[0].name}. Name a new database.`)
      await markUnfinished(database, from)
    }
    const copy = new UnfinishedCopy(database, await storedState(database))
    if (copy.state.from !== from)
      throw new Error(
        `${database.place} is an unfinished copy of ${copy.state.from}. Finish that copy, or name a new database.`,
      )
    return copy
  }

  get state(): CopyState {
    return this.#state
  }

  /**
   * Runs a step of the copy and stores the new state in the same transaction.
   * @throws Error if another process continues the same copy.
   */
  async advance(work: (db: Connection) => Promise<Partial<CopyState>>): Promise<void> {
    const before = this.#text
    const state = await this.database.transaction(async (db) => {
      const after = { ...this.#state, ...(await work(db)) }
      const { numAffectedRows } = await db.sql.executeQuery(
        sql`update unfinished_copy set state = ${JSON.stringify(after)} where state = ${before}`.compile(db.sql),
      )
      if (numAffectedRows !== 1n) throw new Error(`Another process is copying into ${this.database.place}.`)
      return after
    })
    this.#state = state
    this.#text = JSON.stringify(state)
  }

  /** Removes the mark: from now on, services open the database. */
  async finish(): Promise<void> {
    await this.database.transaction(async (db) => {
      await db.sql.executeQuery(CompiledQuery.raw(`drop table ${tableName}`))
      await db.sql.executeQuery(CompiledQuery.raw(`delete from migrations where id = ${unfinishedCopy.id}`))
    })
  }
}

const tableName = 'unfinished_copy'

async function markUnfinished(database: Database, from: string): Promise<void> {
  const state: CopyState = { from, step: 'tables', rebuild: [], tables: {} }
  await database.transaction(async (db) => {
    for (const statement of unfinishedCopy.mark) await db.sql.executeQuery(CompiledQuery.raw(statement))
    await db.sql.executeQuery(CompiledQuery.raw(`create table ${tableName} (state text not null)`))
    await db.sql.executeQuery(
      sql`insert into unfinished_copy (state) values (${JSON.stringify(state)})`.compile(db.sql),
    )
  })
}

async function storedState(database: Database): Promise<string> {
  const [[text] = []] = await database.arrays(CompiledQuery.raw(`select state from ${tableName}`))
  return text as string
}
