import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { unitOfWork, update } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type Person, type World, world } from '../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the global search on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await unitOfWork(w.desk, systemUser, (unit) =>
        update(unit, 'user', w.ids['zoe'] as number, { note: 'asked about a printer once', department: 'Printers' }),
      )
    })
    after(() => w.close())

    const request = (query: string, as: Person = 'rita', more = '', path = 'search') =>
      w.request(`${path}?query=${encodeURIComponent(query)}${more}`, { as })
    const hits = async (...asked: Parameters<typeof request>): Promise<string[]> => {
      const { status, json, text } = await request(...asked)
      assert.equal(status, 200, text)
      return json.result.map(({ type, id }: { type: string; id: number }) => `${type} ${id}`)
    }
    const named = (...names: string[]) =>
      names.map((name) => {
        const type = /^[a-z]/.test(name)
          ? 'User'
          : ['Harbor Bakery', "O'Hara & Sons"].includes(name)
            ? 'Organization'
            : 'Ticket'
        return `${type} ${w.ids[name]}`
      })

    test('returns tickets, users and organizations in one list, the best first, with their assets', async () => {
      const { json } = await request('bakery')
      const found = json.result.map(({ type, id }: { type: string; id: number }) => `${type} ${id}`)
      assert.equal(found[0], named('No network in the bakery')[0])
      assert.deepEqual(
        found.toSorted(),
        named(
          'Harbor Bakery',
          'No network in the bakery',
          'Label printer offline',
          'Toner for the oven label printer',
          'Paper jam again',
        ).toSorted(),
      )
      for (const { type, id } of json.result) assert.equal(json.assets[type][id].id, id)
      assert.equal(json.assets.User[String(w.ids['nils'])].firstname, 'Nils')
      assert.deepEqual(Object.keys(json), ['assets', 'result'])
    })

    // On PostgreSQL, the same code computes the order, and scoring row by row is slow.
    if (dialect === 'postgres') return

    test('consecutive pages together are the whole list', async () => {
      const all = await hits('printer', 'rita', '&per_page=100')
      assert.ok(all.length > 3)
      const pages: string[] = []
      for (let page = 1; page <= all.length; page += 1) {
        const reply = await request('printer', 'rita', `&per_page=2&page=${page}`)
        pages.push(...reply.json.result.map(({ type, id }: { type: string; id: number }) => `${type} ${id}`))
        assert.equal(reply.headers['x-total-count'], String(all.length))
      }
      assert.deepEqual(pages, all)
      assert.equal((await request('printer', 'rita', '&only_total_count=true')).json.total_count, all.length)
      assert.equal((await request('printer', 'rita', '&with_total_count=true')).json.total_count, all.length)
      assert.equal((await request('printer', 'rita', '&page=3&per_page=1000')).status, 422)
    })

    test('groups hits by resource, and can be limited to some resources', async () => {
      const { json } = await request('printer', 'rita', '&by_object=true')
      assert.deepEqual(Object.keys(json.result), ['Ticket', 'User', 'Organization', 'Role'])
      assert.equal(json.result.Ticket.total_count, 3)
      assert.equal(json.result.Ticket.object_ids.length, 3)
      assert.deepEqual(json.result.Organization, { object_ids: [], total_count: 0 })
      const users = await hits('printer', 'rita', '', 'search/User')
      assert.deepEqual(users.toSorted(), named('rita', 'zoe').toSorted())
      assert.deepEqual(await hits('rita', 'admin', '', 'search/group-role'), [])
      assert.deepEqual(await hits('Network', 'admin', '', 'search/group'), [`Group ${w.ids['Network']}`])
      const { status, json: refusal } = await request('x', 'rita', '', 'search/ticket-nonsense')
      assert.equal(status, 422)
      assert.match(refusal.error, /^objects: there is no kind "nonsense"; there are Ticket, User, /)
    })

    test('leaves out a resource without a field of the query; a query that no resource supports is rejected', async () => {
      assert.deepEqual(await hits('title:toner'), named('Toner for the oven label printer'))
      assert.deepEqual(await hits('firstname:nils'), named('nils'))
      const { status, json } = await request('nonsense:x', 'admin', '&lenient=false')
      assert.equal(status, 422)
      assert.match(json.error, /^Search query, column 1: expected a field of ticket instead of "nonsense"/)
      const { code, column, length } = json.details[0]
      assert.deepEqual({ code, column, length }, { code: 'field_unknown', column: 1, length: 8 })
      assert.equal((await request('(', 'rita', '&lenient=false')).status, 422)
      assert.equal((await request('x', 'rita', '&sort_by=id')).status, 422)
    })

    test('returns only what the caller can read', async () => {
      assert.deepEqual(await hits('printer', 'zoe'), [])
      assert.deepEqual(await hits('zoe', 'nils'), [])
      assert.deepEqual(await hits('rita', 'nils', '', 'search/user'), [])
      assert.deepEqual(await hits('hunter2', 'nils'), [])
      assert.deepEqual(await hits('hunter2', 'rita'), named('No network in the bakery'))
      assert.deepEqual(await hits('Users', 'rita', '', 'search/group'), [])
      assert.deepEqual(await hits('agent', 'plain'), [])
      assert.equal((await request('x', 'anonymous' as Person)).status, 403)
    })

    test('finds roles for callers who may list them', async () => {
      const reply = await w.request('roles/search?query=agent', { as: 'nils' })
      assert.deepEqual(
        reply.json.map(({ name }: { name: string }) => name),
        ['Agent'],
      )
      assert.deepEqual(await hits('agent', 'nils', '', 'search/role'), ['Role 2'])
      assert.equal((await w.request('roles/search?query=agent', { as: 'plain' })).status, 403)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
