import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`mass updates of tickets, on ${name}`, () => {
    let w: World
    let quiet: number
    before(async () => {
      w = await world(open)
      quiet = w.ids['Quiet ticket'] as number
    })
    after(() => w.close())

    const post = (url: string, body: object, as: Person = 'rita') => w.request(url, { method: 'POST', as, body })
    const newTicket = async (more: object = {}): Promise<number> => {
      const body = { title: 'Ink is out', group: 'Printers', customer: 'nils@desk.example', article: { body: 'Black' } }
      const reply = await post('tickets', { ...body, ...more })
      assert.equal(reply.status, 201, reply.text)
      return reply.json.id
    }
    const newMacro = async (perform: object, more: object = {}): Promise<number> => {
      const reply = await post('macros', { name: JSON.stringify([perform, more]), perform, ...more }, 'admin')
      assert.equal(reply.status, 201, reply.text)
      return reply.json.id
    }
    const ticketNow = async (id: number) =>
      (await w.request(`tickets/${id}?expand=true&fields=title,state,priority,tags,article_count`, { as: 'rita' })).json
    const updatedAt = async (...ids: number[]) =>
      (await w.request(`tickets?ids=${ids.join()}&fields=updated_at`, { as: 'rita' })).text

    test('an update ignores blank values, changes all tickets and returns them with related records', async () => {
      const [one, two] = [await newTicket(), await newTicket()]
      const reply = await post('tickets/mass_update', {
        ticket_ids: [two, one],
        attributes: { state: 'closed', title: '', owner_id: null, priority_id: ' ', number: '1', colour: 'red' },
        article: { body: 'Done' },
      })
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(Object.keys(reply.json), ['ticket_ids', 'assets'])
      assert.deepEqual(reply.json.ticket_ids, [two, one])
      assert.deepEqual(Object.keys(reply.json.assets.Ticket), [String(one), String(two)])
      assert.equal(reply.json.assets.Ticket[one].state_id, 4)
      assert.ok(reply.json.assets.User[w.ids['nils'] as number])
      assert.match(reply.headers['x-ignored-attributes'] ?? '', /colour/)
      for (const id of [one, two]) {
        const expected = { title: 'Ink is out', state: 'closed', priority: '2 normal', tags: [], article_count: 2 }
        const { title, state, priority, tags, article_count } = await ticketNow(id)
        assert.deepEqual({ title, state, priority, tags, article_count }, expected)
      }
    })

    test('an article alone is written to every ticket', async () => {
      const [one, two] = [await newTicket(), await newTicket()]
      const reply = await post('tickets/mass_update', { ticket_ids: [one, two], article: { body: 'For all' } })
      assert.equal(reply.status, 200, reply.text)
      for (const id of [one, two]) assert.equal((await ticketNow(id)).article_count, 2)
    })

    test('an unknown ticket is answered with 404, and nothing is changed', async () => {
      const one = await newTicket()
      const previous = await updatedAt(one)
      const perform = { 'ticket.state_id': { value: '4' } }
      for (const [path, more] of [
        ['mass_update', { attributes: { state: 'closed' } }],
        ['mass_macro', { macro_id: await newMacro(perform) }],
      ] as const) {
        const reply = await post(`tickets/${path}`, { ticket_ids: [one, 99999], ...more })
        assert.equal(reply.status, 404, reply.text)
        assert.equal(reply.json.error, `Couldn't find Ticket with 'id'=99999`)
      }
      assert.equal(await updatedAt(one), previous)
    })

    test('a ticket that the caller may not change is named in the error, and nothing is changed', async () => {
      const one = await newTicket()
      const previous = await updatedAt(one)
      const macro_id = await newMacro({ 'article.note': { body: 'x' } })
      for (const [path, more] of [
        ['mass_update', { attributes: { state: 'closed' } }],
        ['mass_macro', { macro_id }],
      ] as const) {
        const reply = await post(`tickets/${path}`, { ticket_ids: [one, quiet], ...more })
        assert.equal(reply.status, 422)
        assert.deepEqual(reply.json, { error: true, ticket_id: quiet })
        assert.equal(reply.headers['x-failure'], 'Not authorized')
      }
      assert.equal(await updatedAt(one), previous)
      assert.equal((await ticketNow(one)).article_count, 1)
    })

    test('a change that fails for one ticket is undone for the others', async () => {
      const waiting = await newTicket({ state: 'pending reminder', pending_time: '2026-04-01T00:00:00Z' })
      const one = await newTicket()
      const previous = await updatedAt(waiting, one)
      // One has a pending time already, the other has none.
      const attributes = { state: 'pending reminder' }
      const reply = await post('tickets/mass_update', {
        ticket_ids: [waiting, one],
        attributes,
        article: { body: 'x' },
      })
      assert.equal(reply.status, 422, reply.text)
      assert.deepEqual(reply.json, { error: true, ticket_id: one })
      assert.equal(reply.headers['x-failure'], `Missing required value for field 'pending_time'!`)
      const macro_id = await newMacro({
        'ticket.tags': { operator: 'add', value: 'half' },
        'ticket.state_id': { value: '3' },
      })
      const byMacro = await post('tickets/mass_macro', { ticket_ids: [waiting, one], macro_id })
      assert.deepEqual([byMacro.status, byMacro.json], [422, { error: true, ticket_id: one }])
      assert.equal(await updatedAt(waiting, one), previous)
      assert.deepEqual((await ticketNow(waiting)).tags, [])
    })

    test('a macro is applied to every ticket with the rights of the caller', async () => {
      const macro_id = await newMacro({
        'ticket.state_id': { value: '4' },
        'ticket.owner_id': { pre_condition: 'current_user.id' },
        'ticket.tags': { operator: 'add', value: 'spam, ham' },
        'article.note': { body: '<b>Closed</b>', internal: 'true' },
      })
      const [one, two] = [await newTicket(), await newTicket()]
      const reply = await post('tickets/mass_macro', { ticket_ids: [one, two], macro_id })
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(reply.json.ticket_ids, [one, two])
      for (const id of [one, two]) {
        const { state, tags, article_count } = await ticketNow(id)
        assert.deepEqual({ state, tags, article_count }, { state: 'closed', tags: ['spam', 'ham'], article_count: 2 })
        assert.equal(reply.json.assets.Ticket[id].owner_id, w.ids['rita'])
      }
      const removing = await newMacro({ 'ticket.action': { value: 'delete' } })
      const refused = await post('tickets/mass_macro', { ticket_ids: [one], macro_id: removing })
      assert.deepEqual([refused.status, refused.json], [422, { error: true, ticket_id: one }])
    })

    test('a macro of other groups is refused with the ids of the tickets', async () => {
      const perform = { 'ticket.priority_id': { value: '3' } }
      const macro_id = await newMacro(perform, { group_ids: [w.ids['Network']] })
      const one = await newTicket()
      const inNetwork = w.ids["Invoice for O'Hara"] as number
      const previous = await updatedAt(inNetwork)
      const reply = await post('tickets/mass_macro', { ticket_ids: [inNetwork, one], macro_id })
      assert.equal(reply.status, 422)
      assert.deepEqual(reply.json, {
        error: 'Macro group restrictions do not cover all tickets',
        blocking_tickets: [one],
      })
      assert.equal(await updatedAt(inNetwork), previous)
      assert.equal((await post('tickets/mass_macro', { ticket_ids: [inNetwork], macro_id })).status, 200)
    })

    test('invalid requests are refused', async () => {
      const one = await newTicket()
      const macro_id = await newMacro({ 'ticket.state_id': { value: '4' } }, { active: false })
      for (const [path, body, status] of [
        ['mass_update', { ticket_ids: [], attributes: {} }, 422],
        ['mass_update', { attributes: { title: 'x' } }, 422],
        ['mass_update', { ticket_ids: ['x'], attributes: {} }, 422],
        ['mass_update', { ticket_ids: [one], attributes: 'x' }, 422],
        ['mass_update', { ticket_ids: [one], article: { subject: 'x' } }, 422],
        ['mass_update', { ticket_ids: Array.from({ length: 501 }, (_, id) => id + 1) }, 422],
        ['mass_macro', { ticket_ids: [one] }, 422],
        ['mass_macro', { ticket_ids: [one], macro_id }, 422],
        ['mass_macro', { ticket_ids: [one], macro_id: 99999 }, 404],
      ] as const) {
        const reply = await post(`tickets/${path}`, body)
        assert.equal(reply.status, status, reply.text)
        assert.equal(typeof reply.json.error, 'string')
      }
      assert.equal((await post('tickets/mass_update', { ticket_ids: [one] }, 'nils')).status, 403)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
