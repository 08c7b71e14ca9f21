/** The thread that runs the steps of `merging.ts` in a large database. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serve } from '../workers/serve.ts'
import { type Step, mergeStep } from './merging.ts'

// A step does not wait for a lock: if something is being written, it runs in the next pause.
const db = new DatabaseSync(workerData as string, { timeout: 0 })
db.exec('pragma synchronous = normal; pragma temp_store = memory; pragma cache_size = -2000')

serve(
  ({ tables, pages }: Step) => mergeStep(db, tables, pages),
  () => db.close(),
)
