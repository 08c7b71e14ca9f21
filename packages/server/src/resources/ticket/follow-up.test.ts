import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`follow-ups, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const post = (as: Person, url: string, body: object) => w.request(url, { as, method: 'POST', body })
    const put = (as: Person, url: string, body: object) => w.request(url, { as, method: 'PUT', body })

    test('a customer writes to a closed ticket only if its group allows follow-ups', async () => {
      const { json: created } = await w.request('tickets', {
        as: 'rita',
        method: 'POST',
        body: {
          title: 'x',
          group: 'Printers',
          customer: 'nils@desk.example',
          state: 'closed',
          owner: 'rita@desk.example',
        },
      })
      const setGroup = (values: object) =>
        w.desk.database.transaction((db) =>
          db.sql.updateTable('groups').set(values).where('name', '=', 'Printers').execute(),
        )
      await setGroup({ follow_up_possible: 'new_ticket' })
      const refused = await put('nils', `tickets/${created.id}`, { state: 'open', article: { body: 'Again' } })
      assert.equal(refused.status, 422)
      assert.equal(refused.json.error, 'Cannot follow-up on a closed ticket. Please create a new ticket.')
      assert.equal((await post('nils', 'ticket_articles', { ticket_id: created.id, body: 'x' })).status, 422)
      const why = await w.request(`tickets/${created.id}/access?user=${w.ids['nils']}`)
      assert.equal(why.json.change.decided_by, 'closed_ticket')
      assert.equal((await put('rita', `tickets/${created.id}`, { title: 'Agents may' })).status, 200)
      await setGroup({
        follow_up_possible: 'new_ticket_after_certain_time',
        reopen_time_in_days: 2,
        follow_up_assignment: false,
      })
      w.pass(3 * 24 * 3600 * 1000)
      assert.equal((await put('nils', `tickets/${created.id}`, { state: 'open' })).status, 422)
      // Back to a day and a half after the closing.
      w.pass(-1.5 * 24 * 3600 * 1000)
      const opened = await put('nils', `tickets/${created.id}`, { state: 'open', article: { body: 'Again' } })
      assert.equal(opened.status, 200, opened.text)
      assert.deepEqual([opened.json.state_id, opened.json.owner_id], [2, 1])
      await setGroup({ follow_up_possible: 'yes', follow_up_assignment: true })
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
