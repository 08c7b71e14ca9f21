/** The thread that runs the steps of `merging.ts` in a large database, and moves the write-ahead log into the file. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serve } from '../workers/serve.ts'
import { type Step, mergeStep } from './merging.ts'

/** Number of pages of the log that are moved together, which takes 20 to 80 ms. */
const LOG_PAGES = 1000

// A step does not wait for a lock: if something is being written, it runs in the next pause.
const db = new DatabaseSync(workerData as string, { timeout: 0 })
db.exec('pragma temp_store = memory; pragma cache_size = -2000; pragma wal_autocheckpoint = 0')
const state = db.prepare('pragma wal_checkpoint(noop)')

serve(
  ({ tables, pages }: Step) => {
    const isMore = mergeStep(db, tables, pages)
    const { log, checkpointed } = state.get() as { log: number; checkpointed: number }
    if (log - checkpointed >= LOG_PAGES) db.exec('pragma wal_checkpoint(passive)')
    return isMore
  },
  () => db.close(),
)
