/** The thread that runs the steps of `merging.ts` in a large database. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serve } from '../workers/serve.ts'
import { type Step, mergeStep } from './merging.ts'

// If something is being written, a step fails at once instead of waiting for the lock. It is tried again later.
const db = new DatabaseSync(workerData as string, { timeout: 0 })
db.exec('pragma synchronous = normal; pragma temp_store = memory; pragma cache_size = -2000')

serve(
  ({ tables, pages }: Step) => mergeStep(db, tables, pages),
  () => db.close(),
)
