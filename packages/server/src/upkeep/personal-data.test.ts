import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { taskPoller } from '../tasks/tasks.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { findProblems } from '../testing/mail-desk.ts'
import { newTicket } from '../testing/new-ticket.ts'
import { type Person, world } from '../testing/world.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { taskHandlers } from './task-handlers.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`the deletion of personal data on ${name}`, async () => {
    const w = await world(open)
    after(() => w.close())
    const post = (path: string, body: object = {}, as: Person = 'admin') =>
      w.request(path, { method: 'POST', body, as })
    const work = async () => {
      const poller = taskPoller(w.desk, async () => taskHandlers)
      await poller.poll()
      await poller.settled()
      await poller.stop()
    }

    test('the preview counts the records that would be deleted, and reports users who may not be deleted', async () => {
      const { json } = await post(`data_privacy_tasks/preview/${w.ids['nils']}`)
      assert.ok(json.tickets > 0 && json.articles >= json.tickets)
      assert.equal(json.obstacle, null)
      const ofAgent = await post(`data_privacy_tasks/preview/${w.ids['rita']}`)
      assert.match(ofAgent.json.obstacle, /^Agents and administrators/)
      assert.equal((await post(`data_privacy_tasks/preview/${w.ids['nils']}`, {}, 'rita')).status, 403)
      assert.equal((await post('data_privacy_tasks', { deletable_id: w.ids['rita'] })).status, 422)
      assert.equal((await post('data_privacy_tasks', { deletable_id: 99_999 })).status, 404)
    })

    test('a user is deleted with all tickets, and what they wrote elsewhere loses their name', async () => {
      const nils = w.ids['nils'] as number
      for (let count = 0; count < 11; count++) await newTicket(w, { title: `Unique${count}` })
      const other = await newTicket(w, { customer_id: w.ids['maya'] })
      await w.request(`tickets/${other.id}`, { as: 'rita', method: 'PUT', body: { customer_id: nils } })
      const answered = await post('ticket_articles', { ticket_id: other.id, body: 'Me too', type: 'web' }, 'nils')
      assert.equal(answered.status, 201, answered.text)
      await w.request(`tickets/${other.id}`, { as: 'rita', method: 'PUT', body: { customer_id: w.ids['maya'] } })
      const { json: preview } = await post(`data_privacy_tasks/preview/${nils}`)
      assert.equal(preview.kept_articles, 1)
      const { json: task, status } = await post('data_privacy_tasks', { deletable_type: 'User', deletable_id: nils })
      assert.deepEqual([status, task.state], [201, 'in process'])
      assert.equal((await post('data_privacy_tasks', { deletable_id: nils })).status, 422)
      assert.equal((await w.request('users/me', { as: 'nils' })).status, 401)
      await unitOfWork(w.desk, 1, async ({ db }) => {
        for (const table of ['data_privacy_tasks', 'tasks'] as const)
          await db.sql.updateTable(table).set({ state: 'failed', error: 'The disk is full.' }).execute()
      })
      const { json: restarted } = await post(`data_privacy_tasks/${task.id}/restart`)
      assert.deepEqual([restarted.state, restarted.error], ['in process', null])
      await work()
      assert.equal((await post(`data_privacy_tasks/${task.id}/restart`)).status, 422)
      const { json: done } = await w.request(`data_privacy_tasks/${task.id}`)
      assert.deepEqual([done.state, done.tickets_deleted, done.error], ['completed', preview.tickets, null])
      assert.equal((await w.request(`users/${nils}`)).status, 404)
      const { json: hits } = await w.request('tickets/search?query=Unique*', { as: 'rita' })
      assert.equal(hits.tickets_count, 0)
      const { json: kept } = await w.request(`ticket_articles/${answered.json.id}`, { as: 'rita' })
      assert.deepEqual([kept.from, kept.body, kept.created_by_id], ['-', 'Me too', 1])
      const histories = await w.request(`ticket_history/${other.id}`, { as: 'rita' })
      assert.ok(!JSON.stringify(histories.json.history ?? histories.json).includes('Nils'), histories.text)
      assert.deepEqual(await findProblems(w.desk), [])
    })
  })
}
