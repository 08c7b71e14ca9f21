import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`the column origin_by_id of articles, on ${name}`, () => {
    let w: World
    let ticket_id: number
    before(async () => {
      w = await world(open)
      ticket_id = w.ids['Label printer offline'] as number
      await w.request(`users/${w.ids['nils']}`, { method: 'PUT', body: { email: 'nils@bakery.example' } })
    })
    after(() => w.close())

    const write = async (article: object, as: Person = 'rita') => {
      const body = { ticket_id, body: 'It blinks again.', ...article }
      const reply = await w.request('ticket_articles', { method: 'POST', as, body })
      assert.equal(reply.status, 201, reply.text)
      const { from, sender, origin_by_id } = reply.json
      return { from, sender, origin_by_id }
    }

    test('a call, note or web message that an agent writes as the customer has the customer as `origin_by`', async () => {
      const theirs = { sender: 'Customer', origin_by_id: w.ids['nils'] }
      const withAddress = { from: 'Nils Brandt <nils@bakery.example>', ...theirs }
      assert.deepEqual(await write({ type: 'phone', sender: 'Customer' }), withAddress)
      assert.deepEqual(await write({ type: 'web', sender: 'Customer' }), withAddress)
      assert.deepEqual(await write({ type: 'phone', sender_id: 2, origin_by_id: null }), withAddress)
      assert.deepEqual(await write({ type: 'note', sender: 'Customer' }), { from: 'Nils Brandt', ...theirs })
      const ticket = {
        title: 'New',
        group: 'Printers',
        customer: 'nils@bakery.example',
        article: { body: 'x', type: 'phone', sender: 'Customer' },
      }
      const created = await w.request('tickets', { method: 'POST', as: 'rita', body: ticket })
      const first = await w.request(`ticket_articles/${created.json.article_ids[0]}`, { as: 'rita' })
      assert.equal(first.json.origin_by_id, w.ids['nils'])
      assert.equal(first.json.from, withAddress.from)
    })

    test('an `origin_by` in the body is stored; mails and articles of agents have none', async () => {
      const zoe = await write({ type: 'phone', sender: 'Customer', origin_by: 'zoe@desk.example' })
      assert.deepEqual([zoe.origin_by_id, zoe.sender], [w.ids['zoe'], 'Customer'])
      assert.deepEqual(await write({ type: 'phone' }), { from: 'Rita Sand', sender: 'Agent', origin_by_id: null })
      const mail = await write({ type: 'email', sender: 'Customer', from: 'A <a@b.example>', to: 'desk@desk.example' })
      assert.deepEqual(mail, { from: 'A <a@b.example>', sender: 'Customer', origin_by_id: null })
      const own = await write({ type: 'web', sender: 'Customer' }, 'nils')
      assert.deepEqual([own.sender, own.origin_by_id], ['Customer', null])
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
