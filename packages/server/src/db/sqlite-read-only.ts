import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Database } from './dialect.ts'
import { addTextFunctions } from './text-functions.ts'
import { readOccurrences, type VisitOccurrence } from './occurrences.ts'
import { connection, readTransactions } from './sqlite-connection.ts'

/** An embedded database that is open for reading only. */
export interface ReadOnlySqlite extends Database {
  occurrences(table: string, visit: VisitOccurrence): void
}

/**
 * Opens an embedded database for reading. Nothing is written, so that an automatic repair cannot make damage worse.
 * @param snapshot if true, all statements read one state of the database until it is closed. Until then the write-ahead
 * log of a running service cannot be reset, and grows with every write.
 */
export function openSqliteReadOnly(path: string, { snapshot = false } = {}): ReadOnlySqlite {
  const hadLog = hasLog(path)
  const db = openReadOnly(path)
  db.exec('pragma temp_store = memory; pragma cache_size = -8000')
  addTextFunctions(db)
  const reads = readTransactions(db)
  const reading = connection(db, snapshot ? () => {} : reads.begin)
  if (snapshot) db.exec('begin')
  return {
    ...reading,
    readInWorker: async (query) => reading.arrays(query),
    place: path,
    file: path,
    version: reads.version,
    knownVersion: reads.version,
    occurrences: (table, visit) => readOccurrences(db, table, visit),
    transaction: () => Promise.reject(new Error(`${path} is open for reading only.`)),
    async close() {
      reads.end()
      db.close()
      if (!hadLog && isFolderWritable(path)) removeLog(path)
    },
  }
}

/** Opens a read-only connection, even if no write-ahead log can be created next to the file. */
export const openReadOnly = (path: string): DatabaseSync =>
  new DatabaseSync(hasLog(path) || isFolderWritable(path) ? path : immutableUrl(path), {
    readOnly: true,
    timeout: 5000,
  })

const hasLog = (path: string): boolean => existsSync(`${path}-wal`)

const isFolderWritable = (path: string): boolean => {
  try {
    accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A URL that opens the database without a write-ahead log; safe because no process can write to its folder. */
function immutableUrl(path: string): URL {
  const url = pathToFileURL(resolve(path))
  url.searchParams.set('immutable', '1')
  return url
}

/**
 * Removes the empty write-ahead log that a read-only connection leaves: the last connection that can write deletes it
 * safely.
 */
function removeLog(path: string): void {
  try {
    const db = new DatabaseSync(path)
    try {
      db.exec('select 1 from sqlite_schema limit 1')
    } finally {
      db.close()
    }
  } catch {
    // The database is damaged, which reading has reported.
  }
}
