import { CompiledQuery } from 'kysely'
import type { Connection, Database } from '../dialect.ts'
import { requireMigrated } from '../migrate.ts'
import { databaseIn, type DatabaseLocation, hasDatabase, openRemote } from '../open.ts'
import { openSqliteForLoading } from '../open-sqlite.ts'
import { openSqliteReadOnly } from '../sqlite-read-only.ts'
import { applicationName, lockTables, otherConnections, recordTables } from './postgres.ts'

/** Settings of pools of up to three connections, whose statements and transactions have no time limit. */
const withoutTimeouts = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, max: 3 }

/** How a source is read: `frozen` keeps others from writing to it until the end, `snapshot` does not. */
export type ReadMode = 'frozen' | 'snapshot'

/**
 * Runs `work` with a connection that sees one state of a database.
 * @param mode applies to database servers. For an embedded database, the caller locks the folder against services.
 * @throws Error if there is no desk of this version, or if a service uses a database that must be frozen.
 */
export async function withSource<T>(
  place: DatabaseLocation,
  mode: ReadMode,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const { data, databaseUrl } = place
  if (databaseUrl === undefined && !hasDatabase(data)) throw new Error(`There is no Deskbell database in ${data}.`)
  const database =
    databaseUrl === undefined
      ? openSqliteReadOnly(databaseIn(data), { snapshot: true })
      : await openRemote(databaseUrl, { ...withoutTimeouts, application_name: `${applicationName} copy` })
  try {
    await requireMigrated(database)
    return await (databaseUrl === undefined ? work(database) : inSnapshot(database, mode, work))
  } finally {
    await database.close()
  }
}

/** Opens the database that a copy fills. */
export const openTarget = async ({ data, databaseUrl }: DatabaseLocation): Promise<Database> =>
  databaseUrl === undefined ? openSqliteForLoading(databaseIn(data)) : openRemote(databaseUrl, withoutTimeouts)

/** Runs `work` in a transaction that sees one state of the database of a server. */
export const inSnapshot = <T>(database: Database, mode: ReadMode, work: (db: Connection) => Promise<T>): Promise<T> =>
  database.transaction(async (db) => {
    await db.sql.executeQuery(CompiledQuery.raw('set transaction isolation level repeatable read'))
    if (mode === 'frozen') await freeze(database.place, db)
    return work(db)
  })

async function freeze(place: string, db: Connection): Promise<void> {
  const others = await otherConnections(db)
  if (others > 0)
    throw new Error(`A service uses ${place} (${others} connections). Stop all services of this database first.`)
  const tables = await recordTables(db)
  await lockTables(
    db,
    tables.map(({ name }) => name),
  )
}
