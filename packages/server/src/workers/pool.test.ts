import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type PoolOptions, workerPool } from './pool.ts'
import { startProcess, startThread } from './worker.ts'

const file = new URL('../testing/unreliable-worker.ts', import.meta.url)
const kinds: Record<string, PoolOptions['start']> = {
  threads: () => startThread(file),
  processes: () => startProcess(file, []),
}

for (const [name, start] of Object.entries(kinds)) {
  describe(`a pool of ${name}`, () => {
    test('answers tasks and reports their errors with their codes', async () => {
      const pool = workerPool<string, string>({ start })
      const results = await Promise.allSettled(['a', 'fail', 'b'].map((task) => pool.run(task)))
      assert.deepEqual(
        results.map((result) =>
          result.status === 'fulfilled' ? result.value : (result.reason as { code: string }).code,
        ),
        ['a!', 'E_FAIL', 'b!'],
      )
      await pool.close()
    })

    test('fails the task of a worker that crashes, and runs the next ones in a new worker', async () => {
      const pool = workerPool<string, string>({ start })
      const [crashed, waiting] = await Promise.allSettled([pool.run('crash'), pool.run('a')])
      assert.match(String(crashed.status === 'rejected' && crashed.reason), /worker .*ended before its task/)
      assert.equal(waiting.status === 'fulfilled' && waiting.value, 'a!')
      assert.equal(await pool.run('b'), 'b!')
      await pool.close()
    })

    test('refuses tasks when too many wait', async () => {
      const pool = workerPool<string, string>({ start, maxWaiting: 1 })
      const accepted = [pool.run('a'), pool.run('b')]
      await assert.rejects(pool.run('c'), { code: 'busy' })
      assert.deepEqual(await Promise.all(accepted), ['a!', 'b!'])
      await pool.close()
    })
  })
}
