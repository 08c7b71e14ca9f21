import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { recordStatements } from '../testing/record-statements.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { newTicket as createTicket } from '../testing/new-ticket.ts'
import { type World, world } from '../testing/world.ts'
import { doDueWork } from './due-work.ts'
import { ruleReader } from './rules.ts'

const minute = 60_000
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const always = { active: true, timeframes: [['00:00', '24:00']] }
const allDay = Object.fromEntries(days.map((day) => [day.toLowerCase(), always]))
const daily = (hour: number) => ({
  days: Object.fromEntries(days.map((day) => [day, true])),
  hours: { [hour]: true },
  minutes: { 0: true },
})

test('due tickets are found without reading all of them', async () => {
  const here = await world()
  try {
    await here.request('groups/1', { method: 'PUT', body: { assignment_timeout: 60 } })
    const { database, statements } = recordStatements(here.desk.database)
    await doDueWork({ ...here.desk, database }, ruleReader())
    const plans: string[] = []
    for (const text of statements.filter((statement) => statement.includes('"tickets"'))) {
      const rows = await here.desk.database.arrays(CompiledQuery.raw(`explain query plan ${text}`))
      plans.push(...rows.map((row) => row[3] as string).filter((line) => /\btickets\b/.test(line)))
    }
    // Pending states, three kinds of alarms, and idle tickets in one group.
    assert.equal(plans.length, 5, plans.join())
    for (const plan of plans)
      assert.match(
        plan,
        /INDEX tickets_(?:pending_time|escalation_at|group_id_state_id_change \(group_id=\? AND state_id=\?\))/,
      )
  } finally {
    await here.close()
  }
})

