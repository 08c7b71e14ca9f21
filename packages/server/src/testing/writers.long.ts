import { test } from 'node:test'
import { world } from './world.ts'
import { writeAtOnce } from './writers.ts'

test('16 writers on the same tickets for a minute: nothing is lost, counters are right, no 500', async () => {
  const w = await world()
  try {
    const until = performance.now() + 60_000
    await writeAtOnce(w, 16, () => performance.now() < until)
  } finally {
    await w.close()
  }
})
