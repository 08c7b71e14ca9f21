import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { world } from '../../testing/world.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { recipientOf } from './recipient.ts'
import { changesSince, messagesSince } from './ticket-news.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`news of a ticket on ${dialect}`, () => {
    test('are limited, and end with the number of the messages or changes that are left out', async (t) => {
      const w = await world(open)
      t.after(() => w.close())
      const ticket_id = w.ids['Label printer offline'] as number
      w.pass(60_000)
      const since = w.desk.now().toISOString()
      for (let n = 1; n <= 13; n++) {
        const body = { ticket_id, body: `Message ${n}`, type: 'note', internal: true }
        assert.equal((await w.request('ticket_articles', { as: 'rita', method: 'POST', body })).status, 201)
      }
      w.pass(60_000)
      const afterMessages = w.desk.now().toISOString()
      for (let n = 1; n <= 24; n++) {
        const body = { title: `Label printer ${n}` }
        assert.equal((await w.request(`tickets/${ticket_id}`, { as: 'rita', method: 'PUT', body })).status, 200)
      }
      await unitOfWork(w.desk, 1, async (unit) => {
        const recipient = await recipientOf(unit, w.ids['admin'] as number)
        assert.ok(recipient)
        const messages = await messagesSince(unit, ticket_id, since, recipient)
        // A heading and a quote for each of ten messages, and the last line.
        assert.deepEqual([messages.length, messages.at(-1)], [21, 'and 3 more'])
        const [changes] = (await changesSince(unit, ticket_id, afterMessages, recipient)) as { list: string[] }[]
        assert.deepEqual([changes?.list.length, changes?.list.at(-1)], [21, 'and 4 more'])
      })
    })
  })
}
