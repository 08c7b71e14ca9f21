import { checkpoint, COMMIT_CHECKPOINT_PAGES, startCheckpoints } from './checkpoints.ts'
import type { Database } from './dialect.ts'
import { groupCommit } from './group-commit.ts'
import { type LogSync, logSync } from './log-sync.ts'
import { Turns } from './next-turn.ts'
import { readWorkers } from './read-workers.ts'
import { bind, connection, openConnection, readTransactions, writingConnection } from './sqlite-connection.ts'
import { snapshotPool } from './snapshot-pool.ts'

/** Milliseconds for which a write waits for a write of another process. */
const BUSY_TIMEOUT = 5000

/** The settings of the connection that writes. */
interface Writing {
  readonly pragmas: string
  /** Makes commits durable, see `LogSync`. */
  readonly log: (path: string, checkpoint: () => boolean) => LogSync
}

/** The settings for the database of a service, and for commands. */
const serving: Writing = {
  pragmas: `pragma cache_size = -2000; pragma wal_autocheckpoint = ${COMMIT_CHECKPOINT_PAGES}`,
  log: logSync,
}

/**
 * The settings for a database that is filled with the rows of another one, in any order, so references are not enforced.
 * After a power failure, the last commits may be missing; `deskbell copy` detects this.
 */
const loading: Writing = {
  pragmas: 'pragma cache_size = -64000; pragma foreign_keys = off',
  log: () => ({ sync: async () => {}, close: async () => {} }),
}

/** Opens an embedded database to load it with the rows of another one. */
export const openSqliteForLoading = (path: string): Database => openSqlite(path, BUSY_TIMEOUT, loading)

/**
 * Opens an embedded database with one connection that writes and one that reads, because a read on the writer's
 * connection would wait for an open transaction and see uncommitted changes.
 * @param path the file. `:memory:` is impossible, because two connections must share the database.
 * @param busyTimeout how long a write waits for another process to finish its own, in milliseconds.
 */
export function openSqlite(path: string, busyTimeout = BUSY_TIMEOUT, writing = serving): Database {
  // Not synced, because `log` syncs the commits.
  const writer = openConnection(path, `pragma synchronous = normal; ${writing.pragmas}`)
  const log = writing.log(path, () => checkpoint(writer))
  // The caches (in KiB) are small, because the system caches the file anyway; triple the size makes no search faster.
  const reader = openConnection(path, 'pragma query_only = on; pragma cache_size = -1000')
  const reads = readTransactions(reader)
  const turns = new Turns()
  const unit = writingConnection(writer, turns)
  const checkpoints = startCheckpoints(writer)
  const committed = () => {
    reads.end()
    checkpoints.afterCommit()
  }
  const units = groupCommit({ db: writer, unit, turns, busyTimeout, sync: () => log.sync(), committed })
  const workers = readWorkers(path)
  const pool = snapshotPool(path)
  return {
    ...connection(reader, reads.begin),
    readInWorker: ({ sql: text, parameters }, options) => workers.run({ text, values: bind(parameters) }, options),
    place: path,
    file: path,
    load: () => ({ waiting: { writes: units.waiting(), reads: workers.waiting() } }),
    version: reads.version,
    knownVersion: reads.version,
    snapshot: () => pool.take(),
    transaction: (work, beforeCommit) => units.run(work, beforeCommit),
    close: async () => {
      await units.idle()
      await checkpoints.end()
      await log.close()
      await workers.close()
      pool.close()
      reads.end()
      reader.close()
      // The last connection that closes moves the write-ahead log into the file, so that a stopped service leaves one
      // file.
      writer.close()
    },
  }
}
