import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { newTicket } from '../testing/new-ticket.ts'
import { type World, world } from '../testing/world.ts'

const created = { 'ticket.action': { operator: 'is', value: 'create' } }
const updated = { 'ticket.action': { operator: 'is', value: 'update' } }
/** Ids of states: 1 new, 2 open, 3 pending reminder, 4 closed; of priorities: 1 low, 2 normal, 3 high. */
const state = (...ids: number[]) => ({ 'ticket.state_id': { operator: 'is', value: ids.map(String) } })
const priority = (id: number) => ({ 'ticket.priority_id': { operator: 'is', value: [String(id)] } })
const setState = (id: number) => ({ 'ticket.state_id': { value: String(id) } })
const setPriority = (id: number) => ({ 'ticket.priority_id': { value: String(id) } })
const setTitle = (title: string) => ({ 'ticket.title': { value: title } })

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`triggers on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())

    test('a trigger changes a new ticket before the response, and the history names the trigger', async () => {
      await withTriggers(here, { 'Urgent first': { condition: created, perform: setPriority(3) } }, async () => {
        const ticket = await newTicket(here)
        assert.equal(ticket.priority_id, 3)
        const { json } = await here.request(`ticket_history/${ticket.id}`, { as: 'rita' })
        const line = json.history.find((entry: { attribute?: string }) => entry.attribute === 'priority')
        assert.deepEqual(
          [line.sourceable_type, line.sourceable_name, line.created_by_id],
          ['Trigger', 'Urgent first', 1],
        )
      })
    })

    test('triggers run once each, in the order of their names, and see what earlier ones did', async () => {
      const chain = {
        'A new to open': { condition: state(1), perform: setState(2) },
        'B open to closed': { condition: state(2), perform: setState(4) },
      }
      await withTriggers(here, chain, async () => assert.equal((await newTicket(here)).state_id, 4))
      const reversed = {
        'B new to open': { condition: state(1), perform: setState(2) },
        'A open to closed': { condition: state(2), perform: setState(4) },
      }
      await withTriggers(here, reversed, async () => assert.equal((await newTicket(here)).state_id, 2))
    })

    test('with recursion, changes made by triggers start other triggers, but each trigger runs only once', async () => {
      await makeRecursive(here, true)
      const reversed = {
        'B new to open': { condition: state(1), perform: setState(2) },
        'A open to closed': { condition: state(2), perform: setState(4) },
      }
      await withTriggers(here, reversed, async () => assert.equal((await newTicket(here)).state_id, 4))
      const circle = {
        A: { condition: priority(1), perform: setPriority(2) },
        B: { condition: priority(2), perform: setPriority(3) },
        C: { condition: priority(3), perform: setPriority(1) },
      }
      await withTriggers(here, circle, async () =>
        assert.equal((await newTicket(here, { priority_id: 2 })).priority_id, 2),
      )
      await makeRecursive(here, false)
    })

    test('a selective trigger needs a new article, or a change to an attribute in its condition', async () => {
      const rule = { condition: priority(3), perform: setTitle('Seen') }
      for (const mode of ['selective', 'always']) {
        await withTriggers(here, { Rule: { ...rule, execution_condition_mode: mode, active: false } }, async ([id]) => {
          const ticket = await newTicket(here, { priority_id: 3 })
          await here.request(`triggers/${id}`, { method: 'PUT', body: { active: true } })
          const { json: owned } = await put(here, ticket.id, { owner_id: here.ids['rita'] })
          assert.equal(owned.title === 'Seen', mode === 'always')
          const { json: noted } = await put(here, ticket.id, { article: { body: 'A note' } })
          assert.equal(noted.title, 'Seen')
        })
      }
    })

    test('a condition can test what has changed, and the article of the event', async () => {
      const rules = {
        Changed: { condition: { 'ticket.owner_id': { operator: 'has changed' } }, perform: setTitle('Moved') },
        Said: {
          condition: { 'article.body': { operator: 'contains', value: ['urgent'] } },
          perform: setPriority(3),
        },
        Silent: {
          condition: { ...updated, 'article.body': { operator: 'contains not', value: ['urgent'] } },
          perform: { 'ticket.tags': { operator: 'add', value: 'calm' } },
        },
      }
      await withTriggers(here, rules, async () => {
        const ticket = await newTicket(here)
        assert.notEqual(ticket.title, 'Moved')
        const { json: moved } = await put(here, ticket.id, { owner_id: here.ids['ines'] })
        assert.deepEqual([moved.title, moved.priority_id], ['Moved', 2])
        assert.deepEqual(await tagsOf(here, ticket.id), [])
        const { json: answered } = await put(here, ticket.id, { article: { body: 'This is urgent!' } })
        assert.equal(answered.priority_id, 3)
        await put(here, ticket.id, { article: { body: 'Thank you' } })
        assert.deepEqual(await tagsOf(here, ticket.id), ['calm'])
      })
    })

    test('the current user of a condition or an action is the one who caused the event', async () => {
      const mine = {
        Own: {
          condition: { ...updated, 'ticket.owner_id': { operator: 'is not', pre_condition: 'current_user.id' } },
          perform: { 'ticket.owner_id': { pre_condition: 'current_user.id' } },
        },
      }
      await withTriggers(here, mine, async () => {
        const ticket = await newTicket(here)
        const { json } = await put(here, ticket.id, { article: { body: 'I take it' } }, 'ines')
        assert.equal(json.owner_id, here.ids['ines'])
      })
    })

    test('placeholders in a note are replaced by escaped values of the ticket', async () => {
      const perform = {
        'article.note': {
          subject: 'About #{ticket.title}',
          body: '<p>#{ticket.customer.firstname}: #{ticket.title}, #{t(ticket.state.name)}, #{ticket.nothing}</p>',
          internal: 'true',
        },
      }
      const rule = { condition: created, perform, localization: 'de-de' }
      await withTriggers(here, { Note: rule }, async () => {
        const ticket = await newTicket(here, { title: 'A <b>bold</b> title' })
        const { json } = await here.request(`ticket_articles/by_ticket/${ticket.id}`, { as: 'rita' })
        const note = json.at(-1)
        assert.deepEqual([note.sender, note.internal, note.created_by_id], ['System', true, 1])
        assert.equal(note.body, '<p>Nils: A &lt;b&gt;bold&lt;/b&gt; title, neu, #{ticket.nothing / no such method}</p>')
        assert.equal(ticket.article_count, 1)
      })
    })

    test('a placeholder inside a link cannot inject a script', async () => {
      const body = '<a href="#{ticket.title}">open</a>'
      const perform = { 'article.note': { subject: 'x', body, internal: 'true' } }
      await withTriggers(here, { Link: { condition: created, perform } }, async () => {
        const ticket = await newTicket(here, { title: 'javascript:alert(1)' })
        const { json } = await here.request(`ticket_articles/by_ticket/${ticket.id}`, { as: 'rita' })
        assert.ok(!json.at(-1).body.includes('javascript:'))
      })
    })

    test('new tickets are assigned to agents in turn', async () => {
      const perform = { 'ticket.owner_id': { pre_condition: 'round_robin' } }
      await withTriggers(here, { Turns: { condition: created, perform } }, async () => {
        const owners: number[] = []
        for (let round = 0; round < 4; round++) owners.push((await newTicket(here)).owner_id)
        const [first, second] = [here.ids['rita'], here.ids['ines']]
        assert.deepEqual(owners, [first, second, first, second])
      })
    })

    test('agents who are absent today, in the time zone of the desk, get no tickets', async () => {
      const perform = { 'ticket.owner_id': { pre_condition: 'round_robin' } }
      // At any time, the date in one of these zones differs from the date in UTC.
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        const { json: settings } = await here.request('settings?per_page=500')
        const { id } = settings.find((setting: { name: string }) => setting.name === 'timezone_default')
        await here.request(`settings/${id}`, { method: 'PUT', body: { state_current: { value: zone } } })
        const today = here.desk.now().toLocaleDateString('sv', { timeZone: zone })
        const absence = {
          out_of_office: true,
          out_of_office_start_at: today,
          out_of_office_end_at: today,
          out_of_office_replacement_id: here.ids['ines'],
        }
        assert.equal(
          (await here.request('users/out_of_office', { as: 'rita', method: 'PUT', body: absence })).status,
          200,
        )
        await withTriggers(here, { Turns: { condition: created, perform } }, async () => {
          for (let round = 0; round < 2; round++) assert.equal((await newTicket(here)).owner_id, here.ids['ines'])
        })
        await here.request('users/out_of_office', {
          as: 'rita',
          method: 'PUT',
          body: { ...absence, out_of_office: false },
        })
        await here.request(`settings/${id}`, { method: 'PUT', body: { state_current: { value: 'UTC' } } })
      }
    })

    test('the agent with the fewest open tickets gets a ticket', async () => {
      const perform = { 'ticket.owner_id': { pre_condition: 'least_busy' } }
      const load = async (who: 'rita' | 'ines') => {
        const query = `owner_id:${here.ids[who]} AND NOT state.name:(closed OR merged)`
        const { json } = await here.request(`tickets/search?query=${encodeURIComponent(query)}&only_total_count=true`, {
          as: 'rita',
        })
        return json.total_count as number
      }
      await withTriggers(here, { Busy: { condition: created, perform } }, async () => {
        for (let round = 0; round < 6; round++) {
          const [rita, ines] = [await load('rita'), await load('ines')]
          const { owner_id } = await newTicket(here)
          if (rita !== ines) assert.equal(owner_id, here.ids[rita < ines ? 'rita' : 'ines'])
        }
      })
    })

    test('a trigger that fails does not fail the write, and the next ones run', async () => {
      const rules = {
        'A broken': { condition: created, perform: setState(3) },
        'B working': { condition: created, perform: setPriority(1) },
      }
      await withTriggers(here, rules, async () => {
        const ticket = await newTicket(here)
        assert.deepEqual([ticket.state_id, ticket.priority_id], [1, 1])
        assert.ok(here.logged.some(({ message }) => message === 'a rule failed on a ticket'))
      })
    })

    test('a trigger can delete a ticket', async () => {
      const rule = { condition: state(4), perform: { 'ticket.action': { value: 'delete' } } }
      await withTriggers(here, { Gone: rule }, async () => {
        const ticket = await newTicket(here)
        await put(here, ticket.id, { state_id: 4 })
        assert.equal((await here.request(`tickets/${ticket.id}`, { as: 'rita' })).status, 404)
      })
    })

    test('changes made by triggers notify agents only if disable_notification is false', async () => {
      const perform = { 'ticket.owner_id': { pre_condition: 'specific', value: String(here.ids['rita']) } }
      const isNotified = async ({ id }: { id: number }) => {
        const { json } = await here.request('online_notifications?per_page=100', { as: 'rita' })
        return json.some((one: { o_id: number }) => one.o_id === id)
      }
      const rule = { condition: created, perform }
      await withTriggers(here, { Silent: rule }, async () => {
        assert.equal(await isNotified(await newTicket(here)), false)
      })
      await withTriggers(here, { Loud: { ...rule, disable_notification: false } }, async () => {
        assert.equal(await isNotified(await newTicket(here)), true)
      })
    })
  })
}

type Rule = Record<string, unknown>

/** Creates triggers by name, and deletes them after the work. */
async function withTriggers(here: World, rules: Record<string, Rule>, work: (ids: number[]) => Promise<void>) {
  const ids: number[] = []
  for (const [name, rule] of Object.entries(rules)) {
    const { status, json } = await here.request('triggers', { method: 'POST', body: { name, ...rule } })
    assert.equal(status, 201, JSON.stringify(json))
    ids.push(json.id)
  }
  try {
    await work(ids)
  } finally {
    for (const id of ids) await here.request(`triggers/${id}`, { method: 'DELETE' })
  }
}

async function makeRecursive(here: World, value: boolean): Promise<void> {
  const { json } = await here.request('settings?per_page=100')
  const { id } = json.find((setting: { name: string }) => setting.name === 'ticket_trigger_recursive')
  await here.request(`settings/${id}`, { method: 'PUT', body: { state_current: { value } } })
}

const put = (here: World, id: number, body: Rule, as: 'ines' | 'rita' = 'rita') =>
  here.request(`tickets/${id}`, { method: 'PUT', body, as })

const tagsOf = async (here: World, id: number): Promise<string[]> =>
  (await here.request(`tags?object=Ticket&o_id=${id}`, { as: 'rita' })).json.tags
