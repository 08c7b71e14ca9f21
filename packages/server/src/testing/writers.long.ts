import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDialect, leaveEmpty, urlOf } from './each-dialect.ts'
import { startProcesses, requestThroughAll } from './processes.ts'
import { assertConsistent } from './consistency.ts'
import { world } from './world.ts'
import { inWorld, writeAtOnce } from './writers.ts'

const aMinute = () => {
  const until = performance.now() + 60_000
  return () => performance.now() < until
}

test('16 writers on the same tickets for a minute: nothing is lost, counters are right, no 500', async () => {
  const w = await world()
  try {
    await writeAtOnce(inWorld(w), 16, aMinute())
    await assertConsistent(w)
  } finally {
    await w.close()
  }
})

test(
  '16 writers through three processes on PostgreSQL for a minute: nothing is lost, counters are right',
  { skip: !eachDialect.postgres },
  async () => {
    const database = (await eachDialect.postgres?.(leaveEmpty)) ?? assert.fail()
    const url = await urlOf(database)
    const desk = await startProcesses(url, 3)
    try {
      await writeAtOnce(requestThroughAll(desk), 16, aMinute())
      const checked = await desk.cli.run(['check', '--deep', '--database-url', url])
      assert.equal(checked.code, 0, checked.out + checked.err)
    } finally {
      await desk.close()
      await database.close()
    }
  },
)
