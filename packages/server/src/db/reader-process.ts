/** A process that reads for `aside.ts`: one statement after the other, until the service disconnects. */
import { DatabaseSync } from 'node:sqlite'
import type { Answered, Asked } from './aside.ts'
import { addFolded } from './folded.ts'

const db = new DatabaseSync(process.argv[2] as string, { timeout: 5000 })
db.exec('pragma query_only = on; pragma temp_store = memory; pragma cache_size = -4000')
addFolded(db)

process.on('message', (asked: Asked) => void process.send?.(answer(asked)))
process.on('disconnect', () => db.close())
// Ctrl-C reaches the whole process group; the service still needs its readers while it finishes its requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

function answer({ text, values }: Asked): Answered {
  try {
    const statement = db.prepare(text)
    statement.setReturnArrays(true)
    return { cells: statement.all(...values) as never }
  } catch (failure) {
    // A thread passes an error on without its code.
    const { message, errcode } = failure as Error & { errcode?: number }
    return { failure: message, errcode }
  }
}
