/** The thread of `aside.ts`: one statement after the other; `null` ends it. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answered, Asked } from './aside.ts'
import { addFolded } from './folded.ts'

const db = new DatabaseSync(workerData as string, { timeout: 5000 })
db.exec('pragma query_only = on; pragma temp_store = memory; pragma cache_size = -4000')
addFolded(db)

parentPort?.on('message', (asked: Asked | null) => {
  if (asked === null) {
    db.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(answer(asked), [])
})

function answer({ text, values }: Asked): Answered {
  try {
    const statement = db.prepare(text)
    statement.setReturnArrays(true)
    return { cells: statement.all(...values) as never }
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : String(failure) }
  }
}
