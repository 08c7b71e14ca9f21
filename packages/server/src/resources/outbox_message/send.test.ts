import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Fault } from '../../errors/fault.ts'
import { type World, world } from '../../testing/world.ts'
import { sendDue } from './send.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

test('a message waits while the service is busy, and is sent afterwards', async () => {
  const picture = '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">'
  const body = {
    action: 'create_article',
    ticket_id: w.ids['Label printer offline'],
    new_article: { body: `<p>Look</p>${picture}`, content_type: 'text/html' },
    hold_seconds: 0,
  }
  const { json: made } = await w.request('outbox_messages', { as: 'rita', method: 'POST', body })
  const busy = { ...w.desk, files: { ...w.desk.files, put: () => Promise.reject(new Fault('busy')) } }
  assert.equal(await sendDue(busy), 0)
  const { json: waiting } = await w.request(`outbox_messages/${made.id}`, { as: 'rita' })
  assert.deepEqual([waiting.state, waiting.error], ['waiting', null])
  w.pass(60_000)
  assert.equal(await sendDue(w.desk), 1)
})
