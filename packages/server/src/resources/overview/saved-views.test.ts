import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const open = { 'ticket.state_id': { operator: 'is', value: ['1', '2'] } }

for (const [dialect, database] of Object.entries(eachDialect)) {
  describe(`saved views on ${dialect}`, () => {
    let w: World
    let id: number
    const write = (method: 'POST' | 'PUT' | 'DELETE', path: string, as: Person | 'anonymous', body?: object) =>
      w.request(path, { method, as, ...(body ? { body } : {}) })
    const listed = async (as: Person): Promise<[link: string, count: number][]> =>
      (await w.request('ticket_overviews?saved_views=true', { as })).json.map(
        ({ link, count }: { link: string; count: number }) => [link, count],
      )
    const eventNames = async (as: Person) =>
      (await w.request('events?names=saved_view.*', { as })).json.map(({ name }: { name: string }) => name)

    before(async () => {
      w = await world(database)
      const body = { name: 'Printers', condition: open, query: 'printer', order: { by: 'title', direction: 'DESC' } }
      const reply = await write('POST', 'saved_views', 'rita', body)
      assert.equal(reply.status, 201, reply.text)
      id = reply.json.id
      assert.equal(reply.json.user_id, w.ids['rita'])
    })
    after(() => w.close())

    test('a view is listed for its owner with its count, and its tickets have its order', async () => {
      assert.deepEqual((await listed('rita')).at(-1), [`saved:${id}`, 3])
      const { json } = await w.request(`ticket_overviews?view=saved:${id}&fields=title`, { as: 'rita' })
      const titles = json.index.tickets.map((one: { id: number }) => json.assets.Ticket[one.id].title)
      assert.deepEqual(titles, ['Toner for the oven label printer', 'Paper jam again', 'Label printer offline'])
      assert.deepEqual(json.index.overview.view, `saved:${id}`)
      assert.equal(json.assets.SavedView[id].name, 'Printers')
      const plain = await w.request('ticket_overviews', { as: 'rita' })
      assert.ok(plain.json.every(({ link }: { link: string }) => !link.startsWith('saved:')))
    })

    test('no other user can read, change, list or delete a view, and only agents have views', async () => {
      for (const as of ['admin', 'omar', 'ines', 'nils', 'plain', 'anonymous'] as const) {
        const path = `saved_views/${id}`
        assert.equal((await w.request(path, { as })).status, 403, as)
        assert.equal((await write('PUT', path, as, { name: 'Taken' })).status, 403, as)
        assert.equal((await write('DELETE', path, as)).status, 403, as)
        if (as === 'anonymous') continue
        assert.deepEqual((await w.request(`ticket_overviews?view=saved:${id}`, { as })).json, { assets: {}, index: {} })
        assert.ok((await listed(as)).every(([link]) => !link.startsWith('saved:')))
      }
      assert.deepEqual((await w.request('saved_views', { as: 'admin' })).json, [])
      assert.equal((await write('POST', 'saved_views', 'nils', { name: 'Mine', condition: {} })).status, 403)
      const stolen = { name: 'Not mine', condition: {}, user_id: w.ids['admin'] }
      const reply = await write('POST', 'saved_views', 'rita', stolen)
      assert.deepEqual([reply.status, reply.json.user_id], [201, w.ids['rita']])
      assert.equal((await write('DELETE', `saved_views/${reply.json.id}`, 'rita')).status, 200)
    })

    test('only the owner receives the events of a view, including its deletion', async () => {
      const made = await write('POST', 'saved_views', 'omar', { name: 'Mine', condition: {} })
      await write('PUT', `saved_views/${made.json.id}`, 'omar', { name: 'Ours' })
      await write('DELETE', `saved_views/${made.json.id}`, 'omar')
      assert.deepEqual(await eventNames('omar'), ['saved_view.created', 'saved_view.updated', 'saved_view.deleted'])
      for (const as of ['admin', 'ines', 'nils'] as const) assert.deepEqual(await eventNames(as), [], as)
      assert.ok(!(await w.request('events', { as: 'rita' })).text.includes('Ours'))
    })

    test('invalid conditions, queries and directions are refused', async () => {
      for (const wrong of [
        { condition: { 'ticket.nothing': { operator: 'is', value: 1 } } },
        { query: 'title:' },
        { order: { by: 'title', direction: 'UP' } },
        { group_direction: 'UP' },
        { view: { s: ['x'.repeat(100_000)] } },
      ]) {
        const reply = await write('PUT', `saved_views/${id}`, 'rita', wrong)
        assert.equal(reply.status, 422, JSON.stringify(wrong))
      }
    })

    test('agents order their overviews and views by a preference', async () => {
      const overview_order = [`saved:${id}`, 'all_open', 'unknown', 7]
      assert.equal((await write('PUT', 'users/preferences', 'rita', { overview_order })).status, 200)
      const links = (await listed('rita')).map(([link]) => link)
      assert.deepEqual(links.slice(0, 3), [`saved:${id}`, 'all_open', 'my_assigned'])
      assert.notEqual((await listed('admin'))[0]?.[0], 'all_open')
      for (const as of ['rita', 'admin'] as const) {
        const first = await w.request('ticket_overviews?first=true', { as })
        assert.equal(first.json.index.overview.view, (await listed(as))[0]?.[0])
        assert.deepEqual(
          first.json,
          (await w.request(`ticket_overviews?view=${first.json.index.overview.view}`, { as })).json,
        )
      }
      assert.equal((await write('PUT', 'users/preferences', 'rita', { overview_order: null })).status, 200)
    })

    test('a user has a limited number of views', async () => {
      let status = 201
      let made = 1
      for (; status === 201; made++) {
        status = (await write('POST', 'saved_views', 'rita', { name: `View ${made}`, condition: {} })).status
      }
      assert.deepEqual([status, made], [422, 101])
      const rows = await w.desk.database.sql.selectFrom('saved_views').select('id').execute()
      assert.equal(rows.length, 100)
      assert.deepEqual(w.logged, [])
    })
  })
}
