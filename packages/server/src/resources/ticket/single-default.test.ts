import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`default state and priority on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const post = (path: string, body: object) => w.request(path, { method: 'POST', body })
    const put = (path: string, body: object) => w.request(path, { method: 'PUT', body })
    const remove = (path: string) => w.request(path, { method: 'DELETE' })
    const marked = async (path: string, column: string) =>
      ((await w.request(`${path}?per_page=100`)).json as Record<string, unknown>[])
        .filter((row) => row[column] === true)
        .map(({ id }) => id)

    test('exactly one state and one priority is the default; setting the flag removes it from the previous one', async () => {
      const state = (await post('ticket_states', { name: 'fresh', state_type: 'new', default_create: true })).json
      assert.deepEqual(await marked('ticket_states', 'default_create'), [state.id])
      assert.deepEqual(await marked('ticket_states', 'default_follow_up'), [2])
      assert.equal((await put(`ticket_states/${state.id}`, { default_create: false })).json.default_create, true)
      const ticket = await post('tickets', { title: 'Fresh', group: 'Users', customer_id: 2 })
      assert.equal(ticket.json.state_id, state.id)
      assert.equal((await put('ticket_states/1', { default_create: true })).json.default_create, true)
      assert.deepEqual(await marked('ticket_states', 'default_create'), [1])
      const priority = (await post('ticket_priorities', { name: '0 idle', default_create: true })).json
      assert.deepEqual(await marked('ticket_priorities', 'default_create'), [priority.id])
      assert.equal((await remove(`ticket_priorities/${priority.id}`)).status, 200)
      assert.deepEqual(await marked('ticket_priorities', 'default_create'), [1])
      await put('ticket_priorities/2', { default_create: true })
      assert.deepEqual(await marked('ticket_priorities', 'default_create'), [2])
    })
  })
}
