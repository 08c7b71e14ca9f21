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
    const here = await world(open)
    after(() => here.close())
    const post = (path: string, body: object = {}, as: Person = 'admin') =>
      here.request(path, { method: 'POST', body, as })
    const work = async () => {
      const poller = taskPoller(here.desk, async () => taskHandlers)
      await poller.poll()
      await poller.settled()
      await poller.stop()
    }

    test('the preview counts the records that would be deleted, and reports users who may not be deleted', async () => {
      const { json } = await post(`data_privacy_tasks/preview/${here.ids['nils']}`)
      assert.ok(json.tickets > 0 && json.articles >= json.tickets)
      assert.equal(json.obstacle, null)
      const ofAgent = await post(`data_privacy_tasks/preview/${here.ids['rita']}`)
      assert.match(ofAgent.json.obstacle, /^Agents and administrators/)
      assert.equal((await post(`data_privacy_tasks/preview/${here.ids['nils']}`, {}, 'rita')).status, 403)
      assert.equal((await post('data_privacy_tasks', { deletable_id: here.ids['rita'] })).status, 422)
      assert.equal((await post('data_privacy_tasks', { deletable_id: 99_999 })).status, 404)
    })

    test('a user is deleted with all tickets, and what they wrote elsewhere loses their name', async () => {
      const nils = here.ids['nils'] as number
      for (let more = 0; more < 11; more++) await newTicket(here, { title: `Unique${more}` })
      const other = await newTicket(here, { customer_id: here.ids['maya'] })
      await here.request(`tickets/${other.id}`, { as: 'rita', method: 'PUT', body: { customer_id: nils } })
      const answered = await post('ticket_articles', { ticket_id: other.id, body: 'Me too', type: 'web' }, 'nils')
      assert.equal(answered.status, 201, answered.text)
      await here.request(`tickets/${other.id}`, { as: 'rita', method: 'PUT', body: { customer_id: here.ids['maya'] } })
      const { json: preview } = await post(`data_privacy_tasks/preview/${nils}`)
      assert.equal(preview.kept_articles, 1)
      const { json: task, status } = await post('data_privacy_tasks', { deletable_type: 'User', deletable_id: nils })
      assert.deepEqual([status, task.state], [201, 'in process'])
      assert.equal((await post('data_privacy_tasks', { deletable_id: nils })).status, 422)
      assert.equal((await here.request('users/me', { as: 'nils' })).status, 401)
      await unitOfWork(here.desk, 1, async ({ db }) => {
        for (const table of ['data_privacy_tasks', 'tasks'] as const)
          await db.sql.updateTable(table).set({ state: 'failed', error: 'The disk is full.' }).execute()
      })
      const { json: restarted } = await post(`data_privacy_tasks/${task.id}/restart`)
      assert.deepEqual([restarted.state, restarted.error], ['in process', null])
      await work()
      assert.equal((await post(`data_privacy_tasks/${task.id}/restart`)).status, 422)
      const { json: done } = await here.request(`data_privacy_tasks/${task.id}`)
      assert.deepEqual([done.state, done.tickets_deleted, done.error], ['completed', preview.tickets, null])
      assert.equal((await here.request(`users/${nils}`)).status, 404)
      const { json: found } = await here.request('tickets/search?query=Unique*', { as: 'rita' })
      assert.equal(found.tickets_count, 0)
      const { json: kept } = await here.request(`ticket_articles/${answered.json.id}`, { as: 'rita' })
      assert.deepEqual([kept.from, kept.body, kept.created_by_id], ['-', 'Me too', 1])
      const histories = await here.request(`ticket_history/${other.id}`, { as: 'rita' })
      assert.ok(!JSON.stringify(histories.json.history ?? histories.json).includes('Nils'), histories.text)
      assert.deepEqual(await findProblems(here.desk), [])
    })
  })
}
