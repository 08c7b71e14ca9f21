import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type RequestOptions, type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`writing tickets, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const post = (url: string, body: object, options: RequestOptions = {}) =>
      w.request(url, { method: 'POST', body, as: 'rita', ...options })
    const put = (url: string, body: object, options: RequestOptions = {}) =>
      w.request(url, { method: 'PUT', body, as: 'rita', ...options })
    const basic = { title: 'Ink is out', group: 'Printers', customer: 'nils@desk.example' }
    const refused = async (body: object, sentence: RegExp, status = 422) => {
      const reply = await post('tickets', body)
      assert.equal(reply.status, status, reply.text)
      assert.match(reply.json.error, sentence)
    }
    const newTicket = async (more: object = {}) => {
      const reply = await post('tickets', { ...basic, ...more })
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    }

    test('an agent creates a ticket with names, an article and tags, and gets the derived columns', async () => {
      const created = await newTicket({
        priority: '3 high',
        owner: 'rita@desk.example',
        tags: 'ink, Floor 3 ,ink,',
        article: { body: 'Black is empty.', type: 'phone', sender: 'Customer' },
      })
      assert.match(created.number, /^67\d{3}$/)
      assert.equal(created.customer_id, w.ids['nils'])
      assert.equal(created.organization_id, w.ids['Harbor Bakery'])
      assert.equal(created.owner_id, w.ids['rita'])
      assert.equal(created.priority_id, 3)
      assert.equal(created.state_id, 1)
      assert.equal(created.article_count, 1)
      assert.equal(created.create_article_type_id, 5)
      assert.equal(created.create_article_sender_id, 2)
      assert.equal(created.last_contact_customer_at, created.created_at)
      assert.equal(created.last_contact_agent_at, null)
      assert.deepEqual(created.preferences, {})
      assert.equal(created.article_ids.length, 1)
      assert.deepEqual((await w.request(`tags?object=Ticket&o_id=${created.id}`, { as: 'rita' })).json.tags, [
        'ink',
        'Floor 3',
      ])
      const found = await w.request('tickets/search?query=black%20tags:ink&expand=true', { as: 'rita' })
      assert.deepEqual(
        found.json.map(({ id }: { id: number }) => id),
        [created.id],
      )
    })

    test('omitted and blank keys get their default', async () => {
      const created = await newTicket({ state: '', priority_id: null, owner_id: '' })
      assert.deepEqual([created.state_id, created.priority_id, created.owner_id], [1, 2, 1])
      assert.equal(created.article_count, null)
      assert.deepEqual(created.article_ids, [])
    })

    test('the article of a new ticket belongs to that ticket, whatever its ticket_id says', async () => {
      for (const ticket_id of [99999, 'abc', 1]) {
        const { status, json } = await w.request('tickets', {
          as: 'rita',
          method: 'POST',
          body: { ...basic, article: { body: 'Hello', ticket_id } },
        })
        assert.equal(status, 201)
        assert.equal(json.article_ids.length, 1)
      }
    })

    test('missing and invalid values are reported, and nothing is written', async () => {
      const count = async () => Number((await w.request('tickets?per_page=1')).headers['x-total-count'])
      const previous = await count()
      const { title, group, customer } = basic
      await refused({ title, customer }, /^The required value 'group_id' is missing\.$/)
      await refused({ group, customer }, /'title' is missing/)
      await refused({ title, group }, /'customer_id' is missing/)
      await refused({ ...basic, group: 'Nope' }, /^No lookup value found for 'group': "Nope"$/)
      await refused({ ...basic, owner_id: 99999 }, /^Invalid value for param 'owner_id': 99999$/)
      await refused({ ...basic, article: { subject: 'x' } }, /^Need at least an 'article body' field\.$/)
      await refused({ ...basic, article: { body: '' } }, /^Need at least an 'article body' field\.$/)
      await refused(
        { ...basic, article: { body: 'x', type: 'pigeon' } },
        /^No lookup value found for 'type': "pigeon"$/,
      )
      await refused(
        { ...basic, customer_id: 'guess:unknown', customer: undefined },
        /^Invalid email 'unknown' of customer$/,
      )
      await refused({ ...basic, group: 'Users' }, /^Not authorized$/, 403)
      assert.equal(await count(), previous)
      assert.deepEqual((await w.request('users/search?query=unknown')).json, [])
    })

    test('a guessed customer is found, or created with the ticket', async () => {
      const { customer: _, ...rest } = basic
      const known = await post('tickets', { ...rest, customer_id: 'guess:NILS@desk.example' })
      assert.equal(known.json.customer_id, w.ids['nils'])
      const created = await post('tickets?expand=true', { ...rest, customer_id: 'guess:New.One@example.com' })
      assert.equal(created.status, 201, created.text)
      assert.equal(created.json.customer, 'new.one@example.com')
      const described = await post('tickets?expand=true', {
        ...rest,
        customer: { firstname: 'Ada', lastname: 'King', email: 'ada@example.com', role_ids: [1] },
      })
      assert.equal(described.json.customer, 'ada@example.com')
      const ada = await w.request(`users/${described.json.customer_id}`)
      assert.deepEqual(ada.json.role_ids, [3])
      assert.equal(ada.json.fullname, 'Ada King')
      const again = await post('tickets', { ...rest, customer: { email: 'ada@example.com' } })
      assert.equal(again.json.customer_id, described.json.customer_id)
    })

    test('customers create tickets only for themselves', async () => {
      const reply = await post(
        'tickets',
        {
          ...basic,
          group: 'Network',
          owner: 'rita@desk.example',
          preferences: { a: 1 },
          article: { body: 'Help', internal: true, type: 'email', sender: 'Agent', origin_by_id: 3 },
        },
        { as: 'maya' },
      )
      assert.equal(reply.status, 201, reply.text)
      const { json } = reply
      assert.equal(json.customer_id, w.ids['maya'])
      assert.equal(json.owner_id, 1)
      assert.deepEqual(json.preferences, {})
      assert.equal(reply.headers['x-ignored-attributes'], 'owner, customer, preferences')
      const article = (await w.request(`ticket_articles/${json.article_ids[0]}`, { as: 'maya' })).json
      assert.equal(article.internal, false)
      assert.equal(article.type, 'note')
      assert.equal(article.sender, 'Customer')
      assert.equal(article.origin_by_id, null)
      assert.equal(article.from, 'Maya Lindqvist')
    })

    test('a mail has the name of its author and the address of the group as sender', async () => {
      const { id } = await newTicket()
      const mail = { ticket_id: id, type: 'email', to: 'nils@bakery.example', subject: 'Ink', body: 'It is here.' }
      const from = async () => (await post('ticket_articles', mail)).json.from
      assert.equal(await from(), 'Rita Sand <rita@desk.example>')
      const address = await post(
        'email_addresses',
        { name: 'Help "Desk"', email: 'help@desk.example' },
        { as: 'admin' },
      )
      const group = `groups/${w.ids['Printers']}`
      await put(group, { email_address_id: address.json.id }, { as: 'admin' })
      assert.equal(await from(), String.raw`"Rita Sand via Help \"Desk\"" <help@desk.example>`)
      const came = { ...mail, sender: 'Customer', from: 'Nils <nils@bakery.example>' }
      assert.equal((await post('ticket_articles', came)).json.from, 'Nils <nils@bakery.example>')
      await put(`email_addresses/${address.json.id}`, { active: false }, { as: 'admin' })
      assert.equal(await from(), 'Rita Sand <rita@desk.example>')
      await put(group, { email_address_id: null }, { as: 'admin' })
    })

    test('an update is partial, updates derived columns, and may contain an article', async () => {
      const created = await newTicket({
        preferences: { a: 1, b: 2 },
        owner: 'rita@desk.example',
        article: { body: 'One' },
      })
      w.pass(1000)
      const url = `tickets/${created.id}`
      const changed = await put(url, {
        title: 'Ink\tis\nback',
        number: '1',
        preferences: { b: 3 },
        state: 'pending reminder',
        pending_time: '2026-04-01T00:00:00Z',
        article: { body: 'Called back', type: 'phone' },
      })
      assert.equal(changed.status, 200, changed.text)
      assert.equal(changed.json.title, 'Ink is back')
      assert.equal(changed.json.number, created.number)
      assert.deepEqual(changed.json.preferences, { a: 1, b: 3 })
      assert.equal(changed.json.pending_time, '2026-04-01T00:00:00.000Z')
      assert.equal(changed.json.article_count, 2)
      assert.equal(changed.json.first_response_at, changed.json.updated_at)
      w.pass(1000)
      const closed = (await put(url, { state: 'closed', article: {} })).json
      assert.equal(closed.pending_time, null)
      assert.equal(closed.close_at, closed.updated_at)
      assert.equal(closed.article_count, 2)
      w.pass(1000)
      await put(url, { state: 'open' })
      const again = (await put(url, { state: 'closed' })).json
      assert.equal(again.close_at, closed.close_at)
      assert.ok(again.last_close_at > closed.last_close_at)
    })

    test('the organization follows the customer; the owner needs access to the group', async () => {
      const created = await newTicket({ owner: 'rita@desk.example' })
      const url = `tickets/${created.id}`
      assert.equal((await put(url, { organization: "O'Hara & Sons" })).json.organization_id, w.ids['Harbor Bakery'])
      assert.equal((await put(url, { customer: 'zoe@desk.example' })).json.organization_id, w.ids["O'Hara & Sons"])
      const maya = await put(url, { customer: 'maya@desk.example', organization: "O'Hara & Sons" })
      assert.equal(maya.json.organization_id, w.ids["O'Hara & Sons"])
      assert.equal((await put(url, { owner: 'omar@desk.example' })).json.owner_id, 1)
      assert.equal((await put(url, { owner: 'ines@desk.example' })).json.owner_id, w.ids['ines'])
      assert.equal((await put(url, { owner_id: null })).json.owner_id, 1)
    })

    test('adding, publishing and deleting an article updates its ticket', async () => {
      const created = await newTicket()
      const reply = await post('ticket_articles', {
        ticket_id: created.id,
        body: '<p>See <script>alert(1)</script><img src="data:image/png;base64,iVBORw0KGgo="></p>',
        content_type: 'text/html',
        internal: true,
        subject: 'Two\nlines',
        attachments: [{ filename: 'a/log.txt', data: 'aGVs\nbG8=', 'mime-type': 'text/plain' }],
      })
      assert.equal(reply.status, 201, reply.text)
      const { json } = reply
      assert.equal(json.from, 'Rita Sand')
      assert.equal(json.subject, 'Two lines')
      assert.equal(json.type, 'note')
      assert.equal(json.sender, 'Agent')
      assert.equal(json.attachments.length, 2)
      const [log, image] = json.attachments
      assert.deepEqual([log.filename, log.size, log.preferences], ['log.txt', '5', { 'Mime-Type': 'text/plain' }])
      assert.equal(image.filename, 'image1.png')
      const inline = `/api/v1/ticket_attachment/${created.id}/${json.id}/${image.id}?view=inline`
      assert.equal(json.body, `<p>See <img src="${inline}"></p>`)
      const file = await w.request(`ticket_attachment/${created.id}/${json.id}/${log.id}`, { as: 'rita' })
      assert.equal(file.text, 'hello')
      const seen = (await w.request(`ticket_articles/${json.id}`, { as: 'rita' })).json
      assert.deepEqual(
        seen.attachments.map(({ id }: { id: number }) => id),
        [log.id],
      )
      assert.equal((await w.request(`ticket_articles/${json.id}`, { as: 'nils' })).status, 403)
      const shown = await put(`ticket_articles/${json.id}`, {
        internal: false,
        body: 'x',
        preferences: { highlight: 'h', z: 1 },
      })
      assert.equal(shown.status, 200, shown.text)
      assert.equal(shown.json.body, json.body)
      assert.deepEqual(shown.json.preferences, { highlight: 'h' })
      assert.equal((await w.request(`ticket_articles/${json.id}`, { as: 'nils' })).status, 200)
      assert.equal((await w.request(`tickets/${created.id}`, { as: 'rita' })).json.article_count, 1)
      const gone = await w.request(`ticket_articles/${json.id}`, { as: 'rita', method: 'DELETE' })
      assert.equal(gone.status, 200, gone.text)
      assert.deepEqual(gone.json, {})
      assert.equal((await w.request(`tickets/${created.id}`, { as: 'rita' })).json.article_count, 0)
    })

    test('only administrators delete a ticket; the response is empty, and it is not found any more', async () => {
      const created = await newTicket({ title: 'Zebracode', article: { body: 'x', attachments: [] } })
      const url = `tickets/${created.id}`
      for (const [as, sentence] of [
        ['rita', 'Not authorized (admin permission required)!'],
        ['nils', 'Not authorized (admin permission required)!'],
        ['zoe', 'Not authorized'],
      ] as const) {
        const reply = await w.request(url, { as, method: 'DELETE' })
        assert.equal(reply.status, 403)
        assert.equal(reply.json.error, sentence)
      }
      const reply = await w.request(url, { method: 'DELETE' })
      assert.equal(reply.status, 200, reply.text)
      assert.equal(reply.text, '')
      assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
      assert.equal((await w.request(url)).status, 404)
      assert.deepEqual((await w.request('tickets/search?query=zebracode&expand=true', { as: 'rita' })).json, [])
    })
  })
}
