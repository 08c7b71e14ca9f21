import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from '../testing/each-dialect.ts'
import { type Person, world } from '../testing/world.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { writeSetting } from '../kernel/settings.ts'
import { enqueueTicket } from '../webhooks/enqueue.ts'
import { doDueWork } from './due-work.ts'
import { ruleReader } from './rules.ts'
import { purgeTraces } from './trace.ts'

const created = { 'ticket.action': { operator: 'is', value: 'create' } }

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`the automation log on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())
    const log = async (query = '', as: Person = 'admin') => (await here.request(`automation_log?${query}`, { as })).json
    const names = async (query: string) => (await log(query)).map((one: { name: string }) => one.name)
    const make = async (path: string, body: object) => (await here.request(path, { method: 'POST', body })).json
    const newTicket = (more: object) =>
      make('tickets', { title: 'Fire', group: 'Users', customer_id: here.ids['maya'], article: { body: 'x' }, ...more })
    const trigger = await make('triggers', {
      name: 'Good',
      condition: created,
      perform: { 'ticket.title': { value: 'Seen' } },
    })
    const failing = await make('triggers', {
      name: 'Failing',
      condition: created,
      // The state "pending reminder" requires a pending time.
      perform: { 'ticket.state_id': { value: '3' } },
    })
    const ticket = await newTicket({})

    test('it lists the rules that ran or failed on any ticket, newest first', async () => {
      const entries = await log('kind=trigger')
      const shown = entries.map(({ name: rule, outcome, event, ticket_number }: Record<string, unknown>) => [
        rule,
        outcome,
        event,
        ticket_number,
      ])
      assert.deepEqual(shown, [
        ['Good', 'ran', 'create', ticket.number],
        ['Failing', 'failed', 'create', ticket.number],
      ])
      assert.match(entries[1].reason, /pending_time/)
    })

    test('it can be filtered by rule and outcome, and has pages', async () => {
      assert.deepEqual(await names(`kind=trigger&rule_id=${failing.id}`), ['Failing'])
      assert.deepEqual(await names('kind=trigger&outcome=ran'), ['Good'])
      assert.deepEqual(await names('outcome=waiting'), [])
      assert.deepEqual(await names('kind=trigger&per_page=1&page=2'), ['Failing'])
      assert.equal((await here.request('automation_log?rule_id=1')).status, 422)
      assert.equal((await here.request('automation_log?kind=sla')).status, 422)
    })

    test('it lists deliveries of webhooks with their tickets', async () => {
      here.pass(1000)
      const webhook = await make('webhooks', { name: 'Board', endpoint: 'http://127.0.0.1:9/' })
      const subject = { ticket_id: ticket.id, article_id: null, event_id: 0 }
      await unitOfWork(here.desk, systemUser, (unit) => enqueueTicket(unit, webhook.id, subject, 'Good'))
      const [newest] = await log()
      const { kind, rule_id, event, outcome, ticket_number } = newest
      assert.deepEqual(
        [kind, rule_id, newest.name, event, outcome],
        ['webhook', webhook.id, 'Board', 'Good', 'waiting'],
      )
      assert.equal(ticket_number, ticket.number)
      assert.equal((await log(`kind=webhook&rule_id=${webhook.id}&outcome=waiting`)).length, 1)
    })

    test('it lists a reminder even if no trigger reacts to it', async () => {
      await newTicket({ state: 'pending reminder', pending_time: here.desk.now().toISOString(), title: 'Wait' })
      await doDueWork(here.desk, ruleReader())
      const [alarm] = await log('kind=alarm')
      assert.deepEqual([alarm.event, alarm.outcome, alarm.rule_id], ['reminder_reached', 'ran', null])
    })

    test('callers see the kinds that their permissions allow, and the titles of tickets that they may read', async () => {
      const role = await make('roles', { name: 'Planner', permissions: ['admin.trigger', 'ticket.agent'] })
      await here.request(`users/${here.ids['nils']}`, { method: 'PUT', body: { role_ids: [role.id], group_ids: {} } })
      const entries = await log('', 'nils')
      assert.deepEqual([...new Set(entries.map((one: { kind: string }) => one.kind))], ['trigger'])
      const titles = entries.map((one: { ticket_title: string | null }) => one.ticket_title)
      assert.deepEqual(new Set(titles), new Set([null]))
      assert.equal((await here.request('automation_log?kind=webhook', { as: 'nils' })).status, 403)
      assert.equal((await here.request('automation_log', { as: 'rita' })).status, 403)
    })

    test('entries are deleted with their ticket, and after the number of days in the setting', async () => {
      const other = await newTicket({})
      const ofTicket = async () =>
        (await log(`kind=trigger&rule_id=${trigger.id}`)).filter(
          ({ ticket_id }: { ticket_id: number }) => ticket_id === other.id,
        ).length
      assert.equal(await ofTicket(), 1)
      await here.request(`tickets/${other.id}`, { method: 'DELETE' })
      assert.equal(await ofTicket(), 0)
      await unitOfWork(here.desk, systemUser, (unit) => writeSetting(unit, 'automation_log_days', 2))
      here.pass(3 * 86_400_000)
      await purgeTraces(here.desk, () => false)
      assert.deepEqual(await log('kind=trigger'), [])
    })
  })
}
