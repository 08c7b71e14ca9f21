import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { assertRefused, userRequests } from '../../testing/users.ts'
import { type RequestOptions, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`writing groups and roles on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const people = userRequests(() => w)
    const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as: RequestOptions['as'] = 'admin') =>
      w.request(url, { method, as, ...(body ? { body } : {}) })
    const group = async (body: object) => {
      const reply = await send('POST', 'groups', body)
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    }
    const role = async (body: object) => {
      const reply = await send('POST', 'roles', body)
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    }
    const nameOf = async (id: number) => (await w.request(`groups/${id}`)).json.name

    test('a new group requires only a name', async () => {
      const { id, created_at, updated_at, ...rest } = await group({ name: 'Facilities', note: 'Building & matters' })
      assert.ok(id > 0 && created_at === updated_at)
      assert.deepEqual(rest, {
        signature_id: null,
        email_address_id: null,
        name: 'Facilities',
        name_last: 'Facilities',
        parent_id: null,
        assignment_timeout: null,
        follow_up_possible: 'yes',
        reopen_time_in_days: null,
        follow_up_assignment: true,
        active: true,
        shared_drafts: true,
        offered_to_customers: true,
        note: 'Building &amp; matters',
        updated_by_id: 3,
        created_by_id: 3,
        user_ids: [],
      })
      assertRefused(await send('POST', 'groups', { name: 'Facilities' }), 'This object already exists.', 'name')
      assertRefused(await send('POST', 'groups', {}), /'name' is missing/, 'name')
    })

    test('periods are between zero and ten years, so that dates computed from them are valid', async () => {
      const { id } = await group({ name: 'Slow', assignment_timeout: 5_256_000, reopen_time_in_days: 0 })
      for (const body of [
        { assignment_timeout: 5_256_001 },
        { assignment_timeout: -1 },
        { reopen_time_in_days: 2 ** 53 - 1 },
        { reopen_time_in_days: -1 },
      ]) {
        const [name = ''] = Object.keys(body)
        assertRefused(await send('PUT', `groups/${id}`, body), new RegExp(`^${name}: `), name)
      }
    })

    test('a name is a path that sets the last part, the parent, and the names of the groups below', async () => {
      const top = await group({ name: 'Building' })
      const below = await group({ name: 'Building::Floor 1' })
      assert.deepEqual([below.name_last, below.parent_id], ['Floor 1', top.id])
      const byId = await group({ name: 'Room', parent_id: below.id })
      assert.deepEqual([byId.name, byId.name_last], ['Building::Floor 1::Room', 'Room'])
      const byName = await group({ name: 'Cellar', parent: 'Building' })
      assert.equal(byName.name, 'Building::Cellar')
      const renamed = await send('PUT', `groups/${top.id}`, { name: 'House' })
      assert.deepEqual([renamed.json.name, renamed.json.name_last], ['House', 'House'])
      assert.deepEqual(
        [await nameOf(below.id), await nameOf(byId.id), await nameOf(byName.id)],
        ['House::Floor 1', 'House::Floor 1::Room', 'House::Cellar'],
      )
      const found = (await w.request('groups/search?query=house')).json.map(({ id }: { id: number }) => id)
      assert.deepEqual(
        found.toSorted((a: number, b: number) => a - b),
        [top.id, below.id, byId.id, byName.id],
      )
      const moved = await send('PUT', `groups/${below.id}`, { parent_id: null })
      assert.equal(moved.json.name, 'Floor 1')
      assert.equal(await nameOf(byId.id), 'Floor 1::Room')
      // Sending back the whole record with another name keeps the parent.
      const echo = { ...byName, name: 'Attic' }
      assert.equal((await send('PUT', `groups/${byName.id}`, echo)).json.name, 'House::Attic')
    })

    test('invalid paths are refused', async () => {
      const [top, below] = [await group({ name: 'Loop' }), await group({ name: 'Loop::Inner' })]
      for (const parent of [top.id, below.id]) {
        assertRefused(await send('PUT', `groups/${top.id}`, { parent_id: parent }), /below itself/, 'parent_id')
      }
      assertRefused(
        await send('POST', 'groups', { name: 'Nowhere::Inner' }),
        /No lookup value found for 'parent'/,
        'name',
      )
      assertRefused(await send('POST', 'groups', { name: '::Inner' }), /empty/, 'name')
      assertRefused(await send('POST', 'groups', { name: 'Loop:: ' }), /empty/, 'name')
      assertRefused(await send('POST', 'groups', { name: 'x'.repeat(161) }), /160 characters/, 'name')
      assertRefused(await send('POST', 'groups', { name: Array(11).fill('a').join('::') }), /10 levels/, 'name')
      await group({ name: 'a' })
      for (let level = 2; level <= 10; level++) await group({ name: Array(level).fill('a').join('::') })
      assertRefused(await send('POST', 'groups', { name: 'b', parent: Array(10).fill('a').join('::') }), /10 levels/)
      assertRefused(await send('PUT', 'groups/1', { follow_up_possible: 'perhaps' }), /expected one of yes/)
      const { id } = (await w.request('groups/search?query=name:a&per_page=100')).json.find(
        (g: { name: string }) => g.name === 'a',
      )
      assertRefused(await send('PUT', `groups/${id}`, { parent_id: top.id }), /10 levels/)
      assert.equal(await nameOf(id), 'a')
    })

    test('a new name is found in the next request, and agents see the tickets of their groups', async () => {
      const count = async (name: string) =>
        (await w.request(`tickets/search?query=group.name:${name}`, { as: 'rita' })).json.tickets_count
      const had = await count('printers')
      assert.ok(had > 0)
      await send('PUT', `groups/${w.ids['Printers']}`, { name: 'Paper' })
      assert.deepEqual([await count('printers'), await count('paper')], [0, had])
      await send('PUT', `groups/${w.ids['Printers']}`, { name: 'Printers' })
      const seen = async () => (await w.request('tickets?per_page=100', { as: 'omar' })).json.length
      const previous = await seen()
      await people.put(w.ids['omar'], { groups: { Network: ['read'], Printers: ['full'] } })
      assert.ok((await seen()) > previous)
      await people.put(w.ids['omar'], { groups: { Network: ['read'] } })
      assert.equal(await seen(), previous)
    })

    test('a group with references cannot be deleted; one that only has users can', async () => {
      const sentence = `Can't delete, object has references.`
      assertRefused(await send('DELETE', `groups/${w.ids['Printers']}`), sentence)
      const top = await group({ name: 'Brief' })
      const below = await group({ name: 'Brief::Inner' })
      assertRefused(await send('DELETE', `groups/${top.id}`), sentence)
      const named = await role({ name: 'Of Inner', group_ids: { [below.id]: ['read'] } })
      assertRefused(await send('DELETE', `groups/${below.id}`), sentence)
      await send('PUT', `roles/${named.id}`, { group_ids: {} })
      await people.create({ role_ids: [2], group_ids: { [below.id]: 'full' } })
      for (const { id } of [below, top]) {
        const gone = await send('DELETE', `groups/${id}`)
        assert.deepEqual([gone.status, gone.json], [200, {}])
        assert.equal((await w.request(`groups/${id}`)).status, 404)
      }
    })

    test('a role accepts permissions by id (a number or its digits) or name, and access to a group as a level or a list', async () => {
      const ids = Object.fromEntries(
        (await w.desk.database.sql.selectFrom('permissions').select(['id', 'name']).execute()).map((p) => [
          p.name,
          p.id,
        ]),
      )
      const created = await role({
        name: 'Night shift',
        note: 'After 22:00',
        permission_ids: [String(ids['ticket.agent']), ids['chat.agent']],
        group_ids: { 1: 'full', [w.ids['Printers'] as number]: ['read', 'change'] },
        id: 3,
        created_at: '2001-01-01T00:00:00.000Z',
      })
      const { id, created_at: _, updated_at: __, ...rest } = created
      assert.notEqual(id, 3)
      assert.deepEqual(rest, {
        name: 'Night shift',
        preferences: {},
        default_at_signup: false,
        active: true,
        note: 'After 22:00',
        updated_by_id: 3,
        created_by_id: 3,
        permission_ids: [ids['ticket.agent'], ids['chat.agent']].toSorted((a, b) => (a ?? 0) - (b ?? 0)),
        knowledge_base_permission_ids: [],
        group_ids: { 1: ['full'], [w.ids['Printers'] as number]: ['change', 'read'] },
      })
      const changed = await w.request(`roles/${id}?expand=true`, {
        method: 'PUT',
        body: { permissions: ['report'], groups: { Users: 'read' } },
      })
      assert.deepEqual([changed.json.permissions, changed.json.groups], [['report'], { Users: ['read'] }])
      assertRefused(await send('PUT', `roles/${id}`, { permission_ids: [9999] }), /Invalid value/)
      assertRefused(await send('PUT', `roles/${id}`, { permissions: ['no.such'] }), /No lookup value found/)
      assertRefused(await send('POST', 'roles', { name: 'Night shift' }), 'This object already exists.', 'name')
      assert.equal((await send('DELETE', `roles/${id}`)).status, 405)
    })

    test('the permissions of a role apply in the next request, and end with the role', async () => {
      const created = await role({ name: 'Group keeper', permissions: ['admin.group'] })
      const { login } = await people.create({ role_ids: [created.id] })
      // With the header `From`, the administrator acts for the new user.
      const groups = async () => (await w.request('groups', { headers: { from: login } })).status
      assert.equal(await groups(), 200)
      await send('PUT', `roles/${created.id}`, { active: false })
      assert.equal(await groups(), 403)
      await send('PUT', `roles/${created.id}`, { active: true, permissions: ['report'] })
      assert.equal(await groups(), 403)
      await send('PUT', `roles/${created.id}`, { permissions: ['admin'] })
      assert.equal(await groups(), 200)
    })

    test('a role for sign-ups cannot have staff permissions', async () => {
      const sentence = /given at sign-up cannot have ticket\.agent/
      const body = { name: 'Welcome', default_at_signup: true }
      assertRefused(
        await send('POST', 'roles', { ...body, permissions: ['ticket.agent'] }),
        sentence,
        'default_at_signup',
      )
      assertRefused(await send('PUT', 'roles/2', { default_at_signup: true }), /cannot have/)
      const created = await role({
        ...body,
        permissions: ['ticket.customer', 'user_preferences.avatar', 'user_preferences'],
      })
      assertRefused(await send('PUT', `roles/${created.id}`, { permissions: ['ticket.agent'] }), sentence)
      assert.deepEqual((await people.create()).role_ids, [3, created.id])
      await send('PUT', `roles/${created.id}`, { default_at_signup: false })
    })

    test('only administrators of groups and roles write them', async () => {
      for (const as of ['rita', 'omar', 'ines', 'nils', 'zoe', 'plain', 'anonymous'] as const) {
        for (const path of ['groups', 'roles']) {
          assert.equal((await send('POST', path, { name: 'x' }, as)).status, 403, `${as} ${path}`)
          assert.equal((await send('PUT', `${path}/1`, { name: 'x' }, as)).status, 403)
        }
        assert.equal((await send('DELETE', 'groups/1', undefined, as)).status, 403)
      }
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
