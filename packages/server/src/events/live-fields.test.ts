import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openEventStream } from '../testing/event-stream.ts'
import { type World, world } from '../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

test('a field that is added while a customer is listening is not revealed to the customer', async () => {
  const url = await w.listen()
  const stream = await openEventStream(`${url}/api/v1/events/stream`, { authorization: `Token ${w.tokens.nils}` })
  const screens = { edit: { 'ticket.agent': { shown: true } } }
  const field = { object: 'Ticket', name: 'margin', display: 'Margin', data_type: 'input', data_option: {}, screens }
  assert.equal((await w.request('object_manager_attributes', { method: 'POST', body: field })).status, 201)
  await w.request('object_manager_attributes_execute_migrations', { method: 'POST' })
  const change = (body: object) =>
    w.request(`tickets/${w.ids['Label printer offline']}`, { as: 'rita', method: 'PUT', body })
  assert.equal((await change({ margin: 'high' })).json.margin, 'high')
  await change({ title: 'Label printer on fire' })
  assert.deepEqual((await stream.next())?.data['changes'], { title: {} })
  await stream.close()
})
