import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`recent views on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const view = async (as: Person, title: string) => {
      const body = { object: 'Ticket', o_id: w.ids[title] }
      assert.equal((await w.request('recent_view', { method: 'POST', as, body })).status, 200)
      return w.desk.now().toISOString()
    }
    const viewedAt = async (as: Person, title: string) =>
      (await w.request(`tickets/${w.ids[title]}?all=true`, { as })).json.viewed_at

    test('a ticket has the time at which the caller last viewed it, and the list starts with the latest view', async () => {
      const [printer, bakery] = ['Label printer offline', 'No network in the bakery']
      assert.equal(await viewedAt('rita', printer), null)
      const cursor = async () => (await w.request('events?after=now')).headers['x-cursor']
      const before = await cursor()
      const first = await view('rita', printer)
      w.pass(1000)
      const second = await view('rita', bakery)
      // A view is not an event.
      assert.equal(await cursor(), before)
      assert.deepEqual([await viewedAt('rita', printer), await viewedAt('ines', printer)], [first, null])
      const { json } = await w.request('recent_view', { as: 'rita' })
      assert.deepEqual(json.recent_views, [
        { ticket_id: w.ids[bakery], viewed_at: second },
        { ticket_id: w.ids[printer], viewed_at: first },
      ])
      assert.equal(json.assets.Ticket[String(w.ids[printer])].title, printer)
      assert.equal((await w.request('recent_view?limit=1', { as: 'rita' })).json.recent_views.length, 1)
      assert.deepEqual((await w.request('recent_view', { as: 'ines' })).json, { recent_views: [], assets: {} })
      w.pass(1000)
      assert.equal(await viewedAt('rita', printer), first)
      assert.equal(await viewedAt('rita', printer), first, 'reading records nothing')
    })

    test('tickets that the caller no longer sees are not listed', async () => {
      await view('paul', 'Quiet ticket')
      const count = async () => (await w.request('recent_view', { as: 'paul' })).json.recent_views.length
      assert.equal(await count(), 1)
      await w.desk.database.transaction((db) =>
        db.sql
          .updateTable('tickets')
          .set({ customer_id: w.ids['nils'] as number })
          .where('id', '=', w.ids['Quiet ticket'] as number)
          .execute(),
      )
      assert.equal(await count(), 0)
    })

    test('invalid limits and callers without credentials are refused; a role is not needed', async () => {
      for (const [path, as, status] of [
        ['recent_view?limit=0', 'rita', 422],
        ['recent_view?limit=51', 'rita', 422],
        ['recent_view?limit=x', 'rita', 422],
        ['recent_view', 'anonymous', 403],
        ['recent_view', 'plain', 200],
      ] as const) {
        assert.equal((await w.request(path, { as })).status, status, path)
      }
    })
  })
}
