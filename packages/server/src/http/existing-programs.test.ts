import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'

// Requests of programs in other languages, and the parts of responses that they read; see docs/existing-clients.md.
for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`existing programs on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const send = (method: 'POST' | 'PUT', url: string, body: object) => w.request(url, { method, body })

    test('the error for an unknown path contains the path', async () => {
      const reply = await w.request('no/such%20thing?with=a_query')
      assert.equal(reply.status, 404)
      assert.equal(reply.json.error_human, 'No route matches [GET] /api/v1/no/such thing')
      assert.equal((await w.request('', { as: 'anonymous' })).json.error, 'No route matches [GET] /api/v1/')
      const long = await w.request(`no/${'x'.repeat(400)}`, { method: 'DELETE' })
      assert.match(long.json.error, /^No route matches \[DELETE\] \/api\/v1\/no\/x{100,200}$/)
    })

    test('a base address with a trailing slash and a path with `.json` work', async () => {
      const plain = await w.request('tickets/1?expand=true')
      assert.equal(plain.status, 200)
      for (const url of ['/api//v1/tickets/1?expand=true', 'tickets//1?expand=true', 'tickets/1.json?expand=true']) {
        assert.deepEqual((await w.request(url)).json, plain.json, url)
      }
      assert.equal((await w.request('tickets.json?per_page=1')).json.length, 1)
      assert.equal((await w.request('openapi.json')).json.openapi, '3.1.0')
      assert.equal((await w.request('tickets/search.json?query=.json')).status, 200)
    })

    test('the sample customer is found by the login that test suites of existing clients use', async () => {
      const body = {
        title: 'From a suite',
        group: 'Users',
        customer: 'nicole.braun@zammad.org',
        article: { body: 'x' },
      }
      const reply = await w.request('tickets?expand=true', { method: 'POST', body })
      assert.equal(reply.status, 201, reply.text)
      assert.deepEqual([reply.json.customer, reply.json.customer_id], ['nicole.braun@zammad.org', 2])
    })

    test('a reference of 0 means no reference if the field may be null', async () => {
      // Programs in Go send this time for an absent one. It is ignored in these keys, which only the service sets.
      const zero = '0001-01-01T00:00:00Z'
      const ticket = await send('POST', 'tickets', {
        title: 'Numbers cannot be absent',
        group: 'Users',
        customer_id: 2,
        organization_id: 0,
        last_contact_at: zero,
        created_at: zero,
        article: { subject: 's', body: 'b', cc: null, content_type: '', internal: false, created_at: zero },
      })
      assert.equal(ticket.status, 201, ticket.text)
      assert.equal(ticket.json.organization_id, 1, 'the organization of the customer')
      const user = await send('POST', 'users', {
        id: 0,
        organization_id: 0,
        email: 'go@mill.example',
        last_login: zero,
      })
      assert.equal(user.status, 201, user.text)
      assert.deepEqual([user.json.organization_id, user.json.last_login], [null, null])
      assert.equal((await send('PUT', `tickets/${ticket.json.id}`, { group_id: 0 })).status, 422)
    })

    test('null means the same as an absent key', async () => {
      const article = {
        body: 'b',
        type: 'note',
        type_id: null,
        sender: null,
        sender_id: null,
        content_type: null,
        internal: null,
      }
      const created = await send('POST', 'tickets', {
        title: 'Nulls',
        group_id: 1,
        customer_id: 2,
        owner_id: null,
        state_id: null,
        organization_id: null,
        pending_time: null,
        preferences: null,
        article: { ...article, attachments: [] },
      })
      assert.equal(created.status, 201, created.text)
      assert.deepEqual(
        [created.json.state_id, created.json.create_article_type_id],
        [1, 10],
        'a new ticket with a note',
      )
      const nothing = await send('POST', 'tickets', { title: 'No group', group_id: null, customer_id: 2 })
      assert.deepEqual([nothing.status, nothing.json.error], [422, "The required value 'group_id' is missing."])
      // Some programs send whole records back as they read them, expanded or not.
      for (const mode of ['', '?expand=true']) {
        const { json } = await w.request(`tickets/${created.json.id}${mode}`)
        const back = await send('PUT', `tickets/${created.json.id}`, { ...json, title: `Back ${mode}` })
        assert.deepEqual([back.status, back.json.title], [200, `Back ${mode}`], back.text)
      }
    })

    test('an empty article is rejected in a new ticket and ignored in an update', async () => {
      const ticket = { title: 'Empty', group: 'Users', customer_id: 2 }
      const refused = await send('POST', 'tickets', { ...ticket, article: {} })
      assert.deepEqual([refused.status, refused.json.error], [422, `Need at least an 'article body' field.`])
      const empty = { ticket_id: w.ids['Label printer offline'], content_type: 'text/html', body: '<form></form>' }
      const nothingLeft = await w.request('ticket_articles', { method: 'POST', as: 'rita', body: empty })
      assert.deepEqual([nothingLeft.status, nothingLeft.json.error], [422, refused.json.error])
      const created = await send('POST', 'tickets', ticket)
      assert.equal(created.status, 201)
      const changed = await send('PUT', `tickets/${created.json.id}`, { article: {} })
      assert.deepEqual([changed.status, changed.json.article_ids], [200, []])
    })

    test('customers read their organization, and cannot search organizations', async () => {
      assert.equal((await w.request('organizations', { as: 'nils' })).json.length, 1)
      for (const method of ['GET', 'POST'] as const) {
        const reply = await w.request('organizations/search?query=harbor', { method, as: 'nils' })
        assert.deepEqual([reply.status, reply.json.error], [403, 'Not authorized (user)!'])
      }
      const everything = await w.request('search?query=harbor', { as: 'nils' })
      assert.ok(
        everything.json.result.every(({ type }: { type: string }) => type !== 'Organization'),
        everything.text,
      )
      assert.equal((await w.request('organizations/search?query=harbor', { as: 'rita' })).json.length, 1)
    })

    test('access to groups is shown for agents only, and kept for others', async () => {
      const body = { email: 'maybe@mill.example', firstname: 'May', roles: ['Customer'], groups: { Users: ['full'] } }
      const created = await w.request('users?expand=true', { method: 'POST', body })
      assert.deepEqual([created.json.group_ids, created.json.groups], [{}, {}])
      const url = `users/${created.json.id}?expand=true`
      const agent = await send('PUT', url, { roles: ['Agent'] })
      assert.deepEqual([agent.json.group_ids, agent.json.groups], [{ 1: ['full'] }, { Users: ['full'] }])
      const away = await send('PUT', url, { active: false })
      assert.deepEqual([away.json.group_ids, away.json.groups], [{}, {}])
      assert.deepEqual((await send('PUT', url, { active: true })).json.group_ids, { 1: ['full'] })
    })

    test('the permissions of the Admin role are in the order that clients expect', async () => {
      const role = await w.request('roles/1?expand=true')
      assert.deepEqual(role.json.permissions, ['admin', 'user_preferences', 'report', 'knowledge_base.editor'])
    })

    test('the route for an unattended setup reports that none is prepared', async () => {
      const reply = await w.request('getting_started/auto_wizard', { as: 'anonymous' })
      assert.deepEqual([reply.status, reply.json], [200, { auto_wizard: false }])
    })
  })
}
