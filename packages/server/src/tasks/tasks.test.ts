import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import type { Poller } from './poller.ts'
import { type ClaimedTask, enqueue, type NewTask, type TaskHandler, taskPoller, type AttemptResult } from './tasks.ts'

const minute = 60_000
const done = (): AttemptResult => ({ state: 'done' })

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`tasks on ${dialect}`, () => {
    let w: World
    const pollers: Poller<ClaimedTask>[] = []
    const attempts: ClaimedTask[] = []
    let handle: (task: ClaimedTask, signal: AbortSignal) => AttemptResult | Promise<AttemptResult> = done
    const handler: TaskHandler = {
      pauses: [1, 5],
      async attempt(_, task, signal) {
        attempts.push(task)
        return handle(task, signal)
      },
    }
    const poller = (options?: Parameters<typeof taskPoller>[2]) => {
      const created = taskPoller(w.desk, async () => ({ mail: handler }), options)
      pollers.push(created)
      return created
    }
    const add = (more: Partial<NewTask> = {}) =>
      unitOfWork(w.desk, systemUser, (unit) => enqueue(unit, { kind: 'mail', payload: { article_id: 7 }, ...more }))
    const work = async (worker = poller()) => {
      await worker.poll()
      await worker.settled()
    }
    const rows = () => w.desk.database.sql.selectFrom('tasks').selectAll().orderBy('id').execute()

    before(async () => {
      w = await world(open)
    })
    after(() => w.close())
    afterEach(async () => {
      await Promise.all(pollers.splice(0).map((running) => running.stop()))
      await w.desk.database.transaction(({ sql }) => sql.deleteFrom('tasks').execute())
      attempts.length = w.logged.length = 0
      handle = done
    })

    test('are stored in the transaction of the change that causes them, or not at all', async () => {
      const failure = new Error('no')
      const refused = unitOfWork(w.desk, systemUser, async (unit) => {
        await enqueue(unit, { kind: 'mail', payload: {} })
        throw failure
      })
      await assert.rejects(refused, failure)
      await add()
      await work()
      assert.deepEqual(
        attempts.map(({ payload, attempts: count }) => [payload, count]),
        [[{ article_id: 7 }, 1]],
      )
      assert.deepEqual(await rows(), [])
    })

    test('are attempted again after growing pauses, then given up and reported', async () => {
      const id = await add()
      handle = () => ({ state: 'later', error: 'the server is busy' })
      for (const pause of [1, 5, 60]) {
        await work()
        await work()
        // Pauses vary by 10 %.
        w.pass(pause * 1.2 * minute)
      }
      await work()
      assert.equal(attempts.length, 3)
      const { json } = await w.request(`tasks/${id}`)
      assert.deepEqual([json.state, json.attempts, json.error], ['failed', 3, 'the server is busy'])
      const health = await w.request('monitoring/health_check')
      assert.match(health.json.message, /1 task was given up/)
      handle = done
      assert.equal((await w.request(`tasks/${id}/restart`, { method: 'POST' })).status, 200)
      await work()
      assert.deepEqual(await rows(), [])
    })

    test('of a lane wait together, and use up no attempts, while the server that they need is down', async () => {
      for (const lane of [5, 5, 6]) await add({ lane })
      handle = ({ lane }) =>
        lane === 5 ? { state: 'blocked', error: 'wrong password', minutes: 5 } : { state: 'done' }
      await work(poller({ poll: { embedded: 1, server: 1 }, concurrency: { perLane: 1, total: 9 }, grace: 0 }))
      assert.deepEqual(new Set(attempts.map(({ lane }) => lane)), new Set([5, 6]))
      const waiting = await rows()
      assert.deepEqual(
        waiting.map(({ lane, attempts: count }) => [lane, count]),
        [
          [5, 0],
          [5, 0],
        ],
      )
      assert.ok(waiting.every(({ due_at }) => due_at > w.desk.now().toISOString()))
    })

    test('are done once, even if several processes work at the same time', async () => {
      for (let count = 0; count < 20; count++) await add()
      await Promise.all([work(), work(), work()])
      await work()
      assert.equal(attempts.length, 20)
      assert.equal(new Set(attempts.map(({ id }) => id)).size, 20)
    })

    test('of a process that crashed are claimed by another one when its claim ends', async () => {
      const id = await add()
      const { promise, resolve } = Promise.withResolvers<AttemptResult>()
      handle = () => promise
      const first = poller()
      await first.poll()
      await work()
      assert.equal(attempts.length, 1, 'claimed by the first')
      w.pass(2 * minute)
      handle = () => ({ state: 'later', error: 'busy' })
      await work()
      assert.equal(attempts.length, 2)
      resolve({ state: 'done' })
      await first.settled()
      const [row] = await rows()
      assert.deepEqual([row?.id, row?.error], [id, 'busy'], 'the late result of the first does not count')
    })

    test('that take long stay claimed as long as their process is running', async (t) => {
      t.mock.timers.enable({ apis: ['setInterval'] })
      await add()
      const { promise, resolve } = Promise.withResolvers<AttemptResult>()
      handle = () => promise
      const first = poller()
      await first.poll()
      w.pass(50_000)
      // The claim of a minute is extended every 20 seconds.
      t.mock.timers.tick(20_000)
      while ((await rows())[0]?.claimed_until !== new Date(w.desk.now().getTime() + minute).toISOString())
        await nextTurn()
      w.pass(50_000)
      await work()
      assert.equal(attempts.length, 1)
      resolve(done())
      await first.settled()
      assert.deepEqual(await rows(), [])
    })

    test('do not lose an attempt if the service stops during it', async () => {
      await add()
      handle = (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ state: 'later', error: 'stopped' }))
        })
      const stopping = poller({ poll: { embedded: 1, server: 1 }, concurrency: { perLane: 1, total: 1 }, grace: 0 })
      await stopping.poll()
      await stopping.stop()
      const [row] = await rows()
      assert.deepEqual([row?.attempts, row?.claimed_until], [0, null])
    })

    test('stay claimed by a second process when the first one, whose claim has ended, stops', async () => {
      await add()
      handle = (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ state: 'later', error: 'stopped' }))
        })
      const options = { poll: { embedded: 1, server: 1 }, concurrency: { perLane: 1, total: 1 }, grace: 0 }
      const stopping = poller(options)
      await stopping.poll()
      w.pass(2 * minute)
      const other = poller(options)
      await other.poll()
      await stopping.stop()
      const [row] = await rows()
      assert.equal(row?.attempts, 2)
      assert.notEqual(row.claimed_until, null)
    })

    test('of an unknown kind wait for a process that knows the kind', async () => {
      await add({ kind: 'carrier pigeon' })
      await work()
      const [row] = await rows()
      assert.deepEqual([row?.state, row?.attempts], ['waiting', 0])
    })
  })
}
