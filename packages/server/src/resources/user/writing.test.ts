import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { assertRefused, userRequests } from '../../testing/users.ts'
import { type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`writing users on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const { post, put, newAddress, create } = userRequests(() => w)
    const named = async (body: object) => {
      const { firstname, lastname, fullname } = (await post(body)).json
      return [firstname, lastname, fullname]
    }

    test('a new user has the keys that existing clients expect', async () => {
      const reply = await post({
        firstname: 'Omar',
        lastname: 'Quill',
        email: ' Omar@Mill.Example ',
        note: 'a & b<script>x</script>',
      })
      assert.equal(reply.status, 201)
      const { id, created_at, updated_at, ...rest } = reply.json
      assert.ok(id > 0 && created_at === updated_at)
      assert.deepEqual(rest, {
        organization_id: null,
        login: 'omar@mill.example',
        firstname: 'Omar',
        lastname: 'Quill',
        fullname: 'Omar Quill',
        email: 'omar@mill.example',
        image: null,
        image_source: null,
        web: '',
        phone: '',
        fax: '',
        mobile: '',
        department: null,
        street: '',
        zip: '',
        city: '',
        country: '',
        address: null,
        vip: false,
        verified: false,
        active: true,
        note: 'a &amp; b',
        last_login: null,
        source: null,
        login_failed: 0,
        out_of_office: false,
        out_of_office_start_at: null,
        out_of_office_end_at: null,
        out_of_office_replacement_id: null,
        preferences: {},
        updated_by_id: 3,
        created_by_id: 3,
        role_ids: [3],
        two_factor_preference_ids: [],
        organization_ids: [],
        authorization_ids: [],
        overview_sorting_ids: [],
        group_ids: {},
      })
      const expanded = await w.request(`users/${id}?expand=true`)
      assert.deepEqual(expanded.json.roles, ['Customer'])
      assert.deepEqual(
        (await w.request('users/search?query=omar%40mill.example')).json.map((u: { id: number }) => u.id),
        [id],
      )
    })

    test('the login is the address or random, and gets a number if it is taken', async () => {
      const email = newAddress()
      assert.equal((await create({ email })).login, email)
      assert.match((await create({ email: '', firstname: 'Ada' })).login, /^auto-[0-9a-f-]{36}$/)
      assert.equal((await create({ email: null, firstname: 'Ada' })).email, null)
      assert.equal((await create({ login: ' ADA ' })).login, 'ada')
      const logins = []
      for (let n = 0; n < 12; n++) logins.push((await create({ login: 'Ada' })).login)
      assert.deepEqual(logins.slice(0, 3), ['ada1', 'ada2', 'ada3'])
      assert.equal(new Set(logins).size, 12)
      const long = 'x'.repeat(255)
      assert.equal((await create({ login: long })).login, long)
      assert.equal((await create({ login: long })).login, `${'x'.repeat(254)}1`)
    })

    test('names are derived and split; a user without any identifier is refused', async () => {
      assert.deepEqual(await named({ email: 'ada.lovelace@mill.example' }), ['Ada', 'Lovelace', 'Ada Lovelace'])
      assert.deepEqual(await named({ firstname: 'Lovelace, Ada' }), ['Ada', 'Lovelace', 'Ada Lovelace'])
      assert.deepEqual(await named({ email: 'pytest@localhost.local' }), ['', '', 'pytest@localhost.local'])
      assert.deepEqual(await named({ phone: '+49 30 99' }), ['', '', '+49 30 99'])
      const sentence = 'At least one identifier (firstname, lastname, phone, mobile or email) for user is required.'
      for (const body of [{}, { first_name: 'x' }, { login: 'x' }, { firstname: '  ', email: '' }, { note: 'x' }]) {
        assertRefused(await post(body), sentence)
      }
      const { id } = await create({ email: null, firstname: 'Ada' })
      assertRefused(await put(id, { firstname: '' }), sentence)
    })

    test('addresses are stored in lower case, valid, and unique', async () => {
      assertRefused(await post({ email: 'no address' }), `Invalid email 'no address'`, 'email')
      const email = newAddress()
      const { id } = await create({ email })
      const taken = `Email address '${email}' is already used for another user.`
      assertRefused(await post({ email: email.toUpperCase() }), taken, 'email')
      const other = await create()
      assertRefused(await put(other.id, { email }), taken, 'email')
      assert.equal((await put(id, { email })).status, 200)
      // A login that equals the address changes with it; other logins stay.
      const next = newAddress()
      assert.deepEqual(
        [(await put(id, { email: next })).json.login, (await w.request(`users/${id}`)).json.email],
        [next, next],
      )
      const own = await create({ login: 'own-login' })
      assert.equal((await put(own.id, { email: newAddress() })).json.login, 'own-login')
      // Several users may have no address.
      for (const none of ['', null])
        assert.equal((await put((await create({ firstname: 'A' })).id, { email: none })).status, 200)
    })

    test('an update is partial, and changes the full name and the search', async () => {
      const user = await create({ firstname: 'Ida', lastname: 'Stone', phone: '1', preferences: { a: 1, b: 2 } })
      w.pass(1000)
      const reply = await put(user.id, { lastname: 'Rivers', preferences: { c: 3 } })
      assert.equal(reply.status, 200)
      const changed = {
        lastname: 'Rivers',
        fullname: 'Ida Rivers',
        preferences: { c: 3 },
        updated_at: reply.json.updated_at,
      }
      assert.deepEqual(reply.json, { ...user, ...changed })
      const find = async (query: string) => (await w.request(`users/search?query=${query}`)).json.length
      assert.equal(await find('rivers'), 1)
      assert.equal(await find('lastname:stone'), 0)
      const unnamed = await put(user.id, { firstname: '', lastname: '' })
      assert.equal(unnamed.json.fullname, user.email)
      assert.equal((await put(1, { note: 'the system' })).json.fullname, '')
    })

    test('the organization comes from the mail domain, unless another one is given', async () => {
      const { id } = (
        await w.request('organizations', {
          method: 'POST',
          body: { name: 'Mill', domain: 'Grain.example', domain_assignment: true },
        })
      ).json
      assert.equal((await create({ email: 'one@grain.example' })).organization_id, id)
      assert.equal((await create({ email: 'two@sub.grain.example' })).organization_id, null)
      assert.equal(
        (await create({ email: 'three@grain.example', organization: 'Harbor Bakery' })).organization_id,
        w.ids['Harbor Bakery'],
      )
      // The domain of the bakery assigns no users.
      assert.equal((await create()).organization_id, null)
      await w.request(`organizations/${id}`, { method: 'PUT', body: { active: false } })
      assert.equal((await create({ email: 'four@grain.example' })).organization_id, null)
    })

    test('secondary organizations need a primary one, and are limited in number', async () => {
      const [bakery, ohara] = [w.ids['Harbor Bakery'], w.ids["O'Hara & Sons"]]
      const both = await create({ organization_id: bakery, organization_ids: [ohara] })
      assert.deepEqual(both.organization_ids, [ohara])
      assertRefused(await post({ email: newAddress(), organization_ids: [ohara] }), /primary organization/)
      assertRefused(await put(both.id, { organization_id: null }), /primary organization/)
      assert.equal((await put(both.id, { organizations: [], organization_id: null })).status, 200)
      assertRefused(await put(both.id, { organization_ids: [9999] }), /Invalid value/)
      const many = await w.desk.database.transaction((db) =>
        db.sql
          .insertInto('organizations')
          .values(
            Array.from({ length: 251 }, (_, n) => ({
              name: `many ${n}`,
              shared: true,
              domain_assignment: false,
              active: true,
              vip: false,
              custom: '{}',
              created_by_id: 1,
              updated_by_id: 1,
              created_at: '2026-01-01T00:00:00.000Z',
              updated_at: '2026-01-01T00:00:00.000Z',
            })),
          )
          .returning('id')
          .execute(),
      )
      const ids = many.map(({ id }) => id)
      assertRefused(await put(both.id, { organization_id: bakery, organization_ids: ids }), /at most 250/)
      assert.equal((await put(both.id, { organization_id: bakery, organization_ids: ids.slice(1) })).status, 200)
    })

    test('a body names roles and groups by id or name; every user has a role', async () => {
      const agent = await create({
        role_ids: ['2'],
        group_ids: { 1: 'full', [w.ids['Printers'] as number]: ['read', 'change'] },
      })
      assert.deepEqual(agent.role_ids, [2])
      assert.deepEqual(agent.group_ids, { 1: ['full'], [w.ids['Printers'] as number]: ['change', 'read'] })
      assert.equal(agent.preferences.notification_config.matrix.create.criteria.owned_by_me, true)
      const named = await create({ roles: ['Agent', 'Customer'], groups: { Network: ['read'] } })
      assert.deepEqual(named.role_ids, [2, 3])
      assert.deepEqual((await w.request(`users/${named.id}?expand=true`)).json.groups, { Network: ['read'] })
      assert.deepEqual((await put(named.id, { role_ids: [] })).json.role_ids, [3])
      // Ids take precedence over names.
      assert.deepEqual((await put(named.id, { role_ids: [2], roles: ['Customer'] })).json.role_ids, [2])
      assertRefused(await post({ email: newAddress(), roles: ['Nope'] }), /No lookup value found for 'roles': "Nope"/)
      assertRefused(await post({ email: newAddress(), group_ids: { 1: 'everything' } }), /expected one of read/)
    })

    test('a password is never returned, a blank one keeps it, and a new one is valid in the next request', async () => {
      const email = newAddress()
      const headers = (password: string) => ({
        authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
      })
      const enter = async (password: string) =>
        (await w.request('users/me', { as: 'anonymous', headers: headers(password) })).status
      const user = await create({ email, password: 'Open sesame 1' })
      assert.ok(!JSON.stringify(user).includes('sesame') && !('password' in user))
      assert.equal(await enter('Open sesame 1'), 200)
      for (const blank of ['', null]) assert.equal((await put(user.id, { password: blank })).status, 200)
      assert.equal(await enter('Open sesame 1'), 200)
      const changed = await put(user.id, { password: 'New one 2' })
      assert.ok(!changed.text.includes('New one'))
      assert.deepEqual([await enter('Open sesame 1'), await enter('New one 2')], [401, 200])
      for (const wrong of [{ argon2id: 'x' }, 12345, 'x'.repeat(1001)])
        assertRefused(await put(user.id, { password: wrong }), /password/)
      const { password } = await w.desk.database.sql
        .selectFrom('users')
        .select('password')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      assert.match(password as string, /^\$argon2id\$/)
      const history = await w.desk.database.sql.selectFrom('histories').selectAll().execute()
      assert.ok(!JSON.stringify(history).includes('argon2id'))
    })

    test('a new user gets the locale of its creator', async () => {
      await w.request('users/preferences', { method: 'PUT', body: { locale: 'de-de' } })
      assert.equal((await create()).preferences.locale, 'de-de')
      assert.equal((await create({ preferences: { locale: 'fr-fr' } })).preferences.locale, 'fr-fr')
    })

    test('of three concurrent requests with the same address, one succeeds', async () => {
      const email = newAddress()
      const replies = await Promise.all([1, 2, 3].map(() => post({ email })))
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 422, 422],
      )
    })

    test('names with special characters are stored unchanged', async () => {
      const name = `Robert'); drop table users;-- <b>"x"</b>`
      const user = await create({ firstname: name, lastname: '#{7*7}' }, 'rita')
      assert.equal((await w.request(`users/${user.id}`)).json.firstname, name)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
