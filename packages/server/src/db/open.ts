import { chmodSync, closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Database } from './dialect.ts'
import { makeFolder } from './durable-files.ts'
import type { OnReplica } from './postgres-replica.ts'
import type { ReplicaLocation } from './postgres-source.ts'
import { openSqliteReadOnly } from './sqlite-read-only.ts'
import { openSqlite } from './open-sqlite.ts'

/** The location of a database: a data folder, or the URL of a PostgreSQL server. */
export interface DatabaseLocation {
  readonly data: string
  readonly databaseUrl: string | undefined
  /** The URL of a replica that may answer reads. */
  readonly readUrl?: string | undefined
}

/** Returns the path of the embedded database of a data folder. */
export const databaseIn = (data: string): string => join(data, 'deskbell.db')

/**
 * Returns true if a data folder contains an embedded database.
 * @throws Error if the folder is a file, the database is a folder, or the folder cannot be read.
 */
export function hasDatabase(data: string): boolean {
  if (statSync(data, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(`${data} is a file, not a folder. Name the data folder with --data.`)
  const path = databaseIn(data)
  const file = statSync(path, { throwIfNoEntry: false })
  if (file?.isDirectory()) throw new Error(`${path} is a folder, not a database.`)
  return file !== undefined
}

/**
 * Opens the database that the configuration names. Creates the data folder if it does not exist, readable by its owner
 * only.
 * @param onReplica called when the replica is no longer used because it failed, and when it is used again.
 * @throws Error that names the file or the host.
 */
export async function openDatabase(
  { data, databaseUrl, readUrl }: DatabaseLocation,
  onReplica: OnReplica = () => {},
): Promise<Database> {
  if (databaseUrl !== undefined)
    return openRemote(databaseUrl, {}, readUrl === undefined ? undefined : { url: readUrl, onChange: onReplica })
  const path = databaseIn(data)
  makeDataFolder(data)
  return namingFile(path, () => {
    const database = openSqlite(path)
    chmodSync(path, 0o600)
    return database
  })
}

/** Creates a data folder if it does not exist, readable by its owner only. @throws Error if it is a file. */
export function makeDataFolder(data: string): void {
  if (!hasDatabase(data)) makeFolder(data)
}

/** Opens an existing database for reading: nothing is created or changed. */
export async function openDatabaseReadOnly({ data, databaseUrl }: DatabaseLocation): Promise<Database> {
  if (databaseUrl !== undefined) return openRemote(databaseUrl, readsOnly)
  const path = databaseIn(data)
  if (!hasDatabase(data)) {
    throw new Error(
      `There is no Deskbell database in ${data}. Name the data folder with --data, or create one with deskbell start.`,
    )
  }
  if (statSync(path).size === 0) throw new Error(`${path} is not a Deskbell database: the file is empty.`)
  return namingFile(path, () => openSqliteReadOnly(path))
}

/** Settings for commands that read the whole database, which takes long. */
const readsOnly = { options: '-c default_transaction_read_only=on', statement_timeout: 0 }

/**
 * Opens a database of a server.
 * @param settings the settings of its connections.
 * @throws Error that names the host, or says why the replica cannot be used.
 */
export async function openRemote(url: string, settings: PoolConfig = {}, replica?: ReplicaLocation): Promise<Database> {
  // Imported here, so that the driver takes memory only if PostgreSQL is used.
  const [{ openPostgres, unreachableReason }, { openSource }] = await Promise.all([
    import('./open-postgres.ts'),
    import('./postgres-source.ts'),
  ])
  const source = openSource(url, settings, replica)
  const database = openPostgres(source)
  try {
    await sql`select 1`.execute(database.sql).catch((failure: unknown) => {
      throw new Error(unreachableReason(url, failure), { cause: failure })
    })
    await source.replica?.verify()
    return database
  } catch (failure) {
    await database.close()
    throw failure
  }
}

/** Runs work on an embedded database. @throws Error that names the file, which SQLite's own messages do not. */
export async function namingFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (failure) {
    const { errcode } = failure as { errcode?: number }
    const reason = errcode === undefined ? undefined : reasons[errcode & 0xff]
    if (!reason) throw failure
    const detail = ((errcode ?? 0) & 0xff) === DAMAGED ? missingEnd(path) : undefined
    throw new Error(`${path} ${reason}${detail === undefined ? '' : ` (${detail})`}.`, { cause: failure })
  }
}

/** The result code SQLITE_CORRUPT. */
const DAMAGED = 11

/** Parts of error messages by primary result code of SQLite. */
const reasons: Readonly<Record<number, string>> = {
  5: 'is locked by another process; try again',
  8: 'cannot be written by this user',
  10: 'cannot be read or written: the disk reports an error',
  [DAMAGED]: 'is damaged; restore a backup',
  13: 'cannot grow: the disk is full',
  14: 'cannot be opened by this user, or its folder cannot be written',
  26: 'is not a Deskbell database, or its beginning is damaged',
}

/** Describes how much of an embedded database is missing at its end; undefined if nothing is. */
export function missingEnd(path: string): string | undefined {
  // The write-ahead log may contain the missing pages.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    readSync(file, header)
  } finally {
    closeSync(file)
  }
  // The header of the file contains the size of a page, or 1 for 65,536 bytes, and the number of pages.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const [expected, size] = [pageSize * header.readUInt32BE(28), statSync(path).size]
  return size < expected ? `it has been cut off: ${size} of ${expected} bytes are left` : undefined
}
