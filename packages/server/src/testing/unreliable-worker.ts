/** A worker for tests of the pool: it crashes, fails or answers, depending on the task. */
import { serve } from '../workers/serve.ts'

serve((task: string) => {
  if (task === 'crash') process.exit(1)
  if (task === 'fail') throw Object.assign(new Error('It failed.'), { code: 'E_FAIL' })
  return `${task}!`
})
