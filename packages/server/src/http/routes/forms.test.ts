import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { permissions } from '@deskbell/contract'
import { addAttributes, forAll } from '../../testing/attributes.ts'
import { openBrowser } from '../../testing/browser.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`forms and accounts, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      const agents = { create_middle: { 'ticket.agent': { shown: true, required: true } } }
      const both = { create_middle: { 'ticket.customer': {} }, edit: { 'ticket.agent': {} } }
      await addAttributes(w, [
        { name: 'secret', data_type: 'input', data_option: { default: 'x', internal_hint: 'y' }, screens: agents },
        { name: 'everybody', data_type: 'select', data_option: { options: { a: 'A' } }, screens: forAll },
        { name: 'split', data_type: 'input', data_option: { maxlength: 9 }, screens: both },
        { name: 'read_only', data_type: 'input', data_option: {}, screens: { view: { 'ticket.customer': {} } } },
      ])
    })
    after(() => w.close())

    const fieldsOf = async (as: Person) =>
      Object.fromEntries(
        (await w.request('form_attributes?object=Ticket', { as })).json.map(
          (one: { name: string; screens: object }) => [one.name, Object.keys(one.screens).toSorted()],
        ),
      )
    const put = async (body: object) =>
      (await w.request('users/preferences', { as: 'zoe', method: 'PUT', body })).status
    const form = async (as: Person) => (await w.request('ticket_create', { as })).json

    test('callers get the custom fields that they see, with their screens', async () => {
      const allScreens = Object.keys(forAll).toSorted()
      assert.deepEqual(await fieldsOf('nils'), { everybody: allScreens, split: ['create_middle'], read_only: ['view'] })
      assert.deepEqual(await fieldsOf('rita'), {
        secret: ['create_middle'],
        everybody: allScreens,
        split: ['edit'],
        read_only: [],
      })
      const [secret] = (await w.request('form_attributes?object=Ticket', { as: 'rita' })).json
      assert.deepEqual(
        [secret.data_option, secret.screens.create_middle],
        [{ default: 'x' }, { shown: true, required: true }],
      )
      assert.equal((await w.request('form_attributes', { as: 'anonymous' })).status, 403)
      assert.equal((await w.request('form_attributes?object=Role')).status, 422)
    })

    test('the form of a new ticket offers what the caller can choose', async () => {
      const rita = await form('rita')
      const { Printers, Network } = w.ids
      assert.deepEqual(rita.form_meta.filter.group_id, [Printers])
      assert.ok(rita.form_meta.dependencies.group_id[String(Printers)].owner_id.includes(w.ids['rita']))
      assert.ok(!rita.form_meta.dependencies.group_id[String(Printers)].owner_id.includes(w.ids['gone']))
      assert.equal(rita.assets.User[String(w.ids['rita'])].firstname, 'Rita')
      assert.deepEqual((await form('omar')).form_meta.filter.group_id, [])
      const nils = await form('nils')
      assert.ok(nils.form_meta.filter.group_id.includes(Network))
      assert.deepEqual([nils.form_meta.dependencies, nils.form_meta.configure_attributes.length], [{}, 3])
      assert.ok(!('user_ids' in nils.assets.Group[String(Network)]))
      assert.ok(!JSON.stringify(nils).includes('secret'))
    })

    test('customers choose only from the groups offered to them, and from no states, priorities or owners', async () => {
      const { Printers, Network } = w.ids
      const offer = (body: object) => w.request(`groups/${Network}`, { method: 'PUT', body })
      const create = (as: Person, group_id: unknown) =>
        w.request('tickets', {
          as,
          method: 'POST',
          body: { title: 'x', group_id, customer_id: w.ids[as], article: { body: 'x' } },
        })
      const own = (await create('nils', Network)).json
      assert.equal((await offer({ offered_to_customers: false })).json.offered_to_customers, false)
      const { form_meta, assets } = await form('nils')
      assert.deepEqual(form_meta.filter, { group_id: [1, Printers], state_id: [], priority_id: [] })
      assert.deepEqual(Object.keys(assets), ['Group'])
      assert.equal((await create('nils', Network)).status, 403)
      assert.equal((await create('nils', Printers)).status, 201)
      const moved = (await create('nils', Printers)).json
      const move = (group_id: unknown) =>
        w.request(`tickets/${moved.id}`, { as: 'nils', method: 'PUT', body: { group_id } })
      assert.equal((await move(Network)).status, 403)
      assert.equal((await move(1)).status, 200)
      // A customer can still change a ticket that is already in the group.
      const body = { title: 'still mine', group_id: Network }
      assert.equal((await w.request(`tickets/${own.id}`, { as: 'nils', method: 'PUT', body })).status, 200)
      // Agents of other groups are customers there; agents of the group are not restricted.
      assert.equal((await create('ines', Network)).status, 403)
      await offer({ offered_to_customers: true, active: false })
      assert.equal((await create('nils', Network)).status, 403)
      await offer({ active: true })
      assert.equal((await create('nils', Network)).status, 201)
    })

    test('only callers who may change roles can list the permissions', async () => {
      const { json } = await w.request('permissions')
      assert.deepEqual(
        json.map((one: { name: string }) => one.name),
        Object.keys(permissions),
      )
      for (const as of ['rita', 'nils', 'anonymous'] as const)
        assert.equal((await w.request('permissions', { as })).status, 403)
    })

    test('users change their own name, but not their roles, address or organization', async () => {
      for (const as of ['rita', 'zoe'] as const) {
        const body = { firstname: 'Alex', roles: ['Admin'], email: 'x@y.example', active: false, organization_id: 1 }
        const before = (await w.request('users/me', { as })).json
        const { status, json } = await w.request('users/me', { as, method: 'PUT', body })
        assert.equal(status, 200, JSON.stringify(json))
        assert.deepEqual(
          [json.firstname, json.email, json.role_ids, json.active, json.organization_id],
          ['Alex', before.email, before.role_ids, true, before.organization_id],
        )
      }
      assert.equal(
        (await w.request('users/me', { as: 'anonymous', method: 'PUT', body: { firstname: 'A' } })).status,
        403,
      )
    })

    test('preferences that the service uses are checked', async () => {
      const good = { theme: 'dark', density: 'compact', keyboard_shortcuts: false, locale: 'de-de', timezone: 'UTC' }
      assert.equal(await put({ ...good, other: { free: true } }), 200)
      for (const bad of [
        { theme: 'pink' },
        { density: 1 },
        { keyboard_shortcuts: 'no' },
        { locale: '<b>' },
        { timezone: 'Mars' },
      ])
        assert.equal(await put(bad), 422, JSON.stringify(bad))
      assert.equal(await put({ theme: null, locale: '' }), 200)
    })

    test('an administrator makes a link with which a user sets a new password', async () => {
      const requested = await w.request('users/password_reset', {
        as: 'anonymous',
        method: 'POST',
        body: { username: 'nils' },
      })
      // The desk sends no mail; `notice` says to ask an administrator.
      assert.deepEqual([requested.json.message, requested.json.notice.length], ['ok', 1])
      const path = (person: string) => `users/${String(w.ids[person])}/password_reset`
      for (const as of ['rita', 'nils', 'anonymous'] as const)
        assert.equal((await w.request(path('nils'), { as, method: 'POST', body: {} })).status, 403)
      assert.equal((await w.request(path('gone'), { method: 'POST', body: {} })).status, 422)
      const { status, json } = await w.request(path('nils'), { method: 'POST', body: {} })
      assert.deepEqual([status, json.url], [201, `/password/${json.token}`])
      const page = openBrowser(w.app)
      const verify = (more: object) =>
        page.request('POST', 'users/password_reset_verify', { token: json.token, ...more })
      assert.equal((await verify({})).json.message, 'ok')
      assert.equal((await verify({ password: 'weak' })).json.message, 'failed')
      assert.equal((await verify({ password: 'Open sesame 2' })).json.user_login, 'nils@desk.example')
      assert.equal((await page.signIn('nils@desk.example', 'Open sesame 2')).status, 201)
      assert.equal((await verify({ password: 'Open sesame 3' })).json.message, 'failed')
    })
  })
}
