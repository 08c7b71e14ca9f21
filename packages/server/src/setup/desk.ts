import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAutomation } from '../automation/automate.ts'
import type { Database } from '../db/dialect.ts'
import { openFiles } from '../db/open-files.ts'
import { migrate, requireMigrated } from '../db/migrate.ts'
import { namingFile, openDatabase, openDatabaseReadOnly } from '../db/open.ts'
import type { Desk, Log } from '../kernel/context.ts'
import { VersionedCache } from '../kernel/cache.ts'
import { LocalPresence } from '../kernel/presence.ts'
import { Secrets } from '../kernel/secrets.ts'
import { SharedPresence } from '../kernel/shared-presence.ts'
import { slices } from '../resources/index.ts'
import { defaultIndexLimits } from '../search/allowance.ts'
import { keyFileOf } from './key-file.ts'
import { prepareSecrets } from './stored-secrets.ts'

/** The location of the data of a desk. */
export interface DeskLocation {
  /** The data folder: the embedded database, the stored files and the key file, unless they are elsewhere. */
  readonly data: string
  /** The address of a PostgreSQL database to use instead of the embedded one. */
  readonly databaseUrl: string | undefined
  /** The address of a replica of that database that may answer reads. */
  readonly readUrl?: string | undefined
  /** The location of the stored files, if it is not the folder `files` of the data folder. */
  readonly files?: string | undefined
  /** The key file of the secrets, if it is not in the data folder. */
  readonly secretKeyFile?: string | undefined
}

/** Opens a desk for reading and writing and updates its tables to this version. */
export async function openDesk(location: DeskLocation, log: Log): Promise<Desk> {
  const opened = await openDatabase(location, (replica, failure) => logReplica(log, replica, failure))
  const desk = await buildDesk(location, log, opened, async (database) => {
    const ran = await migrate(database)
    if (ran.length > 0) log.info({ migrations: ran }, 'updated the tables of the database')
  })
  await prepareSecrets(desk)
  return desk
}

function logReplica(log: Log, replica: string, failure: unknown): void {
  if (failure === undefined) log.warn({ replica }, 'the replica answers reads again')
  // Logs the message without a stack, because an outage of the replica is not an outage of the service.
  else
    log.warn({ replica, reason: (failure as Error).message }, 'the replica is not used; the database answers all reads')
}

/** Opens a desk without writing to its database. @throws Error if there is none, or its tables are not of this version. */
export async function openDeskReadOnly(location: DeskLocation, log: Log): Promise<Desk> {
  return buildDesk(location, log, await openDatabaseReadOnly(location), (database) => requireMigrated(database))
}

async function buildDesk(
  location: DeskLocation,
  log: Log,
  database: Database,
  prepare: (database: Database) => Promise<void>,
) {
  try {
    await namingFile(database.place, () => prepare(database))
  } catch (failure) {
    await database.close()
    throw failure
  }
  return deskOver(database, location.files ?? join(location.data, 'files'), log, {
    folder: location.data,
    secrets: new Secrets(keyFileOf(location)),
  })
}

/**
 * Builds a desk from an open database of this version.
 * @param files the location of the stored files.
 * @param parts replace the default parts.
 */
export function deskOver(database: Database, files: string, log: Log, parts: Partial<Desk> = {}): Desk {
  const { now = () => new Date() } = parts
  return {
    database,
    files: openFiles(files),
    folder: dirname(files),
    secrets: new Secrets(keyFileOf({ data: dirname(files) })),
    cache: new VersionedCache(() => database.version()),
    memos: new Map(),
    words: new Set(),
    indexLimits: defaultIndexLimits,
    presence: database.peers ? new SharedPresence(database.peers, now) : new LocalPresence(),
    slices,
    now,
    pause: (milliseconds) => pause(milliseconds),
    automate: createAutomation(),
    log,
    ...parts,
  }
}
