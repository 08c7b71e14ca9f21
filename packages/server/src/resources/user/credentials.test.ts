import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { unitOfWork, update } from '../../writing/unit-of-work.ts'
import { checks, findProblems } from '../../upkeep/check.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { passwordLogins } from '../../auth/password-logins.ts'
import { beginSession } from '../../auth/sessions.ts'
import { hashPassword } from '../../auth/hashing.ts'
import { browserSession, makeResetToken, makeToken } from '../../auth/tokens.ts'
import { type RequestOptions, tokenFor, type World, world } from '../../testing/world.ts'

const withToken = (token: string): RequestOptions => ({
  as: 'anonymous',
  headers: { authorization: `Bearer ${token}` },
})

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`credentials on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const id = (name: string) => w.ids[name] as number
    const put = (url: string, body: object, options: RequestOptions = {}) =>
      w.request(url, { method: 'PUT', body, ...options })
    const post = (url: string, body: object, options: RequestOptions = {}) =>
      w.request(url, { method: 'POST', body, ...options })
    const newRole = async (name: string, permissions: string[]) =>
      (await post('roles', { name, permissions })).json.id as number

    test('an agent edits a customer, but not the password, the login or the address', async () => {
      const body = {
        password: 'Taken over 1',
        login: 'mine',
        email: 'mine@desk.example',
        phone: '12',
        roles: ['Admin'],
      }
      const { status, json, headers } = await put(`users/${id('zoe')}`, body, { as: 'omar' })
      assert.equal(status, 200)
      assert.deepEqual([json.login, json.email, json.phone], ['zoe@desk.example', 'zoe@desk.example', '12'])
      assert.equal(headers['x-ignored-attributes'], 'roles, password, login, email')
      const authorization = `Basic ${Buffer.from('zoe@desk.example:Taken over 1').toString('base64')}`
      assert.equal((await w.request('users/me', { as: 'anonymous', headers: { authorization } })).status, 401)
      // An agent who set the password of a new customer could sign in as a member of any organization.
      const created = await post('users', { email: 'new@desk.example', password: 'My own 1234' }, { as: 'omar' })
      assert.deepEqual([created.status, created.headers['x-ignored-attributes']], [201, 'password'])
    })

    test('a token limited to users cannot take over an administrator', async () => {
      const limited = withToken(await tokenFor(w, 'admin', { permissions: ['admin.user'] }))
      for (const body of [{ password: 'Taken over 1' }, { login: 'x' }, { email: 'x@desk.example' }, { roles: [] }]) {
        assert.equal((await put(`users/${id('admin')}`, body, limited)).status, 403, JSON.stringify(body))
      }
      const granted = await put(`users/${id('zoe')}`, { roles: ['Customer', 'Admin'] }, limited)
      assert.match(granted.json.error, /The permission 'admin\S*' is required/)
      assert.equal((await post('users', { email: 'a@desk.example', roles: ['Admin'] }, limited)).status, 403)
      assert.deepEqual((await w.request(`users/${id('zoe')}`)).json.role_ids, [3])
      assert.equal((await put(`users/${id('zoe')}`, { password: 'Their new 1' }, limited)).status, 200)
      assert.equal((await put(`users/${id('admin')}`, { phone: '1' }, limited)).status, 200)
    })

    test('a user administrator cannot grant or gain more rights', async () => {
      await put(`users/${id('omar')}`, { role_ids: [2, await newRole('People', ['admin.user'])] })
      // With the header `From`, a user administrator acts for another user.
      const asAdmin = { as: 'omar', headers: { from: 'admin@desk.example' } } as const
      assert.equal((await w.request('users/me', asAdmin)).status, 403)
      assert.equal((await w.request('users/me', { as: 'omar', headers: { from: 'rita@desk.example' } })).status, 403)
      assert.equal((await w.request('users/me', { as: 'omar', headers: { from: 'zoe@desk.example' } })).status, 200)
      const groups = (access: string) => ({ group_ids: { [id('Network')]: [access] } })
      assert.equal((await put(`users/${id('omar')}`, groups('full'), { as: 'omar' })).status, 403)
      assert.equal((await put(`users/${id('ines')}`, groups('read'), { as: 'omar' })).status, 200)
      await put(`users/${id('omar')}`, { role_ids: [2, await newRole('Roles', ['admin.role'])] })
      assert.equal((await put('roles/2', { permissions: ['ticket.agent', 'admin'] }, { as: 'omar' })).status, 403)
    })

    test('an administrator cannot change roles and users with more rights', async () => {
      const newLogin = async (name: string, permission: string) =>
        (await post('users', { email: `${name}@desk.example`, role_ids: [await newRole(name, [permission])] })).json
          .login
      const roles = { headers: { from: await newLogin('role-admin', 'admin.role') } }
      const people = { headers: { from: await newLogin('user-admin', 'admin.user') } }
      for (const body of [{ active: false }, { permissions: [] }, { name: 'x' }, { note: 'x' }, { group_ids: {} }]) {
        assert.equal((await put('roles/1', body, roles)).status, 403, JSON.stringify(body))
      }
      const limited = withToken(await tokenFor(w, 'admin', { permissions: ['admin.user'] }))
      const second = (await post('users', { email: 'second@desk.example', roles: ['Admin'] })).json.id as number
      for (const caller of [people, limited]) {
        assert.equal((await put(`users/${second}`, { active: false }, caller)).status, 403)
        assert.equal((await w.request(`users/${second}`, { method: 'DELETE', ...caller })).status, 403)
      }
      assert.deepEqual((await w.request(`users/${second}`)).json.active, true)
      const { active, name } = (await w.request('roles/1')).json
      assert.deepEqual([active, name], [true, 'Admin'])
      // Roles and users without additional rights can be changed.
      const readers = await newRole('Readers', ['knowledge_base.reader'])
      assert.equal((await put(`roles/${readers}`, { active: false }, roles)).status, 200)
      assert.equal((await put(`users/${id('zoe')}`, { active: true }, people)).status, 200)
      assert.equal((await w.request(`users/${second}`, { method: 'DELETE' })).status, 200)
    })

    test('the last user with all rights cannot be removed, even if there are user administrators', async () => {
      await post('users', {
        email: 'people-only@desk.example',
        role_ids: [await newRole('People only', ['admin.user'])],
      })
      for (const [url, body] of [
        [`users/${id('admin')}`, { active: false }],
        [`users/${id('admin')}`, { role_ids: [2] }],
        ['roles/1', { permissions: ['admin.user'] }],
      ] as const) {
        const reply = await put(url, body)
        assert.deepEqual([reply.status, reply.json.error], [422, 'At least one user needs to have admin permissions.'])
      }
    })

    test('an agent cannot give a customer with a password access to more tickets', async () => {
      const [bakery, ohara] = [id('Harbor Bakery'), id("O'Hara & Sons")]
      const account = { email: 'own@desk.example', password: 'My own 1234' }
      const user = (await post('users', account)).json.id as number
      const agent = { as: 'omar' } as const
      for (const body of [
        { organization_id: ohara },
        { organization: "O'Hara & Sons" },
        { organization_ids: [ohara] },
        { organizations: ["O'Hara & Sons"] },
      ]) {
        const reply = await put(`users/${user}`, { ...body, note: 'x' }, agent)
        assert.deepEqual([reply.status, reply.headers['x-ignored-attributes']], [200, Object.keys(body)[0]])
        assert.deepEqual([reply.json.organization_id, reply.json.organization_ids], [null, []])
      }
      assert.equal((await put(`organizations/${ohara}`, { member_ids: [user] }, agent)).status, 403)
      assert.equal((await post('organizations', { name: 'Mine', members: [account.email] }, agent)).status, 403)

      // Agents may deactivate a user with a password, but not activate one.
      assert.equal((await put(`users/${user}`, { active: false }, agent)).json.active, false)
      const opened = await put(`users/${user}`, { active: true }, agent)
      assert.deepEqual([opened.json.active, opened.headers['x-ignored-attributes']], [false, 'active'])
      assert.equal((await put(`users/${user}`, { active: true, organization_id: bakery })).json.organization_id, bakery)

      const { shared, domain, domain_assignment } = (await w.request(`organizations/${bakery}`)).json
      const sharing = { shared: !shared, domain: 'desk.example', domain_assignment: true, secondary_member_ids: [user] }
      const reply = await put(`organizations/${bakery}`, { ...sharing, note: 'x' }, agent)
      assert.equal(reply.headers['x-ignored-attributes'], 'secondary_member_ids, shared, domain, domain_assignment')
      const { json } = reply
      assert.deepEqual(
        [json.note, json.shared, json.domain, json.domain_assignment, json.secondary_member_ids],
        ['x', shared, domain, domain_assignment, []],
      )
    })

    test('an agent assigns customers without a password to organizations', async () => {
      const agent = { as: 'omar' } as const
      const body = { email: 'unregistered@desk.example', organization: 'Harbor Bakery' }
      const { json } = await post('users', body, agent)
      assert.equal(json.organization_id, id('Harbor Bakery'))
      const moved = await put(`users/${json.id}`, { organization_id: id("O'Hara & Sons"), active: false }, agent)
      assert.deepEqual([moved.json.organization_id, moved.json.active], [id("O'Hara & Sons"), false])
      assert.equal((await put(`users/${json.id}`, { active: true }, agent)).json.active, true)
      const created = await post('organizations', { name: 'New', shared: false, members: [body.email] }, agent)
      assert.deepEqual([created.json.member_ids, created.json.shared], [[json.id], false])
    })

    test('a new password invalidates reset tokens', async () => {
      const user = (await post('users', { email: 'reset@desk.example', password: 'First pass 1' })).json.id as number
      const verify = async (token: string) =>
        (await post('users/password_reset_verify', { token }, { as: 'anonymous' })).json.message
      const [first, later] = [await makeResetToken(w.desk, user), await makeResetToken(w.desk, user)]
      assert.deepEqual([await verify(first), await verify(later)], ['ok', 'ok'])
      await put(`users/${user}`, { password: '', note: 'x' })
      assert.equal(await verify(first), 'ok')
      await put(`users/${user}`, { password: 'Second pass 2' })
      assert.deepEqual([await verify(first), await verify(later)], ['failed', 'failed'])
      const third = await makeResetToken(w.desk, user)
      const change = { password_old: 'Second pass 2', password_new: 'Third pass 33' }
      const own = withToken(await makeToken(w.desk, user, { name: 'x' }))
      assert.equal((await post('users/password_change', change, own)).json.message, 'ok')
      assert.equal(await verify(third), 'failed')
    })

    test('a password in the body is not reported as ignored', async () => {
      const created = await post('users', { email: 'set@desk.example', password: 'First pass 1', unknown: 1 })
      assert.deepEqual([created.status, created.headers['x-ignored-attributes']], [201, 'unknown'])
      const changed = await put(`users/${created.json.id}`, { password: 'Second pass 2' })
      assert.deepEqual([changed.status, changed.headers['x-ignored-attributes']], [200, undefined])
    })

    test('no session starts if the password or account changed after the password was checked', async () => {
      const login = { username: 'late@desk.example', password: 'First pass 1' }
      const user = (await post('users', { email: login.username, password: login.password })).json.id as number
      for (const values of [{ active: false }, { password: await hashPassword('Second pass 2') }]) {
        const verified = await passwordLogins(w.desk).verify(
          await w.desk.cache.current(),
          login.username,
          login.password,
          '127.0.0.1',
        )
        let late: Promise<unknown> | undefined
        await unitOfWork(w.desk, systemUser, async (unit) => {
          await update(unit, 'user', user, values)
          // On PostgreSQL, `beginSession` waits for this transaction; on SQLite, it runs afterwards.
          late = assert.rejects(beginSession(w.desk, verified), { code: 'login_failed' })
        })
        await late
        assert.equal((await put(`users/${user}`, { active: true })).status, 200)
        const sessions = w.desk.database.sql.selectFrom('tokens').select('id').where('user_id', '=', user)
        assert.deepEqual(await sessions.where('action', '=', browserSession).execute(), [])
      }
    })

    test('a login cannot be the address of another user, nor an address the login of another', async () => {
      await post('users', { firstname: 'L', login: 'login@desk.example' })
      const taken = await post('users', { email: 'login@desk.example' })
      assert.deepEqual([taken.status, taken.json.details[0].path], [422, 'email'])
      await post('users', { firstname: 'E', login: 'e', email: 'address@desk.example' })
      const created = await post('users', { firstname: 'X', login: 'address@desk.example' })
      assert.notEqual(created.json.login, 'address@desk.example')
      const changed = await put(`users/${id('paul')}`, { login: 'address@desk.example' })
      assert.notEqual(changed.json.login, 'address@desk.example')
      assert.equal((await put(`users/${id('paul')}`, { email: 'login@desk.example' })).status, 422)
      const both = await Promise.all([
        post('users', { firstname: 'A', login: 'both@desk.example' }),
        post('users', { firstname: 'B', login: 'b', email: 'both@desk.example' }),
      ])
      const names = both.map(({ status, json }) => (status === 201 ? [json.login, json.email] : []))
      assert.equal(names.filter((pair) => pair.includes('both@desk.example')).length, 1, JSON.stringify(names))
    })

    test('`deskbell check` reports a login that is the address of another user', async () => {
      await unitOfWork(w.desk, systemUser, (unit) =>
        update(unit, 'user', id('nils'), { login: 'nils', email: 'n@desk.example' }),
      )
      await unitOfWork(w.desk, systemUser, (unit) => update(unit, 'user', id('maya'), { login: 'n@desk.example' }))
      const check = checks.find(({ title }) => title === 'logins and addresses')
      assert.ok(check)
      const found: string[] = []
      for await (const sentence of findProblems(check, w.desk, { deep: false })) found.push(sentence)
      assert.deepEqual(found, [
        `The login of user ${id('maya')}, n@desk.example, is the e-mail address of user ${id('nils')}; change one of them.`,
      ])
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
