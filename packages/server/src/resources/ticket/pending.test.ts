import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type Reply, type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`pending tickets, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const get = (url: string) => w.request(url, { as: 'rita' })
    const post = (url: string, body: object) => w.request(url, { method: 'POST', as: 'rita', body })
    const put = (url: string, body: object, as: Person = 'rita') => w.request(url, { method: 'PUT', as, body })
    const newTicket = async (more: object) => {
      const basic = { title: 'Ink is out', group: 'Printers', customer: 'nils@desk.example' }
      const reply = await post('tickets', { ...basic, ...more })
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    }

    test('a pending state requires a pending time in every kind of write', async () => {
      const sentence = `Missing required value for field 'pending_time'!`
      const pending_time = '2026-04-01T00:00:00.000Z'
      const checkRefused = ({ status, json }: Reply) => assert.deepEqual([status, json.error], [422, sentence])
      const ticket = { title: 'Waits', group: 'Printers', customer: 'nils@desk.example', article: { body: 'x' } }
      for (const state of ['pending reminder', 'pending close']) {
        checkRefused(await post('tickets', { ...ticket, state }))
        checkRefused(await post('tickets', { ...ticket, state, pending_time: '' }))
        const created = await newTicket({ state, pending_time })
        const url = `tickets/${created.id}`
        assert.equal(created.pending_time, pending_time)
        for (const nothing of [null, '']) checkRefused(await put(url, { pending_time: nothing }))
        checkRefused(await put(url, { state, pending_time: null, article: { body: 'x' } }))
        assert.equal((await put(url, { state, title: 'Still waits' })).json.pending_time, pending_time)
        const open = (await put(url, { state: 'open', pending_time: null })).json
        assert.deepEqual([open.pending_time, open.article_count], [null, null])
        checkRefused(await put(url, { state }))
        checkRefused(await put(url, { state }, 'nils'))
        const path = `/tickets/${created.id}`
        const batch = await post('batch', { operations: [{ method: 'PUT', path, body: { state } }] })
        checkRefused(batch)
        assert.equal((await get(url)).json.state_id, open.state_id)
      }
    })

    test('an old pending ticket without a pending time can still be answered', async () => {
      const created = await newTicket({ state: 'pending reminder', pending_time: '2026-04-01T00:00:00.000Z' })
      await w.desk.database.transaction(({ sql }) =>
        sql.updateTable('tickets').set({ pending_time: null }).where('id', '=', created.id).execute(),
      )
      const answered = await put(`tickets/${created.id}`, { title: 'Answered', article: { body: 'Soon' } })
      assert.deepEqual([answered.status, answered.json.article_count], [200, 1])
      assert.equal((await put(`tickets/${created.id}`, { state: 'pending reminder' })).status, 422)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
