import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Database } from '../db/dialect.ts'
import { kyselyOver } from '../db/driver.ts'

/** An embedded database that records every read statement outside of units of work. */
export function countingStatements(database: Database): { readonly database: Database; readonly statements: string[] } {
  const statements: string[] = []
  const parts = {
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: ConstructorParameters<typeof SqliteIntrospector>[0]) => new SqliteIntrospector(db),
  }
  return {
    statements,
    database: {
      ...database,
      sql: kyselyOver(parts, (text, parameters) => {
        statements.push(text)
        return database.sql.executeQuery(CompiledQuery.raw(text, [...parameters]))
      }),
      arrays(query) {
        statements.push(query.sql)
        return database.arrays(query)
      },
    },
  }
}
