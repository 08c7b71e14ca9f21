import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Connection, Database } from '../db/dialect.ts'
import { kyselyOver } from '../db/driver.ts'

/** Returns an embedded database with the list of all statements that it is sent, except for those of units of work. */
export function recordStatements(database: Database): { readonly database: Database; readonly statements: string[] } {
  const statements: string[] = []
  const kyselyParts = {
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: ConstructorParameters<typeof SqliteIntrospector>[0]) => new SqliteIntrospector(db),
  }
  const recording = (db: Connection): Pick<Connection, 'sql' | 'arrays'> => ({
    sql: kyselyOver(kyselyParts, (text, parameters) => {
      statements.push(text)
      return db.sql.executeQuery(CompiledQuery.raw(text, [...parameters]))
    }),
    arrays(query) {
      statements.push(query.sql)
      return db.arrays(query)
    },
  })
  const snapshot = () => {
    const original = database.snapshot?.()
    if (!original) throw new Error('An embedded database has snapshots.')
    return { db: { ...original.db, ...recording(original.db) }, release: () => original.release() }
  }
  return { statements, database: { ...database, ...recording(database), snapshot } }
}
