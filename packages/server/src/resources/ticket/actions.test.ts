import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type RequestOptions, type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`actions on tickets, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const get = (url: string, as: RequestOptions['as'] = 'rita') => w.request(url, { as })
    const send =
      (method: 'POST' | 'PUT' | 'DELETE') =>
      (url: string, body?: object, as: RequestOptions['as'] = 'rita') =>
        w.request(url, { method, as, ...(body ? { body } : {}) })
    const [post, put] = [send('POST'), send('PUT')]
    const newTicket = async (more: object = {}) => {
      const reply = await post('tickets', {
        title: 'Ink is out',
        group: 'Printers',
        customer: 'nils@desk.example',
        article: { body: 'Black' },
        ...more,
      })
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    }

    test('merging moves articles, files, links, subscriptions and accounted time', async () => {
      const files = [{ filename: 'a.txt', data: 'aGVsbG8=', 'mime-type': 'text/plain' }]
      const target = await newTicket()
      const other = await newTicket()
      const source = await newTicket({
        mentions: [w.ids['ines']],
        links: { Ticket: { normal: [other.id] } },
        article: { body: 'Cyan', attachments: files, time_unit: '1.5' },
      })
      const [article] = (await get(`ticket_articles/by_ticket/${source.id}`)).json
      assert.equal(article.time_unit, '1.5')
      w.pass(1000)
      const reply = await put(`ticket_merge/${source.id}/${target.number}`)
      assert.equal(reply.status, 200, reply.text)
      assert.equal(reply.json.result, 'success')
      assert.equal(reply.json.target_ticket.article_count, 1)
      assert.equal(reply.json.source_ticket.state_id, 5)
      assert.equal(reply.json.source_ticket.owner_id, 1)
      assert.equal('article_ids' in reply.json.source_ticket, false)
      const merged = (await get(`tickets/${target.id}?all=true`)).json
      assert.equal(merged.ticket_article_ids.length, 2)
      assert.ok(merged.ticket_article_ids.includes(article.id))
      assert.deepEqual(
        merged.mentions.map(({ user_id }: { user_id: number }) => user_id),
        [w.ids['ines']],
      )
      assert.deepEqual(
        merged.links.map(({ link_type, link_object_value }: Record<string, unknown>) => [link_type, link_object_value]),
        [
          ['normal', other.id],
          ['child', source.id],
        ],
      )
      assert.equal((await get(`tickets/${target.id}`)).json.time_unit, '1.5')
      assert.equal((await get(`tickets/${target.id}`)).json.article_count, 2)
      const { preferences } = (await get(`tickets/${source.id}`)).json
      assert.deepEqual(preferences, { escalation_calculation: { escalation_disabled: true } })
      const left = (await get(`ticket_articles/by_ticket/${source.id}`)).json
      assert.deepEqual(
        left.map(({ body, type, sender }: Record<string, unknown>) => [body, type, sender]),
        [['merged', 'note', 'Agent']],
      )
      const file = await get(`ticket_attachment/${source.id}/${article.id}/${article.attachments[0].id}`)
      assert.equal(file.text, 'hello')
      assert.equal((await get('tickets/search?query=cyan&expand=true')).json[0].id, target.id)
      for (const [from, to, status] of [
        [target.id, target.number, 422],
        [other.id, source.number, 422],
        [other.id, '999999', 200],
        [99999, target.number, 200],
      ] as const) {
        const again = await put(`ticket_merge/${from}/${to}`)
        assert.equal(again.status, status, again.text)
        if (status === 200) assert.equal(again.json.result, 'failed')
      }
      assert.equal((await put(`ticket_merge/${other.id}/${target.number}`, undefined, 'omar')).status, 403)
      assert.equal((await put(`ticket_merge/${other.id}/${target.number}`, undefined, 'nils')).status, 403)
      const { history } = (await get(`ticket_history/${source.id}`)).json
      assert.ok(
        history.some(({ type, id_to }: Record<string, unknown>) => type === 'merged_into' && id_to === target.id),
      )
    })

    test('the history is in order, complete, and only for agents', async () => {
      const created = await newTicket()
      await put(`tickets/${created.id}`, { priority: '3 high', article: { body: 'Again', internal: true } })
      const reply = await get(`ticket_history/${created.id}`)
      const lines = reply.json.history.map((row: Record<string, unknown>) =>
        [row['object'], row['type'], row['attribute'], row['value_from'], row['value_to']].filter(Boolean).join(' '),
      )
      assert.deepEqual(lines, [
        'Ticket created',
        'Ticket::Article created',
        'Ticket updated priority 2 normal 3 high',
        'Ticket::Article created',
      ])
      const [creation, article, changed] = reply.json.history
      assert.deepEqual(Object.keys(creation), [
        'id',
        'history_attribute_id',
        'sourceable_type',
        'sourceable_id',
        'sourceable_name',
        'o_id',
        'related_history_object_id',
        'created_by_id',
        'created_at',
        'object',
        'type',
      ])
      assert.equal(article.related_o_id, created.id)
      assert.equal(article.related_object, 'Ticket')
      assert.deepEqual([changed.id_from, changed.id_to], [2, 3])
      assert.ok(reply.json.assets.Ticket[created.id])
      assert.ok(reply.json.assets.User[w.ids['rita'] as number])
      assert.equal(Object.keys(reply.json.assets.TicketArticle).length, 2)
      assert.equal((await get(`ticket_history/${created.id}`, 'nils')).status, 403)
      assert.equal((await get(`ticket_history/${created.id}`, 'omar')).status, 403)
      assert.equal((await get('ticket_history/99999')).status, 404)
    })

    test('title and customer have their own routes', async () => {
      const one = await newTicket()
      const title = await put(`tickets/${one.id}/update_title`, { title: 'Renamed', state: 'closed' })
      assert.deepEqual([title.status, title.json.title, title.json.state_id], [200, 'Renamed', 1])
      const customer = await put(`tickets/${one.id}/update_customer`, { customer_id: w.ids['zoe'] })
      assert.deepEqual(
        [customer.json.customer_id, customer.json.organization_id],
        [w.ids['zoe'], w.ids["O'Hara & Sons"]],
      )
      assert.equal((await put(`tickets/${one.id}/update_title`, { title: 'x' }, 'nils')).status, 403)
    })

    test('other tickets of a customer and recently viewed ones are listed, and articles can be split off', async () => {
      const [one, two] = [await newTicket(), await newTicket()]
      await put(`tickets/${two.id}`, { state: 'closed' })
      await post('recent_view', { object: 'Ticket', o_id: two.id })
      const related = (await get(`ticket_related/${one.id}`)).json
      assert.ok(related.ticket_ids_by_customer.includes(two.id))
      assert.ok(!related.ticket_ids_by_customer.includes(one.id))
      assert.deepEqual(related.ticket_ids_recent_viewed, [two.id])
      assert.ok(related.assets.Ticket[two.id])
      assert.deepEqual((await get('ticket_recent')).json.ticket_ids_recent_viewed, [two.id])
      const customer = (await get(`ticket_customer?customer_id=${w.ids['nils']}`)).json
      assert.ok(customer.ticket_ids_open.includes(one.id) && customer.ticket_ids_closed.includes(two.id))
      const stats = (await get(`ticket_stats?user_id=${w.ids['nils']}`)).json
      assert.deepEqual(stats.user, { open_ids: customer.ticket_ids_open, closed_ids: customer.ticket_ids_closed })
      const other = (await w.request(`ticket_stats?user_id=${w.ids['nils']}`, { as: 'zoe' })).json
      assert.deepEqual(other, { user: { open_ids: [], closed_ids: [] }, organization: {}, assets: {} })
      const [article] = one.article_ids
      const split = await get(`ticket_split?ticket_id=${one.id}&article_id=${article}&form_id=9`)
      assert.deepEqual(split.json.attachments, [])
      assert.equal(split.json.assets.TicketArticle[article].body, 'Black')
      for (const url of [
        `ticket_related/${one.id}`,
        'ticket_recent',
        'ticket_customer?customer_id=2',
        'ticket_split',
      ]) {
        assert.equal((await get(url, 'nils')).status, 403, url)
      }
    })

    test('`all` returns everything about a ticket, also as the response to a write', async () => {
      const created = await post('tickets?all=true', {
        title: 'All',
        group: 'Printers',
        customer: 'nils@desk.example',
        tags: ['one'],
        article: { body: 'x', internal: true },
      })
      assert.equal(created.status, 201, created.text)
      const { json } = created
      assert.deepEqual(json.tags, ['one'])
      assert.equal(json.ticket_article_ids.length, 1)
      assert.ok(json.assets.TicketArticle[json.ticket_article_ids[0]])
      const seen = (await w.request(`tickets/${json.ticket_id}?all=true`, { as: 'nils' })).json
      assert.deepEqual(seen.ticket_article_ids, [])
      assert.deepEqual((await put(`tickets/${json.ticket_id}?all=1`, {})).json, json)
    })

    test('owners and subscribers are notified of changes by others', async () => {
      const heard = async (as: 'ines' | 'rita') =>
        (await w.request('online_notifications?expand=true', { as })).json.map(
          ({ type, o_id }: Record<string, unknown>) => `${type as string} ${o_id as number}`,
        )
      const created = await newTicket({ owner: 'ines@desk.example' })
      assert.ok((await heard('ines')).includes(`create ${created.id}`))
      await post('ticket_articles', { ticket_id: created.id, body: 'News' })
      assert.ok((await heard('ines')).includes(`update ${created.id}`))
      assert.deepEqual(
        (await heard('rita')).filter((line: string) => line.endsWith(` ${created.id}`)),
        [],
      )
      const mine = await newTicket()
      const mention = `<a href="#" data-mention-user-id="${w.ids['ines']}">Ines</a><a data-mention-user-id="${w.ids['zoe']}">Z</a>`
      await post('ticket_articles', { ticket_id: mine.id, body: mention, content_type: 'text/html', internal: true })
      assert.ok((await heard('ines')).includes(`update.mention ${mine.id}`))
      const { mentions } = (await get(`mentions?mentionable_type=Ticket&mentionable_id=${mine.id}`)).json
      assert.deepEqual(
        mentions.map(({ user_id }: { user_id: number }) => user_id),
        [w.ids['ines']],
      )
      assert.equal(
        (await post('tickets', { title: 'x', group: 'Printers', customer_id: 2, mentions: [w.ids['zoe']] })).status,
        422,
      )
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
