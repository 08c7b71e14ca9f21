import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'

const created = { 'ticket.action': { operator: 'is', value: 'create' } }
const high = { 'ticket.priority_id': { operator: 'is', value: ['3'] } }

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`trials and traces of rules on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())

    test('a trial shows what a trigger would do, and changes nothing', async () => {
      const ticket = await newTicket(here, { title: 'Special request' })
      const before = await rowsOf(here)
      const { json } = await tryRule(here, 'triggers/try', {
        condition: { ...created, 'ticket.title': { operator: 'is', value: 'Special request' } },
        perform: {
          'ticket.priority_id': { value: '3' },
          'ticket.tags': { operator: 'add', value: 'special' },
          'article.note': { subject: 'S', body: 'About #{ticket.title}', internal: 'true' },
        },
      })
      // The world has seven other tickets.
      assert.deepEqual([json.tried, json.matched], [8, 1])
      const [found] = json.tickets
      assert.deepEqual([found.ticket_id, found.event, found.deleted, found.remarks], [ticket.id, 'create', false, []])
      assert.deepEqual(found.changes.priority, { from: '2 normal', to: '3 high', id_from: 2, id_to: 3 })
      assert.deepEqual(found.changes.tag, { from: null, to: 'special' })
      assert.equal(found.articles[0].body, 'About Special request')
      assert.deepEqual(await rowsOf(here), before)
    })

    test('a trial shows all tags that a trigger would add', async () => {
      await newTicket(here, { title: 'Two tags' })
      const { json } = await tryRule(here, 'triggers/try', {
        condition: { ...created, 'ticket.title': { operator: 'is', value: 'Two tags' } },
        perform: { 'ticket.tags': { operator: 'add', value: 'first, second' } },
      })
      assert.deepEqual(json.tickets[0].changes.tag, { from: null, to: 'first, second' })
    })

    test('a saved trigger can be tried as it is, or with another condition', async () => {
      const rule = { condition: { ...created, ...high }, perform: { 'ticket.title': { value: 'Found' } } }
      const { json: trigger } = await here.request('triggers', { method: 'POST', body: { name: 'Find', ...rule } })
      const ids = [(await newTicket(here, { priority_id: 3 })).id, (await newTicket(here, {})).id]
      const { json } = await tryRule(here, `triggers/${trigger.id}/try`, {})
      const matched = json.tickets.map((one: { ticket_id: number }) => one.ticket_id)
      assert.deepEqual(
        ids.map((id) => matched.includes(id)),
        [true, false],
      )
      const { json: other } = await tryRule(here, `triggers/${trigger.id}/try`, { condition: created })
      assert.ok(other.matched > json.matched)
      await here.request(`triggers/${trigger.id}`, { method: 'DELETE' })
    })

    test('a trial shows only tickets that the caller may read, and counts the others', async () => {
      const { json } = await tryRule(here, 'jobs/try', {
        condition: {},
        perform: { 'ticket.action': { value: 'delete' } },
      })
      assert.ok(json.matched > json.tickets.length)
      assert.ok(json.tickets.every(({ deleted }: { deleted: boolean }) => deleted))
    })

    test('the trial of a macro shows what it would change on one ticket, and changes nothing', async () => {
      const ticket = await newTicket(here, { title: 'Paper' })
      const before = await rowsOf(here)
      const perform = {
        'ticket.state_id': { value: '4' },
        'ticket.tags': { operator: 'add', value: 'done' },
        'article.note': { body: 'Finished', internal: 'true' },
      }
      const { json } = await tryRule(here, 'macros/try', { perform, number: ticket.number })
      assert.deepEqual([json.ticket_id, json.deleted, json.remarks], [ticket.id, false, []])
      assert.deepEqual([json.changes.state.to, json.changes.tag.to], ['closed', 'done'])
      assert.equal(json.articles[0].body, 'Finished')
      assert.deepEqual(await rowsOf(here), before)
      const elsewhere = { perform, number: ticket.number, group_ids: [here.ids['Network']] }
      assert.deepEqual((await tryRule(here, 'macros/try', elsewhere)).json.remarks, [
        'The macro is not for tickets of this group',
      ])
      const unknown = { perform, number: '0' }
      assert.equal((await here.request('macros/try', { method: 'POST', body: unknown })).status, 404)
      assert.equal((await here.request('macros/try', { method: 'POST', body: unknown, as: 'rita' })).status, 403)
    })

    test('an invalid rule is refused, and agents may not try rules', async () => {
      const body = { condition: { 'ticket.nothing': { operator: 'is', value: 1 } }, perform: {} }
      assert.equal((await here.request('triggers/try', { method: 'POST', body })).status, 422)
      assert.equal((await here.request('triggers/try', { method: 'POST', body, as: 'rita' })).status, 403)
      assert.equal((await here.request('triggers/99999/try', { method: 'POST', body: {} })).status, 404)
    })

    test('a trace names the rules that ran, and why the others did not', async () => {
      const perform = { 'ticket.tags': { operator: 'add', value: 'traced' } }
      const rules = {
        Ran: { condition: created, perform },
        OtherTitle: {
          condition: { ...created, 'ticket.title': { operator: 'contains', value: ['nothing like it'] } },
          perform,
        },
        NoChange: { condition: { 'ticket.owner_id': { operator: 'has changed' } }, perform },
        OtherPriority: { condition: { 'ticket.priority_id': { operator: 'is', value: ['3'] } }, perform },
      }
      const ids: number[] = []
      for (const [label, rule] of Object.entries(rules)) {
        ids.push((await here.request('triggers', { method: 'POST', body: { name: label, ...rule } })).json.id)
      }
      const ticket = await newTicket(here, {})
      const { json } = await here.request(`tickets/${ticket.id}/trace`)
      const [entry] = json
      assert.equal(entry.event.type, 'create')
      const results = Object.fromEntries(entry.results.map((one: { name: string }) => [one.name, one]))
      assert.equal(results.Ran.outcome, 'ran')
      assert.deepEqual(
        [results.OtherTitle.outcome, results.OtherTitle.line],
        ['did not match', 'condition.ticket.title'],
      )
      assert.deepEqual(
        [results.NoChange.outcome, results.NoChange.reason, results.NoChange.needs],
        ['not concerned', 'It needs a change of owner_id.', [{ kind: 'change', name: 'owner_id' }]],
      )
      assert.deepEqual(results.OtherPriority.needs, [
        { kind: 'value', name: 'priority_id', value: '3', label: '3 high' },
      ])
      for (const id of ids) await here.request(`triggers/${id}`, { method: 'DELETE' })
    })

    test('agents see the rules that ran, without their conditions, and customers see no trace', async () => {
      const rules = [
        { name: 'Ran', condition: created, perform: { 'ticket.tags': { operator: 'add', value: 'x' } } },
        { name: 'Hidden', condition: { ...created, ...high }, perform: {} },
      ]
      const ids: number[] = []
      for (const body of rules) ids.push((await here.request('triggers', { method: 'POST', body })).json.id)
      const ticket = await newTicket(here, { group_id: here.ids['Printers'] }, 'rita')
      const { json } = await here.request(`tickets/${ticket.id}/trace`, { as: 'rita' })
      assert.deepEqual(json[0].results, [{ id: ids[0], name: 'Ran', outcome: 'ran' }])
      assert.equal((await here.request(`tickets/${ticket.id}/trace`, { as: 'nils' })).status, 403)
      for (const id of ids) await here.request(`triggers/${id}`, { method: 'DELETE' })
    })
  })
}

async function tryRule(here: World, path: string, body: object) {
  const reply = await here.request(path, { method: 'POST', body })
  assert.equal(reply.status, 200, reply.text)
  return reply
}

async function newTicket(here: World, more: object, as: 'rita' | 'admin' = 'admin') {
  const body = {
    title: 'Paper jam',
    group_id: here.ids['Users'],
    customer_id: here.ids['nils'],
    article: { body: 'It is stuck.' },
    ...more,
  }
  const { status, json } = await here.request('tickets', { method: 'POST', body, as })
  assert.equal(status, 201, JSON.stringify(json))
  return json
}

/** Returns the state of everything that a trial might change. */
async function rowsOf({ desk }: World) {
  const tables = ['tickets', 'ticket_articles', 'histories', 'events', 'tickets_tags', 'ticket_traces'] as const
  const rows: unknown[] = []
  for (const table of tables) {
    rows.push(
      await desk.database.sql
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('count'))
        .execute(),
    )
  }
  rows.push(
    await desk.database.sql.selectFrom('tickets').select(['id', 'updated_at', 'priority_id']).orderBy('id').execute(),
  )
  return rows
}
