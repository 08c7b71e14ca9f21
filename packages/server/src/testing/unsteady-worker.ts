/** A worker for tests of the pool: crashes, fails or answers as the task says. */
import { serve } from '../workers/serve.ts'

serve((task: string) => {
  if (task === 'crash') process.exit(1)
  if (task === 'fail') throw Object.assign(new Error('It failed.'), { code: 'E_FAIL' })
  return `${task}!`
})
