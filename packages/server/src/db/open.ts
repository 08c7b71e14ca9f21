import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './dialect.ts'
import { openSqlite } from './sqlite.ts'

/** The file of an embedded database. */
export const databaseIn = (data: string): string => join(data, 'deskbell.db')

/** Opens the database that the configuration names; a data folder that does not exist is made, for the owner alone. */
export async function openDatabase(where: {
  readonly data: string
  readonly databaseUrl: string | undefined
}): Promise<Database> {
  if (where.databaseUrl !== undefined) {
    // Its driver is in memory only where it is used.
    const { openPostgres, postgresPool } = await import('./postgres.ts')
    return openPostgres(postgresPool(where.databaseUrl))
  }
  const path = databaseIn(where.data)
  if (!existsSync(where.data)) mkdirSync(where.data, { recursive: true, mode: 0o700 })
  const database = openSqlite(path)
  chmodSync(path, 0o600)
  return database
}
