import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'
import { recalculate } from './recalculation.ts'
import { ruleReader } from './rules.ts'

const hour = 3_600_000
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const always = { active: true, timeframes: [['00:00', '24:00']] }
const allDay = Object.fromEntries(days.map((day) => [day, always]))
const deadlines = [
  'first_response_escalation_at',
  'update_escalation_at',
  'close_escalation_at',
  'escalation_at',
  'first_response_in_min',
]

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`deadlines on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())
    const { calendar, urgent } = await withSlas(here)

    test('a new ticket has the deadlines of the first SLA whose condition it fulfills', async () => {
      const { json } = await create(here, { priority_id: 3 })
      assert.deepEqual(deadlinesIn(json), ['10:00', '11:00', '13:00', '10:00', null])
    })

    test('an SLA without a condition applies to all other tickets', async () => {
      const { json } = await create(here, { priority_id: 1 })
      assert.deepEqual(deadlinesIn(json), [null, null, '09:00', '09:00', null])
    })

    test('after an answer of an agent, a ticket has no deadline for the first response', async () => {
      const { json: ticket } = await create(here, { priority_id: 3 })
      here.pass(hour / 2)
      const article = { type: 'phone', sender: 'Agent', body: 'We are on it.', internal: false }
      const { json } = await here.request(`tickets/${ticket.id}`, { method: 'PUT', body: { article } })
      assert.deepEqual(deadlinesIn(json), [null, null, '13:00', '13:00', 30])
      assert.equal(json.first_response_diff_in_min, 30)
    })

    test('a ticket has no deadlines during a pause, and later ones after it', async () => {
      const { json: ticket } = await create(here, { priority_id: 3 })
      const start = Date.parse(ticket.first_response_escalation_at)
      const put = (body: object) => here.request(`tickets/${ticket.id}`, { method: 'PUT', body })
      const pending = await put({ state: 'pending reminder', pending_time: '2026-04-01T09:00:00Z' })
      assert.deepEqual(deadlinesIn(pending.json), [null, null, null, null, null])
      here.pass(2 * hour)
      const { json } = await put({ state: 'open' })
      assert.equal(Date.parse(json.first_response_escalation_at) - start, 2 * hour)
    })

    test('changed deadlines are not in the history', async () => {
      const { json: ticket } = await create(here, { priority_id: 3 })
      const { json } = await here.request(`ticket_history/${ticket.id}`)
      const attributes = json.history.map((entry: { attribute?: string }) => entry.attribute)
      assert.ok(!attributes.some((attribute: string | undefined) => attribute?.includes('escalation')))
    })

    test('a ticket that no longer fulfills the condition of an SLA loses its deadlines', async () => {
      const { json: ticket } = await create(here, { priority_id: 3 })
      const { json } = await here.request(`tickets/${ticket.id}`, { method: 'PUT', body: { priority_id: 1 } })
      assert.deepEqual(deadlinesIn(json).slice(0, 2), [null, null])
    })

    const setUrgent = (body: object) => here.request(`slas/${urgent}`, { method: 'PUT', body })

    test('an SLA has a response time or an update time, but not both', async () => {
      const refused = await setUrgent({ update_time: 90 })
      assert.deepEqual([refused.status, refused.json.error], [422, 'Cannot have both response time and update time.'])
      assert.equal((await setUrgent({ response_time: null, update_time: 90 })).status, 200)
      assert.equal((await setUrgent({ response_time: 120 })).status, 422)
      // As elsewhere, 0 means no limit.
      assert.equal((await setUrgent({ response_time: 120, update_time: 0 })).status, 200)
    })

    test('after a change of an SLA, the deadlines of open tickets are computed again in the background', async () => {
      const { json: ticket } = await create(here, { priority_id: 3 })
      const changed = await setUrgent({ first_response_time: 15 })
      assert.equal(changed.status, 200)
      await recalculate(here.desk, ruleReader())
      const { json } = await here.request(`tickets/${ticket.id}`)
      const [created, first] = [json.created_at, json.first_response_escalation_at].map((at) => Date.parse(at))
      assert.equal((first as number) - (created as number), hour / 4)
      assert.equal(json.updated_at, ticket.updated_at)
    })

    test('after a change of a calendar, the deadlines of open tickets are computed again', async () => {
      const { json: ticket } = await create(here, { priority_id: 3 })
      const today = new Date(ticket.created_at).toISOString().slice(0, 10)
      const holiday = { public_holidays: { [today]: { active: true, summary: 'Closed' } } }
      await here.request(`calendars/${calendar}`, { method: 'PUT', body: holiday })
      await recalculate(here.desk, ruleReader())
      const { json } = await here.request(`tickets/${ticket.id}`)
      // The previous test has set the time for the first response to 15 minutes.
      assert.equal(json.first_response_escalation_at, `${nextDay(today)}T00:15:00.000Z`)
    })

    test('a finished recalculation is not repeated', async () => {
      assert.equal(await recalculate(here.desk, ruleReader()), 0)
    })
  })
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 24 * hour).toISOString().slice(0, 10)

/** Creates a calendar that is always open, and two SLAs: one for urgent tickets, one for all others. */
async function withSlas(here: World) {
  const post = async (path: string, body: object) => {
    const { status, json } = await here.request(path, { method: 'POST', body })
    assert.equal(status, 201, JSON.stringify(json))
    return json.id as number
  }
  const calendar = await post('calendars', { name: 'Always', timezone: 'UTC', business_hours: allDay })
  const isUrgent = { 'ticket.priority_id': { operator: 'is', value: ['3'] } }
  const limits = { first_response_time: 60, response_time: 120, solution_time: 240 }
  const urgent = await post('slas', { name: 'Urgent', calendar_id: calendar, condition: isUrgent, ...limits })
  await post('slas', { name: 'All', calendar_id: calendar, condition: {}, solution_time: 1440 })
  return { calendar, urgent }
}

const create = (here: World, values: object) =>
  here.request('tickets', {
    method: 'POST',
    body: {
      title: 'The oven is cold',
      group: 'Users',
      customer_id: here.ids['nils'],
      article: { type: 'phone', sender: 'Customer', body: 'It does not heat.' },
      ...values,
    },
  })

/**
 * Returns the deadlines of a ticket as times of day, as if it had been created at 09:00, and the minutes until its first
 * response.
 */
function deadlinesIn(ticket: Record<string, unknown>): unknown[] {
  const since = Date.parse(ticket['created_at'] as string) - 9 * hour
  return deadlines.map((key) => {
    const value = ticket[key]
    return typeof value === 'string' ? new Date(Date.parse(value) - since).toISOString().slice(11, 16) : value
  })
}
