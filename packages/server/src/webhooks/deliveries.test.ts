import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { insert, record, unitOfWork } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { receiver, localReceiverOptions } from '../testing/receiver.ts'
import { world } from '../testing/world.ts'
import { type ClaimedDelivery, storeResult } from './deliveries.ts'
import { Dispatcher } from './dispatcher.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`deliveries on ${dialect}`, () => {
    test('stay with the process that claimed them, unless a late attempt of another one succeeded', async (t) => {
      const w = await world(open)
      const target = await receiver()
      t.after(async () => {
        await target.close()
        await w.close()
      })
      const { database } = w.desk
      const hook = { name: 'hook', endpoint: `${target.url}/hook`, events: 'ticket.*' }
      await unitOfWork(w.desk, 3, async (unit) => {
        const created = await insert(unit, 'webhook', hook)
        await record(unit, { type: 'created', name: 'webhook', id: created })
      })
      const id = w.ids['Quiet ticket'] as number
      await unitOfWork(w.desk, 3, (unit) => record(unit, { type: 'created', name: 'ticket', id }))
      const dispatcher = new Dispatcher(w.desk, localReceiverOptions)
      await dispatcher.poll()
      await dispatcher.settled()
      await dispatcher.stop()
      const row = () => database.sql.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()
      const first = (await row()) as unknown as ClaimedDelivery
      assert.equal(first.attempts, 1)

      const claimed_until = new Date(w.desk.now().getTime() + 60_000).toISOString()
      const claimed = { state: 'waiting', attempts: 2, claimed_until } as const
      await database.transaction((db) => db.sql.updateTable('webhook_deliveries').set(claimed).execute())
      const outcome = { status: 503, body: '', error: 'busy', duration: 5 }
      await storeResult(w.desk, first, { payload: '{}', outcome })
      const { state, attempts, claimed_until: until } = await row()
      assert.deepEqual({ state, attempts, claimed_until: until }, claimed)
      await storeResult(w.desk, first, { payload: '{}', outcome: { ...outcome, status: 200, error: null } })
      assert.equal((await row()).state, 'delivered')
    })
  })
}
