import type { DatabaseSync } from 'node:sqlite'
import { workerPool, type WorkerPool } from '../workers/pool.ts'
import { startThread } from '../workers/worker.ts'

/**
 * Moves the pages of the write-ahead log into the database file, in a thread. SQLite would do so within a commit, which
 * then takes 10 to 80 ms, and the event loop would wait for it. A checkpoint in another thread delays neither reads nor
 * writes, and a crash during one loses nothing.
 */
export interface Checkpoints {
  /** Starts a checkpoint if the log is long. Must be called after each commit. */
  afterCommit(): void
  /** Ends the thread. */
  end(): Promise<void>
}

/** Minimum number of pages in the log, but not yet in the file, for which the thread runs a checkpoint. */
const CHECKPOINT_PAGES = 1000

/**
 * Minimum number of pages in the log for which a commit runs a checkpoint itself. Under constant load, the thread might
 * never move the log completely, and without this limit the log would grow forever.
 */
export const COMMIT_CHECKPOINT_PAGES = 16 * CHECKPOINT_PAGES

/** Pages in the log, and how many of them are in the file. */
interface Progress {
  readonly log: number
  readonly checkpointed: number
}

/** Starts the checkpoints of a database. @param start starts the thread. */
export function startCheckpoints(db: DatabaseSync, start = checkpointWorker): Checkpoints {
  const progress = db.prepare('pragma wal_checkpoint(noop)')
  let worker: ReturnType<typeof checkpointWorker> | undefined
  let isRunning = false

  async function run(path: string): Promise<void> {
    isRunning = true
    worker ??= start(path)
    // After a failure, such as a full disk, the next commit starts another checkpoint. Commits fail for the same reason and
    // report it.
    await worker.run(null).catch(() => false)
    isRunning = false
  }

  return {
    afterCommit() {
      if (isRunning) return
      const { log, checkpointed } = progress.get() as unknown as Progress
      if (log - checkpointed >= CHECKPOINT_PAGES) void run(db.location() as string)
    },
    end: async () => worker?.close(),
  }
}

/** Starts the thread. The result of a checkpoint is true if it has moved the whole log. */
export const checkpointWorker = (path: string): WorkerPool<null, boolean> =>
  workerPool({
    start: () =>
      startThread(new URL('./checkpoint-worker.ts', import.meta.url), {
        data: path,
        resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
      }),
  })

/**
 * Maximum number of checkpoints in a row. Each one after the first moves only what was written during the one before. Only a
 * log that has been moved completely is written again from its start.
 */
const MAX_ATTEMPTS = 5

/** Moves the log into the file, and then what was written meanwhile. @returns true if the whole log has been moved. */
export function checkpoint(db: DatabaseSync): boolean {
  const statement = db.prepare('pragma wal_checkpoint(passive)')
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { log, checkpointed } = statement.get() as unknown as Progress
    if (log === checkpointed) return true
  }
  return false
}
