import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely'
import type { Tables } from './tables.ts'

/** The result of a statement. */
export interface StatementResult {
  readonly rows: unknown[]
  readonly changes?: number
}

/** Runs one statement. */
export type Run = (sql: string, parameters: readonly unknown[]) => StatementResult | Promise<StatementResult>

/**
 * Creates a Kysely instance over a function that runs statements. It refuses to begin transactions: a unit of work has
 * a connection of its own, so none of its queries can run outside its transaction by mistake.
 */
export function kyselyOver(parts: Omit<KyselyDialect, 'createDriver'>, run: Run): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await run(query.sql, query.parameters)
      return changes === undefined ? { rows: rows as R[] } : { rows: rows as R[], numAffectedRows: BigInt(changes) }
    },
    streamQuery: () => throwUnsupported('Streaming'),
  }
  const driver = driverOver(connection)
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => parts.createQueryCompiler(),
      createAdapter: () => parts.createAdapter(),
      createIntrospector: (db) => parts.createIntrospector(db),
    },
  })
}

const driverOver = (connection: DatabaseConnection): Driver => ({
  init: async () => {},
  acquireConnection: async () => connection,
  releaseConnection: async () => {},
  beginTransaction: () => throwUnsupported('A transaction outside a unit of work'),
  commitTransaction: () => throwUnsupported('A transaction outside a unit of work'),
  rollbackTransaction: () => throwUnsupported('A transaction outside a unit of work'),
  destroy: async () => {},
})

function throwUnsupported(operation: string): never {
  throw new Error(`${operation} is not supported.`)
}
