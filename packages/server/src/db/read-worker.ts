/** The child process that runs the statements of `read-workers.ts`. */
import { DatabaseSync } from 'node:sqlite'
import { serve } from '../workers/serve.ts'
import { addTextFunctions } from './text-functions.ts'
import type { Statement } from './read-workers.ts'

const db = new DatabaseSync(process.argv[2] as string, { timeout: 5000 })
db.exec('pragma query_only = on; pragma temp_store = memory; pragma cache_size = -4000')
addTextFunctions(db)

serve(
  ({ text, values }: Statement) => {
    const statement = db.prepare(text)
    statement.setReturnArrays(true)
    return statement.all(...values)
  },
  () => db.close(),
)
