import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`responses to writes of tickets on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const write = (method: 'PUT' | 'POST', url: string, as: Person, body: object) =>
      w.request(url, { method, as, body })

    const make = (as: 'rita' | 'nils', number: string) =>
      write('POST', 'tickets', as, {
        title: 'Mine',
        group: 'Printers',
        number,
        ...(as === 'rita' ? { customer: 'nils@desk.example' } : {}),
        article: { body: 'x' },
      })

    test('a caller who may change but not read a ticket gets only its id', async () => {
      const body = { group_ids: { [w.ids['Network'] as number]: ['change'] } }
      await write('PUT', `users/${w.ids['omar']}`, 'admin', body)
      // `!` marks an internal article.
      const [ticket, article] = [w.ids['No network in the bakery'], w.ids['!the router password is hunter2']]
      assert.equal((await w.request(`tickets/${ticket}`, { as: 'omar' })).status, 403)
      for (const [url, sent, id] of [
        [`tickets/${ticket}`, {}, ticket],
        [`tickets/${ticket}?full=true`, { title: 'Renamed' }, ticket],
        [`tickets/${ticket}?all=true`, {}, ticket],
        [`ticket_articles/${article}`, { internal: true }, article],
        [`ticket_articles/${article}?expand=true`, {}, article],
      ] as const) {
        const { status, json } = await write('PUT', url, 'omar', sent)
        assert.deepEqual([status, json], [200, { id }], url)
      }
      assert.equal((await w.request(`tickets/${ticket}`, { as: 'rita' })).json.title, 'Renamed')
      assert.equal((await write('PUT', `tickets/${ticket}`, 'rita', {})).json.title, 'Renamed')
    })

    test('agents may choose the number of a ticket, in digits; customers may not', async () => {
      for (const number of ['<b>x</b>', '../../x', '12a', '١٢']) {
        const refused = await make('rita', number)
        assert.deepEqual([refused.status, refused.json.error], [422, 'number: expected digits only.'], number)
        const created = await make('nils', number)
        assert.equal(created.status, 201)
        assert.match(created.json.number, /^\d+$/)
        assert.equal(created.headers['x-ignored-attributes'], 'number')
      }
      assert.equal((await make('rita', '900100')).json.number, '900100')
    })

    test('customers cannot find out which organizations and users exist, or who is an agent', async () => {
      const ticket = { title: 'Mine', group: 'Printers', article: { body: 'x' } }
      // Each line has a status and whether the response reveals nothing, so that all lines have to be equal.
      const responses: string[] = []
      for (const more of [
        { organization: "O'Hara & Sons" },
        { organization: 'Unknown Inc' },
        { organization_id: w.ids["O'Hara & Sons"] },
        { organization_id: 99_999 },
      ]) {
        const { status, json, headers } = await write('POST', 'tickets', 'nils', { ...ticket, ...more })
        responses.push(`${status} ${json.organization_id === w.ids['Harbor Bakery']}`)
        assert.deepEqual(headers['x-ignored-attributes'], Object.keys(more)[0])
      }
      const ticket_id = w.ids['Label printer offline']
      for (const more of [
        { origin_by: 'zoe@desk.example' },
        { origin_by: 'unknown@desk.example' },
        { origin_by_id: w.ids['zoe'] },
        { origin_by_id: 99_999 },
      ]) {
        const { status } = await write('POST', 'ticket_articles', 'nils', { ticket_id, body: 'x', ...more })
        responses.push(`${status} true`)
      }
      // An agent of the group, another agent, a customer, an id without a user, and no id.
      for (const mentions of [w.ids['ines'], w.ids['omar'], w.ids['maya'], 99_999, 'x']) {
        const created = await write('POST', 'tickets', 'nils', { ...ticket, mentions: [mentions] })
        responses.push(`${created.status} ${created.headers['x-ignored-attributes'] === 'mentions'}`)
        const { json } = await w.request(`tickets/${created.json.id}?all=true`, { as: 'rita' })
        responses.push(`201 ${json.mentions.length === 0}`)
        const article = { content_type: 'text/html', body: `<a data-mention-user-id="${mentions}">Hello</a>` }
        const inText = await write('POST', 'tickets', 'nils', { ...ticket, article })
        const { json: other } = await w.request(`tickets/${inText.json.id}?all=true`, { as: 'rita' })
        responses.push(`${inText.status} ${other.mentions.length === 0}`)
      }
      assert.deepEqual(new Set(responses), new Set(['201 true']))
      // Customers may choose one of their own organizations.
      const own = { ...ticket, organization_id: w.ids["O'Hara & Sons"] }
      assert.equal((await write('POST', 'tickets', 'maya', own)).json.organization_id, w.ids["O'Hara & Sons"])
    })

    test('all=true includes the checklist with its items and the shared draft, for agents only', async () => {
      const ticket = w.ids['Label printer offline'] as number
      const { json: list } = await write('POST', 'checklists', 'rita', { ticket_id: ticket, items: ['Order the drum'] })
      const draft = await write('PUT', `tickets/${ticket}/shared_draft`, 'rita', { new_article: { body: 'Secret' } })
      const all = async (as: Person) => (await w.request(`tickets/${ticket}?all=true`, { as })).json
      const seen = await all('rita')
      assert.deepEqual([seen.checklist_id, seen.shared_draft_id], [list.id, draft.json.shared_draft_id])
      assert.equal(seen.assets.TicketSharedDraftZoom[draft.json.shared_draft_id].new_article.body, 'Secret')
      const [line] = Object.values<{ text: string }>(seen.assets.ChecklistItem)
      assert.equal(line?.text, 'Order the drum')
      const customer = await all('nils')
      assert.deepEqual([customer.checklist_id, customer.shared_draft_id], [null, null])
      assert.doesNotMatch(JSON.stringify(customer), /Secret|Order the drum/)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