const none = (...conditions: object[]) => ({ operator: 'NOT', conditions })

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`due work on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())
    const tick = () => doDueWork(here.desk, ruleReader())
    const at = (minutes: number) => new Date(here.desk.now().getTime() + minutes * minute).toISOString()

    test('the service closes a ticket in "pending close" at its pending time, which starts triggers', async () => {
      const condition = {
        'ticket.action': { operator: 'is', value: 'update' },
        'ticket.state_id': { operator: 'has changed' },
      }
      const perform = { 'ticket.tags': { operator: 'add', value: 'noticed' } }
      const { json: trigger } = await post(here, 'triggers', { name: 'Notice', condition, perform })
      const ticket = await newTicket(here, { state: 'pending close', pending_time: at(10) })
      here.pass(9 * minute)
      await tick()
      assert.equal((await show(here, ticket.id)).state_id, 6)
      here.pass(minute)
      await tick()
      const closed = await show(here, ticket.id)
      assert.deepEqual([closed.state_id, closed.pending_time, closed.updated_by_id], [4, null, 1])
      const { json } = await here.request(`tags?object=Ticket&o_id=${ticket.id}`, { as: 'rita' })
      assert.deepEqual(json.tags, ['noticed'])
      await here.request(`triggers/${trigger.id}`, { method: 'DELETE' })
    })

    test('a reminder starts time triggers and notifies the owner once for each pending time', async () => {
      const condition = { 'ticket.pending_time': { operator: 'has reached' } }
      const note = { subject: 'Reminder', body: 'Look at it again', internal: 'true' }
      const rule = { name: 'Remind', activator: 'time', condition, perform: { 'article.note': note } }
      const { json: trigger } = await post(here, 'triggers', rule)
      const owner = { owner_id: here.ids['rita'] }
      const ticket = await newTicket(here, { ...owner, state: 'pending reminder', pending_time: at(10) })
      const notes = async () => (await articles(here, ticket.id)).filter(({ subject }) => subject === 'Reminder').length
      here.pass(11 * minute)
      for (let round = 0; round < 3; round++) await tick()
      assert.equal(await notes(), 1)
      assert.deepEqual(await notifications(here, ticket.id), ['reminder_reached'])
      await put(here, ticket.id, { pending_time: at(5) })
      here.pass(6 * minute)
      await Promise.all([tick(), tick()])
      assert.equal(await notes(), 2)
      await here.request(`triggers/${trigger.id}`, { method: 'DELETE' })
    })

    test('a deadline raises a warning before it passes, and an escalation when it has passed', async () => {
      const { json: calendar } = await post(here, 'calendars', {
        name: 'Always',
        timezone: 'UTC',
        business_hours: allDay,
        public_holidays: {},
      })
      const { json: sla } = await post(here, 'slas', {
        name: 'An hour',
        calendar_id: calendar.id,
        first_response_time: 60,
        condition: {},
      })
      const perform = { 'ticket.priority_id': { value: '3' } }
      const condition = { 'ticket.escalation_at': { operator: 'has reached' } }
      const { json: trigger } = await post(here, 'triggers', {
        name: 'Escalate',
        activator: 'time',
        condition,
        perform,
      })
      const ticket = await newTicket(here, { owner_id: here.ids['rita'] })
      here.pass(44 * minute)
      await tick()
      assert.deepEqual(await notifications(here, ticket.id), [])
      here.pass(2 * minute)
      await tick()
      assert.deepEqual(await notifications(here, ticket.id), ['escalation_warning'])
      assert.equal((await show(here, ticket.id)).priority_id, 2)
      here.pass(14 * minute)
      await tick()
      await tick()
      assert.deepEqual(await notifications(here, ticket.id), ['escalation', 'escalation_warning'])
      assert.equal((await show(here, ticket.id)).priority_id, 3)
      for (const path of [`triggers/${trigger.id}`, `slas/${sla.id}`, `calendars/${calendar.id}`])
        await here.request(path, { method: 'DELETE' })
    })

    test('an idle ticket loses its owner after the assignment timeout of its group', async () => {
      const group = `groups/${here.ids['Printers']}`
      await here.request(group, { method: 'PUT', body: { assignment_timeout: 30 } })
      const ticket = await newTicket(here, { owner_id: here.ids['rita'] })
      here.pass(29 * minute)
      await tick()
      assert.equal((await show(here, ticket.id)).owner_id, here.ids['rita'])
      here.pass(minute)
      await tick()
      assert.equal((await show(here, ticket.id)).owner_id, 1)
      await here.request(group, { method: 'PUT', body: { assignment_timeout: null } })
    })

    test('a job runs once on every ticket, even if the process stops during the run', async () => {
      const ids: number[] = []
      for (let count = 0; count < 25; count++) ids.push((await newTicket(here, { title: 'Old request' })).id)
      const hour = (here.desk.now().getUTCHours() + 1) % 24
      const { json: job } = await post(here, 'jobs', {
        name: 'Nag',
        timeplan: daily(hour),
        condition: { 'ticket.title': { operator: 'is', value: 'Old request' } },
        perform: { 'article.note': { subject: 'Nag', body: 'Still open', internal: 'true' } },
      })
      await tick()
      assert.equal((await jobOf(here, job.id)).last_run_at, null)
      here.pass(60 * minute)
      let checks = 0
      // The process stops in the middle of the run; the next process continues it.
      await doDueWork(here.desk, ruleReader(), () => (checks += 1) > 2)
      await Promise.all([tick(), tick()])
      const counts: number[] = []
      for (const id of ids) counts.push((await articles(here, id)).filter(({ subject }) => subject === 'Nag').length)
      assert.deepEqual(
        counts,
        ids.map(() => 1),
      )
      const after = await jobOf(here, job.id)
      assert.deepEqual([after.matching, after.processed, after.running], [25, 25, false])
      assert.equal(Date.parse(after.next_run_at) > here.desk.now().getTime(), true)
      await here.request(`jobs/${job.id}`, { method: 'DELETE' })
    })

    test('a job that missed several of its times while no process was running runs once', async () => {
      const ticket = await newTicket(here, { title: 'Missed' })
      const { json: job } = await post(here, 'jobs', {
        name: 'Missed',
        timeplan: daily(3),
        condition: { 'ticket.title': { operator: 'is', value: 'Missed' } },
        perform: { 'article.note': { subject: 'Nag', body: 'Still open', internal: 'true' } },
      })
      here.pass(5 * 24 * 60 * minute)
      await tick()
      await tick()
      const nags = (await articles(here, ticket.id)).filter(({ subject }) => subject === 'Nag')
      assert.equal(nags.length, 1)
      await here.request(`jobs/${job.id}`, { method: 'DELETE' })
    })

    test('a job can test business hours, also in a NOT; a test of a change is refused', async () => {
      const { json: calendar } = await post(here, 'calendars', {
        name: 'Open',
        timezone: 'UTC',
        business_hours: allDay,
      })
      const isOpen = { name: 'execution_time.calendar_id', operator: 'is in working time', value: calendar.id }
      const isClosed = { ...isOpen, operator: 'is not in working time' }
      const title = { name: 'ticket.title', operator: 'is', value: 'Timed' }
      const rule = { timeplan: daily(3), perform: { 'ticket.tags': { operator: 'add', value: 'timed' } } }
      const matching = async (...conditions: object[]) => {
        const body = { name: 'Timed', ...rule, condition: { operator: 'AND', conditions: [title, ...conditions] } }
        const { json: job } = await post(here, 'jobs', body)
        here.pass(24 * 60 * minute)
        await tick()
        const after = await jobOf(here, job.id)
        await here.request(`jobs/${job.id}`, { method: 'DELETE' })
        return [after.matching, after.processed]
      }
      await newTicket(here, { title: 'Timed' })
      assert.deepEqual(await matching(isOpen), [1, 1])
      assert.deepEqual(await matching(none(isClosed)), [1, 1])
      assert.deepEqual(await matching(none(isOpen)), [0, 0])
      for (const key of ['ticket.action', 'ticket.state_id']) {
        const condition = none({ name: key, operator: key === 'ticket.action' ? 'is' : 'has changed', value: 'update' })
        const { status, text } = await here.request('jobs', {
          method: 'POST',
          body: { name: 'Wrong', ...rule, condition },
        })
        assert.equal(status, 422, text)
      }
    })

    test('a job whose run was ended by the monitoring runs again at its next time', async () => {
      for (let count = 0; count < 25; count++) await newTicket(here, { title: 'Restarted' })
      const { json: job } = await post(here, 'jobs', {
        name: 'Restart',
        timeplan: daily(3),
        condition: { 'ticket.title': { operator: 'is', value: 'Restarted' } },
        perform: { 'article.note': { subject: 'Nag', body: 'Still open', internal: 'true' } },
      })
      here.pass(24 * 60 * minute)
      let checks = 0
      await doDueWork(here.desk, ruleReader(), () => (checks += 1) > 2)
      assert.equal((await jobOf(here, job.id)).running, true)
      await here.request('monitoring/restart_failed_jobs', { method: 'POST' })
      const stopped = await jobOf(here, job.id)
      assert.deepEqual([stopped.running, stopped.processed < 25], [false, true])
      // Earlier versions did not delete the entry of the run.
      await here.desk.database.transaction(({ sql }) =>
        sql.insertInto('job_runs').values({ job_id: job.id, after_id: 1_000_000 }).execute(),
      )
      here.pass(24 * 60 * minute)
      await tick()
      const after = await jobOf(here, job.id)
      assert.deepEqual([after.running, after.processed], [false, 25])
      await here.request(`jobs/${job.id}`, { method: 'DELETE' })
    })

    test('the time plan of a job is in the time zone of the desk', async () => {
      const { json } = await here.request('settings?per_page=100')
      const { id } = json.find((setting: { name: string }) => setting.name === 'timezone_default')
      const setZone = (value: string) =>
        here.request(`settings/${id}`, { method: 'PUT', body: { state_current: { value } } })
      await setZone('Asia/Kolkata')
      const plan = { name: 'Zone', timeplan: daily(9), condition: {}, perform: {} }
      const { json: job } = await post(here, 'jobs', plan)
      assert.match(job.next_run_at, /T03:30:00/)
      await here.request(`jobs/${job.id}`, { method: 'DELETE' })
      await setZone('UTC')
    })

    test('the health check reports a rule that has failed', async () => {
      // The state "pending reminder" requires a pending time.
      const perform = { 'ticket.state_id': { value: '3' } }
      const condition = { 'ticket.action': { operator: 'is', value: 'create' } }
      const { json: trigger } = await post(here, 'triggers', { name: 'Broken', condition, perform })
      await newTicket(here)
      await here.request(`triggers/${trigger.id}`, { method: 'DELETE' })
      const { json } = await here.request('monitoring/health_check')
      assert.match(json.issues.join(' '), /The rule "Broken" failed on ticket \d+: Missing required value/)
    })
  })
}

async function post(here: World, path: string, body: object) {
  const reply = await here.request(path, { method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
  return reply
}

const put = (here: World, id: number, body: object) =>
  here.request(`tickets/${id}`, { method: 'PUT', body, as: 'ines' })

const show = async (here: World, id: number) => (await here.request(`tickets/${id}`, { as: 'ines' })).json

const articles = async (here: World, id: number): Promise<{ subject: string }[]> =>
  (await here.request(`ticket_articles/by_ticket/${id}`, { as: 'ines' })).json

const jobOf = async (here: World, id: number) => (await here.request(`jobs/${id}`)).json

/** Returns the types of the notifications about a ticket that alarms have created for rita. */
async function notifications(here: World, ticket: number): Promise<string[]> {
  const { json } = await here.request('online_notifications?per_page=100&expand=true', { as: 'rita' })
  return json
    .filter((one: { o_id: number; type: string }) => one.o_id === ticket && !['create', 'update'].includes(one.type))
    .map(({ type }: { type: string }) => type)
    .toSorted()
}

const newTicket = (here: World, more: object = {}) => createTicket(here, more, 'ines')
