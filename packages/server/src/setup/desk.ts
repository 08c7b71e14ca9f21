import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/dialect.ts'
import { openFiles } from '../db/files.ts'
import { migrate, requireMigrated } from '../db/migrate.ts'
import { naming, openDatabase, openDatabaseReadOnly } from '../db/open.ts'
import type { Desk, Log } from '../kernel/context.ts'
import { VersionedCache } from '../kernel/cache.ts'
import { slices } from '../resources/index.ts'
import { usualIndexLimits } from '../search/allowance.ts'

/** Where a desk keeps what it knows. */
export interface Place {
  /** The data folder: the embedded database and the attachments. */
  readonly data: string
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | undefined
}

/** Opens a desk and brings its tables up to date. Commands that write work on one; so does the service. */
export async function openDesk(place: Place, log: Log): Promise<Desk> {
  return deskIn(place, log, await openDatabase(place), async (database) => {
    const ran = await migrate(database)
    if (ran.length > 0) log.info({ migrations: ran }, 'brought the database up to date')
  })
}

/** Opens a desk of this version that is only looked at. @throws Error where there is none. */
export async function openDeskReadOnly(place: Place, log: Log): Promise<Desk> {
  return deskIn(place, log, await openDatabaseReadOnly(place), (database) => requireMigrated(database))
}

async function deskIn(place: Place, log: Log, database: Database, prepare: (database: Database) => Promise<void>) {
  try {
    await naming(database.place, () => prepare(database))
  } catch (failure) {
    await database.close()
    throw failure
  }
  return deskOver(database, join(place.data, 'files'), log)
}

/** A desk over a database that is open and up to date. */
export function deskOver(database: Database, files: string, log: Log, more: Partial<Desk> = {}): Desk {
  return {
    database,
    files: openFiles(files),
    cache: new VersionedCache(() => database.version()),
    statements: new Map(),
    memos: new Map(),
    words: new Set(),
    indexLimits: usualIndexLimits,
    slices,
    now: () => new Date(),
    pause: (milliseconds) => pause(milliseconds),
    log,
    ...more,
  }
}
