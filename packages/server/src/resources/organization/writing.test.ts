import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { assertRefused, userRequests } from '../../testing/users.ts'
import { type RequestOptions, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`writing organizations on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const people = userRequests(() => w)
    const post = (body: object, as: RequestOptions['as'] = 'admin') =>
      w.request('organizations', { method: 'POST', body, as })
    const put = (id: number | undefined, body: object, as: RequestOptions['as'] = 'admin') =>
      w.request(`organizations/${id}`, { method: 'PUT', body, as })
    const organizationOf = async (user: number) => (await w.request(`users/${user}`)).json.organization_id

    test('a new organization has the keys that existing clients expect, and a unique name', async () => {
      const reply = await post({ name: ' Mill ', domain: 'Mill.Example ', note: '<b>a</b><script>x</script>' })
      assert.equal(reply.status, 201)
      const { id, created_at, updated_at, ...rest } = reply.json
      assert.ok(id > 0 && created_at === updated_at)
      assert.deepEqual(rest, {
        name: 'Mill',
        shared: true,
        domain: 'mill.example',
        domain_assignment: false,
        active: true,
        vip: false,
        note: '<b>a</b>',
        updated_by_id: 3,
        created_by_id: 3,
        member_ids: [],
        secondary_member_ids: [],
      })
      assertRefused(await post({ name: 'Mill' }), 'This object already exists.', 'name')
      assertRefused(await post({ name: '' }), /name/, 'name')
      assertRefused(await post({}), /'name' is missing/, 'name')
    })

    test('members are set by id, login or address, and recorded in their history', async () => {
      const [one, two] = [await people.create(), await people.create({ login: 'second' })]
      const { id, member_ids } = (await post({ name: 'Members', member_ids: [one.id] })).json
      assert.deepEqual(member_ids, [one.id])
      assert.equal(await organizationOf(one.id), id)
      const named = await put(id, { members: ['SECOND', one.email] })
      assert.deepEqual(named.json.member_ids, [one.id, two.id])
      assert.deepEqual((await put(id, { member_ids: [two.id] })).json.member_ids, [two.id])
      assert.equal(await organizationOf(one.id), null)
      const other = (await post({ name: 'Others', members: ['second'] })).json.id
      assert.deepEqual(
        [await organizationOf(two.id), (await w.request(`organizations/${id}`)).json.member_ids],
        [other, []],
      )
      const rows = await w.desk.database.sql
        .selectFrom('histories')
        .select(['attribute', 'value_from', 'value_to', 'id_to'])
        .where('object', '=', 'User')
        .where('o_id', '=', two.id)
        .where('type', '=', 'updated')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        rows.map((row) => Object.values(row)),
        [
          ['organization', null, 'Members', id],
          ['organization', 'Members', 'Others', other],
        ],
      )
      assertRefused(await put(id, { member_ids: [99_999] }), /Invalid value for param 'member_ids'/)
      assertRefused(await put(id, { members: ['unknown'] }), /No lookup value found for 'members': "unknown"/)
      assert.deepEqual((await put(id, { name: 'Still members' })).json.member_ids, [])
    })

    test('secondary members must have a primary organization', async () => {
      const { id } = (await post({ name: 'Second home' })).json
      const reply = await put(id, { secondary_member_ids: [w.ids['nils']] })
      assert.deepEqual(reply.json.secondary_member_ids, [w.ids['nils']])
      const loose = await people.create()
      assertRefused(await put(id, { secondary_members: [loose.login] }), /primary organization/)
      assert.deepEqual((await w.request(`organizations/${id}`)).json.secondary_member_ids, [w.ids['nils']])
      // Removing a user from the members would leave only a secondary organization.
      assertRefused(await put(w.ids['Harbor Bakery'], { member_ids: [] }), /primary organization/)
    })

    test('changes take effect in the next request, in searches and in the visible tickets', async () => {
      const bakery = w.ids['Harbor Bakery'] as number
      const find = async (name: string) =>
        (await w.request(`tickets/search?query=organization.name:${name}`, { as: 'rita' })).json
      assert.ok((await find('harbor')).tickets_count > 0)
      const seen = async () => (await w.request('tickets?per_page=100', { as: 'maya' })).json.length
      const previous = await seen()
      assert.equal((await put(bakery, { name: 'Lighthouse Bakery', shared: false })).status, 200)
      assert.equal((await find('harbor')).tickets_count, 0)
      assert.ok((await find('lighthouse')).tickets_count > 0)
      assert.equal((await w.request('organizations/search?query=lighthouse')).json.length, 1)
      assert.ok((await seen()) < previous)
      await put(bakery, { name: 'Harbor Bakery', shared: true })
      assert.equal(await seen(), previous)
    })

    test('only some callers may write organizations, and customers see only some fields of other organizations', async () => {
      const { id } = (await post({ name: 'Anybody' })).json
      const callers: [RequestOptions['as'], create: number, change: number, remove: number][] = [
        ['rita', 201, 200, 403],
        ['omar', 201, 200, 403],
        ['ines', 201, 200, 403],
        ['nils', 403, 403, 403],
        ['zoe', 403, 403, 403],
        ['plain', 403, 403, 403],
        ['gone', 401, 401, 401],
        ['anonymous', 403, 403, 403],
        ['admin', 201, 200, 200],
      ]
      for (const [as, create, change, remove] of callers) {
        assert.equal((await post({ name: `of ${as}` }, as)).status, create, `${as} creates`)
        assert.equal((await put(id, { note: 'x' }, as)).status, change, `${as} changes`)
        const gone = await w.request(`organizations/${id}`, { method: 'DELETE', ...(as ? { as } : {}) })
        assert.equal(gone.status, remove, `${as} removes`)
      }
      assert.equal((await w.request(`organizations/${id}`)).status, 404)
      // Agents move only customers.
      const mine = (await post({ name: 'Moved' }, 'rita')).json.id
      assert.equal((await put(mine, { members: ['omar@desk.example'] }, 'rita')).status, 403)
      assert.equal((await put(mine, { members: ['zoe@desk.example'] }, 'rita')).status, 200)
      assert.equal(
        (await put(w.ids["O'Hara & Sons"], { members: ['zoe@desk.example', 'paul@desk.example'] })).status,
        200,
      )
    })

    test('customers cannot read other organizations; without an organization of their own, they get an empty object', async () => {
      const loose = await people.create()
      // With the header `From`, the administrator acts for another user.
      const request = (id: number | undefined, user: string) =>
        w.request(`organizations/${id}`, { headers: { from: user } })
      const empty = await request(w.ids['Harbor Bakery'], loose.login)
      assert.deepEqual([empty.status, empty.json], [200, {}])
      assert.equal((await request(99_999, loose.login)).status, 404)
      assert.equal((await request(w.ids['Harbor Bakery'], 'zoe@desk.example')).status, 403)
      assert.equal((await request(w.ids['Harbor Bakery'], 'nils@desk.example')).json.name, 'Harbor Bakery')
      assert.equal((await request(w.ids['Harbor Bakery'], 'plain@desk.example')).status, 403)
    })

    test('an organization with references is not deleted', async () => {
      const sentence = `Can't delete, object has references.`
      assertRefused(await w.request(`organizations/${w.ids['Harbor Bakery']}`, { method: 'DELETE' }), sentence)
      const { id } = (await post({ name: 'Brief' })).json
      const gone = await w.request(`organizations/${id}`, { method: 'DELETE' })
      assert.deepEqual([gone.status, gone.json], [200, {}])
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
