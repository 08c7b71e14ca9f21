import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type RequestOptions, type Person, type Reply, type World, world } from '../../testing/world.ts'

type Send = (path: string, body?: object, as?: Person) => Promise<Reply>

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`time, checklists and drafts on ${dialect}`, () => {
    let w: World
    let [post, put, patch, remove] = [] as unknown as [Send, Send, Send, Send]
    let printer: number
    let network: number
    before(async () => {
      w = await world(open)
      const send =
        (method: RequestOptions['method']): Send =>
        (path, body, as = 'rita') =>
          w.request(path, { method, as, ...(body ? { body } : {}) })
      ;[post, put, patch, remove] = [send('POST'), send('PUT'), send('PATCH'), send('DELETE')]
      printer = w.ids['Label printer offline'] as number
      network = w.ids['No network in the bakery'] as number
    })
    after(() => w.close())

    const timeOf = async (ticket: number) => (await w.request(`tickets/${ticket}`, { as: 'rita' })).json.time_unit

    test('the time of a ticket is the sum of its entries, which can also be created at a path below the ticket', async () => {
      assert.equal(await timeOf(printer), null)
      const type = (await post('time_accounting/types', { name: 'On site' }, 'admin')).json
      const one = await post('time_accountings', { ticket_id: printer, time_unit: '1.1', type: 'On site' })
      assert.equal(one.status, 201, one.text)
      const { created_at, updated_at, ...rest } = one.json
      const expected = {
        id: 1,
        ticket_id: printer,
        ticket_article_id: null,
        time_unit: '1.1',
        type_id: type.id,
        created_by_id: w.ids['rita'],
      }
      assert.deepEqual(rest, expected)
      assert.equal(created_at, updated_at)
      const article = w.ids['It blinks red.']
      const two = await post(`tickets/${printer}/time_accountings`, { time_unit: 2.2, ticket_article_id: article })
      assert.equal(two.status, 201, two.text)
      assert.equal(two.json.ticket_id, printer)
      assert.equal(await timeOf(printer), '3.3')
      const list = await w.request(`tickets/${printer}/time_accountings?expand=true`, { as: 'rita' })
      assert.deepEqual(
        list.json.map((row: Record<string, unknown>) => [row['id'], row['type'], row['created_by']]),
        [
          [1, 'On site', 'rita@desk.example'],
          [2, undefined, 'rita@desk.example'],
        ],
      )
      assert.equal(list.headers['x-total-count'], '2')
      const articles = (await w.request(`ticket_articles/by_ticket/${printer}`, { as: 'rita' })).json
      assert.deepEqual(
        articles.map(({ time_unit }: { time_unit: unknown }) => time_unit),
        ['2.2', null],
      )
      const [expanded] = (await w.request(`tickets?ids=${printer}&expand=true`, { as: 'rita' })).json
      assert.deepEqual(expanded.ticket_time_accounting_ids, [1, 2])
      assert.equal((await put('time_accountings/1', { time_unit: 5 })).status, 403)
      assert.equal((await put('time_accountings/1', { time_unit: 5 }, 'admin')).json.time_unit, '5.0')
      assert.equal(await timeOf(printer), '7.2')
      assert.deepEqual((await remove('time_accountings/1', undefined, 'admin')).json, {})
      assert.equal((await remove(`tickets/${printer}/time_accountings/2`, undefined, 'admin')).status, 200)
      assert.equal(await timeOf(printer), '0.0')
    })

    test('the time of an article counts for its ticket until the article is deleted', async () => {
      const article = { ticket_id: printer, body: 'On site', type: 'note', time_unit: '2,5' }
      const { id, time_unit } = (await post('ticket_articles', article)).json
      assert.equal(time_unit, '2.5')
      assert.equal(await timeOf(printer), '2.5')
      assert.equal((await remove(`ticket_articles/${id}`)).status, 200)
      assert.equal(await timeOf(printer), '0.0')
    })

    test('the time of a month is reported by entry, ticket, customer and organization to administrators', async () => {
      await post('time_accountings', { ticket_id: printer, time_unit: '0.1', type: 'On site' })
      await post('time_accountings', { ticket_id: network, time_unit: '0.2' })
      const month = async (report: string, period = '2026/3') =>
        (await w.request(`time_accounting/log/${report}/${period}`)).json as Record<string, unknown>[]
      const entries = await month('by_activity')
      assert.deepEqual(
        entries.map(({ type, agent, time_unit }) => [type, agent, time_unit]),
        [
          ['On site', 'Rita Sand', 0.1],
          [null, 'Rita Sand', 0.2],
        ],
      )
      assert.deepEqual(
        (await month('by_ticket')).map(({ ticket, time_unit }) => [(ticket as { id: number }).id, time_unit]),
        [
          [printer, 0.1],
          [network, 0.2],
        ],
      )
      const [customer] = await month('by_customer')
      assert.deepEqual(customer?.['time_unit'], 0.3)
      assert.deepEqual(await month('by_organization'), [
        { organization: { id: w.ids['Harbor Bakery'], name: 'Harbor Bakery' }, time_unit: 0.3 },
      ])
      assert.deepEqual(await month('by_activity', '2026/2'), [])
      await w.request(`tickets/${network}`, { as: 'rita', method: 'PUT', body: { title: '=1+1, "twice"' } })
      const saved = await w.request('time_accounting/log/by_ticket/2026/3?download=true')
      assert.equal(saved.headers['content-disposition'], 'attachment; filename="by_ticket-2026-03.csv"')
      assert.equal(saved.headers['content-type'], 'text/csv; charset=utf-8')
      const [head, , second] = saved.text.split('\n')
      assert.equal(head, 'ticket.id,ticket.number,ticket.title,customer,organization,time_unit')
      assert.ok(String(second).includes(`,"'=1+1, ""twice""",`))
      assert.equal((await w.request('time_accounting/log/by_ticket/2026/2?download=true')).text, '')
      await w.request(`tickets/${network}`, { as: 'rita', method: 'PUT', body: { title: 'No network in the bakery' } })
      assert.equal((await w.request('time_accounting/log/by_activity/2026/3?limit=1')).json.length, 1)
      for (const wrong of ['2026/13', '2026/0', 'x/1', '99999/1']) {
        assert.equal((await w.request(`time_accounting/log/by_ticket/${wrong}`)).status, 404, wrong)
      }
      assert.equal((await w.request('time_accounting/log/by_ticket/2026/3', { as: 'rita' })).status, 403)
      for (const entry of entries) {
        assert.equal((await remove(`time_accountings/${Number(entry['id'])}`, undefined, 'admin')).status, 200)
      }
    })

    test('the time of a ticket includes entries that are created concurrently', async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => post('time_accountings', { ticket_id: printer, time_unit: '0.1' })),
      )
      assert.equal(await timeOf(printer), '2.0')
    })

    test('accounting time needs the right to change the ticket, and customers do not see it', async () => {
      const body = { ticket_id: network, time_unit: 1 }
      assert.equal((await post('time_accountings', body, 'omar')).status, 403)
      assert.equal((await post('time_accountings', body, 'nils')).status, 403)
      assert.equal((await post('time_accountings', { ...body, ticket_id: 999_999 })).status, 422)
      const created = await post('time_accountings', body)
      assert.equal(created.status, 201)
      assert.equal((await w.request(`time_accountings/${created.json.id}`, { as: 'omar' })).status, 200)
      assert.equal((await w.request(`time_accountings/${created.json.id}`, { as: 'ines' })).status, 403)
      assert.equal((await w.request(`tickets/${network}/time_accountings`, { as: 'nils' })).status, 403)
      const wrong = `tickets/${printer}/time_accountings/${created.json.id}`
      assert.equal((await w.request(wrong, { as: 'rita' })).status, 404)
      assert.equal((await remove(wrong, undefined, 'admin')).status, 404)
      const [own] = (await w.request(`tickets?ids=${network}&expand=true`, { as: 'nils' })).json
      assert.deepEqual(own.ticket_time_accounting_ids, [])
    })

    test('invalid times are rejected', async () => {
      for (const [body, path] of [
        [{ time_unit: 'much' }, 'time_unit'],
        [{ time_unit: 10_000 }, 'time_unit'],
        [{ time_unit: '' }, 'time_unit'],
        [{}, 'time_unit'],
        [{ time_unit: 1, ticket_article_id: w.ids['The café has no Wi-Fi'] }, 'ticket_article_id'],
        [{ time_unit: 1, type: 'Nothing' }, 'type'],
      ] as const) {
        const reply = await post('time_accountings', { ticket_id: printer, ...body })
        assert.equal(reply.status, 422, JSON.stringify(body))
        assert.equal(reply.json.details[0].path, path)
      }
    })

    test('a checklist starts with the items of a template and keeps their order', async () => {
      const template = await post('checklist_templates', { name: 'Repair', items: ['Order', 'Mend', 'Test'] }, 'admin')
      assert.equal(template.status, 201, template.text)
      assert.equal(template.json.sorted_item_ids.length, 3)
      const created = await post('checklists', { ticket_id: printer, template_id: template.json.id })
      assert.equal(created.status, 201, created.text)
      const { id, assets } = created.json
      const list = assets.Checklist[id]
      assert.equal(list.name, 'Repair')
      assert.deepEqual(
        list.sorted_item_ids.map((item: string) => assets.ChecklistItem[item].text),
        ['Order', 'Mend', 'Test'],
      )
      assert.ok(assets.Ticket[printer] && assets.User && assets.Group)
      assert.equal((await post('checklists', { ticket_id: printer })).status, 422)
      const sorted = list.sorted_item_ids.toReversed()
      const changed = await patch(`checklists/${id}`, { name: 'Mend it', sorted_item_ids: sorted })
      assert.deepEqual([changed.status, changed.json.name], [200, 'Mend it'])
      assert.deepEqual(changed.json.sorted_item_ids, sorted)
      assert.deepEqual(changed.json.item_ids, list.item_ids)
      for (const wrong of [
        sorted.slice(1),
        [...sorted, sorted[0]],
        [sorted[0], sorted[0], sorted[1]],
        'x',
        [{}, 1, 2],
      ]) {
        assert.equal((await patch(`checklists/${id}`, { sorted_item_ids: wrong })).status, 422)
      }
      const line = await post('checklist_items', { checklist_id: id, text: 'Invoice' })
      assert.equal(line.status, 201, line.text)
      assert.equal((await patch(`checklist_items/${line.json.id}`, { checked: true })).json.checked, true)
      const after = (await w.request(`checklists/${id}`, { as: 'rita' })).json
      assert.deepEqual(after.sorted_item_ids, [...sorted, String(line.json.id)])
      assert.equal((await remove(`checklist_items/${line.json.id}`)).status, 200)
      assert.equal((await remove(`checklists/${id}`)).status, 200)
      assert.equal((await w.request(`checklist_items/${sorted[0]}`, { as: 'rita' })).status, 404)
      assert.equal((await post('checklists', { ticket_id: printer, template_id: 999 })).status, 422)
      assert.equal((await post('checklist_templates', { name: 'x', items: 'no list' }, 'admin')).status, 422)
      assert.equal((await post('checklist_templates', { name: 'x', items: Array(101).fill('x') }, 'admin')).status, 422)
    })

    test('a checklist is for agents of its ticket', async () => {
      const created = await post('checklists', { ticket_id: network, items: ['One'] })
      const { id } = created.json
      const item = created.json.assets.Checklist[id].item_ids[0]
      assert.equal((await w.request(`checklists/${id}`, { as: 'omar' })).status, 200)
      assert.equal((await patch(`checklists/${id}`, { name: 'x' }, 'omar')).status, 403)
      assert.equal((await patch(`checklist_items/${item}`, { checked: true }, 'omar')).status, 403)
      assert.equal((await post('checklist_items', { checklist_id: id, text: 'x' }, 'omar')).status, 403)
      // Ines is an agent of another group, and a customer whose organization has the ticket.
      for (const as of ['ines', 'nils'] as const) {
        assert.equal((await w.request(`checklists/${id}`, { as })).status, 403, as)
        assert.equal((await w.request(`checklist_items/${item}`, { as })).status, 403, as)
        assert.equal((await post('checklists', { ticket_id: network }, as)).status, 403, as)
      }
      assert.deepEqual((await w.request('checklists', { as: 'ines' })).json, [])
      const hidden = w.ids['Quiet ticket']
      assert.equal((await patch(`checklist_items/${item}`, { ticket_id: hidden })).status, 403)
      assert.equal((await patch(`checklist_items/${item}`, { ticket_id: printer })).json.ticket_id, printer)
    })

    test('a ticket has one shared draft of a reply', async () => {
      const path = `tickets/${printer}/shared_draft`
      assert.deepEqual((await w.request(path, { as: 'rita' })).json, { shared_draft_id: null, assets: {} })
      assert.equal((await patch(path, {})).status, 404)
      const created = await put(path, { new_article: { body: 'Dear' }, ticket_attributes: { state_id: 2 } })
      assert.equal(created.status, 201, created.text)
      const id = created.json.shared_draft_id
      assert.deepEqual(created.json.assets.TicketSharedDraftZoom[id].new_article, { body: 'Dear' })
      const changed = await patch(path, { new_article: { body: 'Dear Nils' } })
      const { new_article, ticket_attributes } = changed.json.assets.TicketSharedDraftZoom[id]
      assert.deepEqual([new_article, ticket_attributes], [{ body: 'Dear Nils' }, { state_id: 2 }])
      assert.equal((await put(path, { new_article: {} })).json.shared_draft_id, id)
      assert.equal((await w.request(path, { as: 'ines' })).json.shared_draft_id, id)
      assert.equal((await w.request(path, { as: 'nils' })).status, 403)
      assert.equal(
        (await w.request(`tickets/${network}/shared_draft`, { as: 'ines' })).json?.shared_draft_id ?? null,
        null,
      )
      assert.equal((await put(`tickets/${network}/shared_draft`, { new_article: {} }, 'omar')).status, 403)
      assert.equal((await w.request('tickets/999999/shared_draft', { as: 'rita' })).status, 404)
      assert.deepEqual((await remove(path)).json, { shared_draft_id: id })
      assert.equal((await remove(path)).status, 404)
    })

    test('agents who may create in a group account time with their article', async () => {
      const access = (levels: string[]) =>
        put(`users/${w.ids['omar']}`, { group_ids: { [w.ids['Network'] as number]: levels } }, 'admin')
      const article = { ticket_id: network, body: 'Looked into it', time_unit: '3' }
      assert.equal((await post('ticket_articles', article, 'omar')).status, 403)
      await access(['read', 'create'])
      const written = await post('ticket_articles', article, 'omar')
      assert.deepEqual([written.status, written.json.time_unit], [201, '3.0'])
      const { json } = await w.request(`tickets/${network}/time_accountings`, { as: 'rita' })
      const entry = json.find((one: { ticket_article_id: number }) => one.ticket_article_id === written.json.id)
      assert.equal((await put(`time_accountings/${entry.id}`, { time_unit: 4 }, 'omar')).status, 403)
      await access(['read'])
    })

    test('drafts of new tickets are for agents who may create tickets in their group', async () => {
      const path = 'tickets/shared_drafts'
      const created = await post(path, { name: 'Half', group: 'Printers', content: { title: 'x' } })
      assert.equal(created.status, 201, created.text)
      const { id } = created.json
      assert.equal((await w.request(`${path}/${id}`, { as: 'ines' })).json.name, 'Half')
      assert.equal((await w.request(`${path}/${id}`, { as: 'omar' })).status, 403)
      assert.deepEqual((await w.request(path, { as: 'omar' })).json, [])
      assert.equal((await w.request(path, { as: 'nils' })).status, 403)
      assert.equal((await post(path, { name: 'Half', group: 'Network' })).status, 403)
      assert.equal((await put(`${path}/${id}`, { group: 'Network' })).status, 403)
      assert.equal((await patch(`${path}/${id}`, { name: 'Whole' }, 'ines')).json.name, 'Whole')
      assert.equal((await post(path, { name: 'Half' })).status, 422)
      assert.deepEqual((await remove(`${path}/${id}`)).json, {})
    })

    test('requests for features that are switched off are rejected', async () => {
      const all = (await w.request('settings?per_page=100')).json
      const changeSetting = (name: string, value: unknown) => {
        const { id } = all.find((setting: { name: string }) => setting.name === name)
        return put(`settings/${id}`, { state_current: { value } }, 'admin')
      }
      assert.equal((await changeSetting('time_accounting', false)).json.state_current.value, false)
      const refused = await post('time_accountings', { ticket_id: printer, time_unit: 1 })
      assert.equal(refused.status, 403)
      assert.match(refused.json.error, /Time Accounting is not enabled/)
      await changeSetting('checklist', false)
      assert.equal((await post('checklists', { ticket_id: w.ids['Paper jam again'] })).status, 403)
      await changeSetting('time_accounting', true)
      assert.equal((await post('time_accountings', { ticket_id: printer, time_unit: 1 })).status, 201)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
