import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely'
import type { Tables } from './tables.ts'

/** What a statement gave back. */
export interface Outcome {
  readonly rows: unknown[]
  readonly changes?: number
}

/** Runs one statement. */
export type Run = (sql: string, parameters: readonly unknown[]) => Outcome | Promise<Outcome>

/**
 * Kysely over anything that runs a statement. Transactions are not begun here: a unit of work holds its own
 * connection, so that no query inside it can slip out to another one.
 */
export function kyselyOver(parts: Omit<KyselyDialect, 'createDriver'>, run: Run): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await run(query.sql, query.parameters)
      return changes === undefined ? { rows: rows as R[] } : { rows: rows as R[], numAffectedRows: BigInt(changes) }
    },
    streamQuery: () => refuse('Streaming'),
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: () => refuse('A transaction outside a unit of work'),
    commitTransaction: () => refuse('A transaction outside a unit of work'),
    rollbackTransaction: () => refuse('A transaction outside a unit of work'),
    destroy: async () => {},
  }
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => parts.createQueryCompiler(),
      createAdapter: () => parts.createAdapter(),
      createIntrospector: (db) => parts.createIntrospector(db),
    },
  })
}

function refuse(what: string): never {
  throw new Error(`${what} is not supported.`)
}
