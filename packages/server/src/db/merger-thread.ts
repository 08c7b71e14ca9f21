/** The thread of `merger.ts`: one step after the other; `null` ends it. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Step } from './merger.ts'
import { takeStep } from './merging.ts'

// It never waits for a write: there is another pause.
const db = new DatabaseSync(workerData as string, { timeout: 0 })
db.exec('pragma temp_store = memory; pragma cache_size = -2000')

parentPort?.on('message', (step: Step | null) => {
  if (step === null) {
    db.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(takeStep(db, step.tables, step.pages), [])
})
