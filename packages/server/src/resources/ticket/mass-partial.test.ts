import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`mass updates in which each ticket succeeds or fails on its own, on ${name}`, () => {
    let w: World
    let lastNumber = 90_000
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const update = (body: object, as: Person = 'rita', headers = {}) =>
      w.request('tickets/mass_update', { method: 'POST', as, body, headers })
    /** Creates tickets with a title in a group, and returns their ids. */
    const newTickets = (title: string, count: number, group = 'Printers'): Promise<number[]> =>
      unitOfWork(w.desk, systemUser, async (unit) => {
        const ids: number[] = []
        for (let index = 0; index < count; index++) {
          const number = String(lastNumber++)
          const references = { group_id: w.ids[group] as number, customer_id: w.ids['nils'] as number }
          ids.push(await insert(unit, 'ticket', { number, title, ...references, state_id: 2, priority_id: 2 }))
        }
        return ids
      })
    const valuesOf = async (ids: readonly number[]) =>
      w.desk.database.sql
        .selectFrom('tickets')
        .select(['id', 'state_id', 'priority_id', 'pending_time', 'owner_id', 'title'])
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute()

    test('tickets that cannot be changed are refused with their reason; the others change', async () => {
      const [mine, quiet] = [await newTickets('Partial', 2), w.ids['Quiet ticket'] as number]
      const ticket_ids = [mine[1], quiet, 99_999, mine[0]]
      const reply = await update({ ticket_ids, partial: true, attributes: { priority_id: 3, colour: 'red' } })
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(reply.json, {
        ticket_ids: mine,
        refused: [
          { ticket_id: quiet, error: 'Not authorized' },
          { ticket_id: 99_999, error: "Couldn't find Ticket with 'id'=99999" },
        ].toSorted((a, b) => a.ticket_id - b.ticket_id),
        previous: mine.map((ticket_id) => ({ ticket_id, attributes: { priority_id: 2 } })),
        remaining: 0,
        after: null,
      })
      assert.match(reply.headers['x-ignored-attributes'] ?? '', /colour/)
    })

    test('tags are added and removed, and the response lists them', async () => {
      const [one, two] = (await newTickets('Tagged', 2)) as [number, number]
      const [quiet] = [w.ids['Quiet ticket'] as number]
      await update({ ticket_ids: [one], add_tags: ['late', 'vip'] })
      const ticket_ids = [one, two, quiet]
      const reply = await update({ ticket_ids, partial: true, add_tags: 'vip, new', remove_tags: ['late', 'unknown'] })
      assert.deepEqual(reply.json.refused, [{ ticket_id: quiet, error: 'Not authorized' }])
      assert.deepEqual(reply.json.previous, [
        { ticket_id: one, attributes: {}, added_tags: ['new'], removed_tags: ['late'] },
        { ticket_id: two, attributes: {}, added_tags: ['vip', 'new'] },
      ])
      for (const id of [one, two]) {
        const { json } = await w.request(`tags?object=Ticket&o_id=${id}`, { as: 'rita' })
        assert.deepEqual(json.tags.toSorted(), ['new', 'vip'])
      }
    })

    test('a macro runs on each ticket on its own; deleted tickets cannot be brought back', async () => {
      const [one] = (await newTickets('By macro', 1)) as [number]
      const [other] = (await newTickets('By macro', 1, 'Network')) as [number]
      const newMacro = async (name: string, perform: object, more: object = {}): Promise<number> =>
        (await w.request('macros', { method: 'POST', body: { name, perform, ...more } })).json.id
      const run = (macro_id: number, ticket_ids: readonly number[], as: Person) =>
        w.request('tickets/mass_macro', { method: 'POST', as, body: { macro_id, ticket_ids, partial: true } })
      const perform = { 'ticket.priority_id': { value: '3' }, 'ticket.tags': { operator: 'add', value: 'spam' } }
      const limited = await newMacro('Limited', perform, { group_ids: [w.ids['Printers']] })
      const reply = await run(limited, [other, one], 'rita')
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(reply.json, {
        ticket_ids: [one],
        refused: [{ ticket_id: other, error: 'The macro is not for tickets of this group' }],
        previous: [{ ticket_id: one, attributes: { priority_id: 2 }, added_tags: ['spam'] }],
        remaining: 0,
        after: null,
      })
      const [gone] = (await newTickets('Gone', 1, 'Users')) as [number]
      const removed = await run(await newMacro('Delete', { 'ticket.action': { value: 'delete' } }), [gone], 'admin')
      assert.deepEqual([removed.json.ticket_ids, removed.json.previous], [[gone], []])
    })

    test('a query changes all tickets that it finds, 500 at a time, and the returned previous values undo the change', async () => {
      // Twenty times as many take too long on PostgreSQL.
      const [count, expected] =
        name === 'sqlite'
          ? [
              503,
              [
                [500, 3],
                [3, 0],
              ],
            ]
          : [25, [[25, 0]]]
      const ids = await newTickets('Flood of tickets', count)
      const first = await valuesOf(ids)
      const pages = []
      const previous: { ticket_id: number; attributes: object }[] = []
      let cursor: number | null | undefined
      while (cursor !== null) {
        const attributes = { state: 'pending reminder', pending_time: '2026-04-01T00:00:00Z' }
        const { status, json, text } = await update({ query: 'title:flood', attributes, after: cursor })
        assert.equal(status, 200, text)
        assert.deepEqual(json.refused, [])
        pages.push([json.ticket_ids.length, json.remaining])
        previous.push(...json.previous)
        cursor = json.after
      }
      assert.deepEqual(pages, expected)
      assert.ok((await valuesOf(ids)).every(({ state_id, pending_time }) => state_id === 3 && pending_time !== null))
      assert.deepEqual(previous[0], { ticket_id: ids[0], attributes: { state_id: 2, pending_time: null } })
      for (let index = 0; index < previous.length; index += 100) {
        const operations = previous
          .slice(index, index + 100)
          .map(({ ticket_id, attributes }) => ({ method: 'PUT', path: `/tickets/${ticket_id}`, body: attributes }))
        const undone = await w.request('batch', { method: 'POST', as: 'rita', body: { operations } })
        assert.equal(undone.status, 200, undone.text)
      }
      assert.deepEqual(await valuesOf(ids), first)
    })

    test('a view and a condition select what the caller finds there, and nothing else', async () => {
      const [own, foreign] = [await newTickets('Selected', 3), await newTickets('Selected', 2, 'Users')]
      const condition = { 'ticket.title': { operator: 'is', value: 'Selected' } }
      const body = { name: 'Selected', condition, view: { s: ['title'] } }
      const { json: saved } = await w.request('saved_views', { method: 'POST', as: 'rita', body })
      for (const [selection, priority_id] of [
        [{ condition }, 1],
        [{ view: `saved:${saved.id}` }, 3],
      ] as const) {
        const { json } = await update({ ...selection, attributes: { priority_id } })
        assert.deepEqual([json.ticket_ids, json.refused], [own, []])
      }
      assert.ok((await valuesOf(foreign)).every(({ priority_id }) => priority_id === 2))
      assert.equal((await update({ view: `saved:${saved.id}`, attributes: { priority_id: 1 } }, 'ines')).status, 404)
      const read = await update({ query: 'group:Network', attributes: { priority_id: 1 } }, 'omar')
      assert.deepEqual([read.json.ticket_ids, read.json.previous], [[], []])
      assert.ok(read.json.refused.length > 0)
      assert.equal((await update({ condition, attributes: {} }, 'nils')).status, 403)
    })

    test('a repeated request with the same key does not change anything again', async () => {
      const [id] = await newTickets('Once only', 1)
      const body = { query: 'title:"Once only"', article: { body: 'Once' } }
      const key = { 'idempotency-key': 'mass-once' }
      const [one, two] = [await update(body, 'rita', key), await update(body, 'rita', key)]
      assert.deepEqual(one.json.ticket_ids, [id])
      assert.deepEqual(two.json, one.json)
      const { json } = await w.request(`ticket_articles/by_ticket/${id}`, { as: 'rita' })
      assert.equal(json.length, 1)
    })

    test('invalid selections are refused', async () => {
      for (const [body, status] of [
        [{ query: ' ' }, 422],
        [{ query: ' ', condition: {} }, 422],
        [{ condition: {} }, 422],
        [{ query: 'title:' }, 422],
        [{ query: '((', lenient: true }, 422],
        [{ query: '((', label: 1 }, 422],
        [{ ticket_ids: [2], query: 'x' }, 422],
        [{ partial: true }, 422],
        [{ query: 'x', after: 'y' }, 422],
        [{ view: 'unknown' }, 404],
      ] as const) {
        assert.equal((await update({ attributes: {}, ...body })).status, status, JSON.stringify(body))
      }
      assert.deepEqual(w.logged, [])
    })
  })
}
