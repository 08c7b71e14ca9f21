import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

test('reading a ticket by its number needs the same rights as reading it by its id', async () => {
  const { id, number } = (await w.request(`tickets/${w.ids['Label printer offline']}`, { as: 'rita' })).json
  for (const as of ['admin', 'rita', 'omar', 'ines', 'nils', 'maya', 'zoe', 'plain', 'anonymous'] as const) {
    for (const query of ['', '?all=true', '?expand=true']) {
      const byId = await w.request(`tickets/${id}${query}`, { as })
      const byNumber = await w.request(`tickets/by_number/${number}${query}`, { as })
      assert.deepEqual(
        { ...byNumber.json, error_id: '', status: byNumber.status },
        { ...byId.json, error_id: '', status: byId.status },
      )
    }
  }
})

test('an unknown number is not found', async () => {
  for (const number of ['99999', 'x', '%00', "2' or 1=1"]) {
    assert.equal((await w.request(`tickets/by_number/${encodeURIComponent(number)}`)).status, 404)
  }
})

test('agents can get the history with everything else; customers cannot', async () => {
  const id = w.ids['Label printer offline']
  await w.request(`tickets/${id}`, { method: 'PUT', as: 'rita', body: { priority_id: 3 } })
  const { history } = (await w.request(`ticket_history/${id}`, { as: 'rita' })).json
  const all = (await w.request(`tickets/${id}?all=true&history=true`, { as: 'rita' })).json
  assert.deepEqual(all.history, history)
  for (const entry of history) assert.ok(all.assets.User[entry.created_by_id])
  assert.equal((await w.request(`tickets/${id}?all=true`, { as: 'rita' })).json.history, undefined)
  const reply = await w.request(`tickets/${id}?all=true&history=true`, { as: 'nils' })
  assert.equal(reply.status, 200)
  assert.equal(reply.json.history, undefined)
})

test('everything about a ticket includes its entity tag, with which a change is rejected if the ticket has changed', async () => {
  const id = w.ids['Label printer offline']
  const { etag } = (await w.request(`tickets/${id}?all=true`, { as: 'rita' })).json
  const change = (title: string) =>
    w.request(`tickets/${id}`, { method: 'PUT', as: 'rita', body: { title }, headers: { 'if-match': etag } })
  assert.equal((await change('Label printer still offline')).status, 200)
  assert.equal((await change('Label printer online')).status, 412)
})

test('everything about a ticket includes its custom fields, and its entity tag depends on them', async () => {
  const screens = { edit: { 'ticket.agent': { shown: true } } }
  const field = { object: 'Ticket', name: 'room', display: 'Room', data_type: 'input', data_option: {}, screens }
  assert.equal((await w.request('object_manager_attributes', { method: 'POST', body: field })).status, 201)
  await w.request('object_manager_attributes_execute_migrations', { method: 'POST' })
  const id = w.ids['Label printer offline'] as number
  const all = async () => (await w.request(`tickets/${id}?all=true`, { as: 'rita' })).json
  const change = async (room: string) => {
    const headers = { 'if-match': (await all()).etag }
    return w.request(`tickets/${id}`, { method: 'PUT', as: 'rita', body: { room }, headers })
  }
  assert.equal((await change('Basement')).status, 200)
  assert.equal((await change('Roof')).status, 200)
  assert.equal((await all()).assets.Ticket[id].room, 'Roof')
})
