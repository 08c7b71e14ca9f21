/** The thread that runs the checkpoints of `checkpoints.ts`. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serve } from '../workers/serve.ts'
import { checkpoint } from './checkpoints.ts'

const db = new DatabaseSync(workerData as string, { timeout: 0 })
// In KiB. A checkpoint does not use the page cache.
db.exec('pragma cache_size = -100')

serve(
  () => checkpoint(db),
  () => db.close(),
)
