import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { assertRefused, userRequests } from '../../testing/users.ts'
import { type RequestOptions, tokenFor, type World, world } from '../../testing/world.ts'

const roleIds = { admin: 1, agent: 2, customer: 3 } as const

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`rights to write users, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const { post, put, newAddress, create } = userRequests(() => w)
    // `Person` in testing/world.ts describes the people. With the header `From`, an administrator acts for another user.
    test('callers create users, and change customers and colleagues, as far as their rights allow', async () => {
      const managerRole = (
        await w.request('roles', { method: 'POST', body: { name: 'People', permissions: ['admin.user'] } })
      ).json.id
      const manager = await create({ role_ids: [managerRole] })
      const customer = await create()
      const limited = `Token ${await tokenFor(w, 'admin', { permissions: ['report'] })}`
      const managing = await tokenFor(w, 'admin', { permissions: ['admin.user'] })
      const callers: [
        RequestOptions['as'],
        Record<string, string>,
        create: number,
        customer: number,
        colleague: number,
      ][] = [
        ['admin', {}, 201, 200, 200],
        ['anonymous', { authorization: `Token ${managing}` }, 201, 200, 200],
        ['anonymous', { authorization: `Token ${managing}`, from: manager.login }, 201, 200, 200],
        ['rita', {}, 201, 200, 403],
        ['omar', {}, 201, 200, 403],
        ['ines', {}, 201, 200, 403],
        ['nils', {}, 403, 403, 403],
        ['maya', {}, 403, 403, 403],
        ['zoe', {}, 403, 403, 403],
        ['plain', {}, 403, 403, 403],
        ['gone', {}, 401, 401, 401],
        ['anonymous', {}, 403, 403, 403],
        ['anonymous', { authorization: limited }, 403, 403, 403],
      ]
      for (const [as, headers, create, change, colleague] of callers) {
        const send = async (method: 'POST' | 'PUT', url: string, body: object) =>
          (await w.request(url, { method, body, headers, ...(as ? { as } : {}) })).status
        const who = `${as} ${JSON.stringify(headers)}`
        assert.equal(await send('POST', 'users', { email: newAddress() }), create, `${who} creates`)
        assert.equal(await send('PUT', `users/${customer.id}`, { note: 'x' }), change, `${who} changes a customer`)
        for (const other of ['omar', 'ines', 'admin'] as const) {
          assert.equal(await send('PUT', `users/${w.ids[other]}`, { note: 'x' }), colleague, `${who} changes ${other}`)
        }
        assert.equal(await send('PUT', `users/${manager.id}`, { note: 'x' }), colleague, `${who} changes a manager`)
        // Only callers who may write users learn that an id is unknown.
        assert.equal(await send('PUT', 'users/99999', {}), change === 200 ? 404 : change, who)
      }
    })

    test('agents grant no rights: roles and groups in the body are ignored, and listed as ignored', async () => {
      const reply = await post(
        { email: newAddress(), role_ids: [roleIds.admin], roles: ['Admin'], group_ids: { 1: ['full'] }, groups: {} },
        'rita',
      )
      assert.equal(reply.status, 201)
      assert.deepEqual([reply.json.role_ids, reply.json.group_ids], [[roleIds.customer], {}])
      assert.equal(reply.headers['x-ignored-attributes'], 'role_ids, roles, group_ids, groups')
      const changed = await put(reply.json.id, { role_ids: [roleIds.admin], city: 'Bremen' }, 'rita')
      assert.deepEqual([changed.json.role_ids, changed.json.city], [[roleIds.customer], 'Bremen'])
    })

    test('a customer cannot find out which addresses exist', async () => {
      for (const as of ['nils', 'zoe', 'plain', 'anonymous'] as const) {
        const known = await post({ email: 'rita@desk.example', firstname: 'x' }, as)
        const unknown = await post({ email: newAddress(), firstname: 'x' }, as)
        assert.deepEqual([known.status, known.json.error], [unknown.status, unknown.json.error])
        assert.equal(known.status, 403)
        const own = await put(w.ids['nils'], { email: 'rita@desk.example' }, as)
        assert.equal(own.status, 403)
      }
    })

    test('the last administrator cannot be removed', async () => {
      const admin = w.ids['admin'] as number
      const adminRole = `roles/${roleIds.admin}`
      const sentence = 'At least one user needs to have admin permissions.'
      assertRefused(await put(admin, { active: false }), sentence)
      assertRefused(await put(admin, { role_ids: [roleIds.agent, roleIds.customer] }), sentence)
      assertRefused(await put(admin, { roles: [] }), sentence)
      assertRefused(await w.request(adminRole, { method: 'PUT', body: { active: false } }), sentence)
      assertRefused(await w.request(adminRole, { method: 'PUT', body: { permissions: ['report'] } }), sentence)
      assert.deepEqual((await w.request(`users/${admin}`)).json.role_ids, [roleIds.admin, roleIds.agent])
      const second = await create({ roles: ['Admin'] })
      assert.equal((await put(admin, { role_ids: [roleIds.agent] })).status, 200)
      assert.equal((await w.request(`users/${second.id}`, { method: 'DELETE' })).status, 403)
      // From the next request on, the caller lacks the rights of the role: `roles` is ignored, as in a request of any agent.
      const headers = { authorization: `Token ${w.tokens.admin}` }
      assert.equal(
        (
          await w.request('users', {
            method: 'POST',
            as: 'anonymous',
            headers,
            body: { email: newAddress(), roles: ['Admin'] },
          })
        ).json.role_ids[0],
        roleIds.customer,
      )
      await w.desk.database.transaction((db) =>
        db.sql.insertInto('roles_users').values({ role_id: roleIds.admin, user_id: admin }).execute(),
      )
    })

    test('a user without references is deleted with their own records; one with references cannot be deleted', async () => {
      const user = await create({
        role_ids: [roleIds.agent],
        group_ids: { 1: ['full'] },
        organization: 'Harbor Bakery',
        organization_ids: [w.ids["O'Hara & Sons"]],
      })
      const headers = { from: user.login }
      assert.equal((await w.request('users/preferences', { method: 'PUT', headers, body: { a: 1 } })).status, 200)
      assert.equal(
        (
          await w.request('user_access_token', {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': 'x' },
            body: { name: 't' },
          })
        ).status,
        200,
      )
      for (const as of ['rita', 'nils', 'plain', 'anonymous'] as const) {
        assert.equal((await w.request(`users/${user.id}`, { method: 'DELETE', as })).status, 403)
      }
      const gone = await w.request(`users/${user.id}`, { method: 'DELETE' })
      assert.deepEqual([gone.status, gone.json], [200, {}])
      assert.equal((await w.request(`users/${user.id}`)).status, 404)
      assert.deepEqual((await w.request(`users/search?query=${user.login}`)).json, [])
      for (const id of [1, 2, w.ids['rita'], w.ids['nils']]) {
        assertRefused(await w.request(`users/${id}`, { method: 'DELETE' }), `Can't delete, object has references.`)
      }
      assertRefused(await w.request(`users/${w.ids['admin']}`, { method: 'DELETE' }), /themselves/)
      assert.equal((await w.request('users/99999', { method: 'DELETE' })).status, 404)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
