import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { createApp } from '../../app.ts'
import { ruleReader } from '../../automation/rules.ts'
import { recalculate } from '../../automation/recalculation.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { localReceiverOptions, type Receiver, receiver } from '../../testing/receiver.ts'
import { type World, world } from '../../testing/world.ts'
import { syncHolidays } from './sync.ts'

const hour = 3_600_000

/** An event of a feed; further lines follow its start. */
const event = (day: string, name: string, ...lines: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${name}`,
  `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
  ...lines,
  `SUMMARY:${name}`,
  'END:VEVENT',
]

const fileOf = (...events: readonly string[][]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Desk//Holidays//EN', ...events.flat(), 'END:VCALENDAR'].join('\r\n')

const christmas = event('2020-12-25', 'Christmas', 'RRULE:FREQ=YEARLY')
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

for (const [dialect, openDatabase] of Object.entries(eachDialect)) {
  describe(`holidays of feeds on ${dialect}`, () => {
    let w: World
    let server: Receiver
    let id: number

    before(async () => {
      w = await world(openDatabase)
    })
    after(() => w.close())
    beforeEach(async () => {
      server = await receiver()
    })
    afterEach(async () => {
      await server.close()
      assert.equal((await w.request(`calendars/${id}`, { method: 'DELETE' })).status, 200)
      assert.deepEqual(w.logged, [])
    })

    const create = async (body: object = {}) => {
      const values = { name: 'Harbor', timezone: 'Europe/Berlin', ical_url: `${server.url}/days.ics`, ...body }
      const created = await w.request('calendars', { method: 'POST', body: values })
      assert.equal(created.status, 201, created.text)
      id = created.json.id as number
    }
    const change = async (body: object) => {
      const changed = await w.request(`calendars/${id}`, { method: 'PUT', body })
      assert.equal(changed.status, 200, changed.text)
    }
    const serve = (...events: readonly string[][]) => {
      server.answer = (response) => void response.end(fileOf(...events))
    }
    const sync = (targets: 'any' | 'public' = 'any', signal = new AbortController().signal) =>
      syncHolidays(w.desk, { targets, timeout: 10_000 }, signal)
    const calendar = async () => (await w.request(`calendars/${id}`)).json
    const days = async () => Object.keys((await calendar()).public_holidays)
    const calls = () => server.calls.length

    test('become holidays: with recurring days and days of long events, without timed and cancelled events', async () => {
      serve(
        christmas,
        event('2026-05-01', 'Labour Day'),
        event('2026-08-03', 'Works holidays', 'DTEND;VALUE=DATE:20260806'),
        event('2026-09-07', 'Moved away', 'STATUS:CANCELLED'),
        event('2023-01-06', 'Too long ago'),
        ['BEGIN:VEVENT', 'UID:timed', 'DTSTART:20260602T090000Z', 'SUMMARY:A meeting', 'END:VEVENT'],
      )
      await create()
      await sync()
      const { public_holidays, last_sync, last_log } = await calendar()
      assert.deepEqual(
        Object.entries(public_holidays as Record<string, { summary: string }>).map(([day, { summary }]) => [
          day,
          summary,
        ]),
        [
          ['2025-12-25', 'Christmas'],
          ['2026-05-01', 'Labour Day'],
          ['2026-08-03', 'Works holidays'],
          ['2026-08-04', 'Works holidays'],
          ['2026-08-05', 'Works holidays'],
          ['2026-12-25', 'Christmas'],
          ['2027-12-25', 'Christmas'],
          ['2028-12-25', 'Christmas'],
        ],
      )
      const { active, feed } = public_holidays['2026-05-01']
      assert.deepEqual([active, /^[0-9a-f]{32}$/.test(feed), last_log], [true, true, null])
      assert.equal(last_sync, w.desk.now().toISOString())
    })

    test('follow a change of a single occurrence', async () => {
      const moved = event('2026-12-28', 'Christmas', 'RECURRENCE-ID;VALUE=DATE:20261225')
      const other = event('2026-12-24', 'Other', 'RECURRENCE-ID;VALUE=DATE:20271225')
      serve(event('2025-12-25', 'Christmas', 'RRULE:FREQ=YEARLY;COUNT=4', 'EXDATE;VALUE=DATE:20281225'), moved, other)
      await create()
      await sync()
      assert.deepEqual(await days(), ['2025-12-25', '2026-12-28', '2027-12-25'])
    })

    test('are fetched once a day, at once after a change of the address, and an hour after a failure', async () => {
      serve(christmas)
      await create()
      for (const [pause, expected] of [
        [0, 1],
        [23 * hour, 1],
        [hour, 2],
      ] as const) {
        w.pass(pause)
        await sync()
        assert.equal(calls(), expected)
      }
      await change({ name: 'Quay' })
      await sync()
      assert.equal(calls(), 2)
      await change({ ical_url: `${server.url}/other.ics` })
      server.answer = (response) => void response.writeHead(404).end()
      await sync()
      assert.deepEqual([calls(), server.calls[2]?.url], [3, '/other.ics'])
      w.pass(hour - 1)
      await sync()
      assert.equal(calls(), 3)
      w.pass(1)
      await sync()
      assert.equal(calls(), 4)
      await change({ ical_url: null })
      w.pass(48 * hour)
      await sync()
      assert.equal(calls(), 4)
      assert.deepEqual([(await calendar()).last_sync, (await calendar()).last_log], [null, null])
    })

    test('change neither what administrators have added and switched off, nor days that have passed', async () => {
      serve(
        christmas,
        event('2026-02-16', 'Carnival'),
        event('2026-05-01', 'Labour Day'),
        event('2026-10-31', 'Reformation'),
      )
      const own = { active: true, summary: 'Anniversary' }
      await create({ public_holidays: { '2026-07-01': own, '2026-10-31': own } })
      await sync()
      const { public_holidays } = await calendar()
      assert.deepEqual(public_holidays['2026-10-31'], own)
      const off = { ...public_holidays['2027-12-25'], active: false }
      const removed = { ...public_holidays['2028-12-25'], removed: true }
      await change({ public_holidays: { ...public_holidays, '2027-12-25': off, '2028-12-25': removed } })
      serve(christmas, event('2026-06-04', 'Corpus Christi'))
      w.pass(24 * hour)
      await sync()
      const after = (await calendar()).public_holidays
      assert.deepEqual(Object.keys(after), [
        '2025-12-25',
        '2026-02-16',
        '2026-06-04',
        '2026-07-01',
        '2026-10-31',
        '2026-12-25',
        '2027-12-25',
        '2028-12-25',
      ])
      assert.deepEqual([after['2026-07-01'], after['2027-12-25'], after['2028-12-25']], [own, off, removed])
      serve(event('2026-11-01', 'All Saints'))
      await change({ ical_url: `${server.url}/other.ics` })
      await sync()
      assert.equal((await days()).includes('2026-06-04'), false)
      assert.equal((await days()).includes('2026-11-01'), true)
    })

    test('stay after a failure, whose reason is stored', async () => {
      serve(christmas)
      await create()
      await sync()
      const before = await days()
      for (const [reason, answer] of [
        ['answered 500 instead of a status between 200 and 299', { status: 500 }],
        ['answered 302: redirects are not followed', { status: 302, headers: { location: `${server.url}/other` } }],
        ['the address returned no valid iCalendar file', { body: '<title>Sign in to Wiki</title>' }],
        ['the address returned no valid iCalendar file', { body: '' }],
        ['the address returned no valid iCalendar file', { body: fileOf(christmas).slice(0, -20) }],
        [
          'the address returned no valid iCalendar file',
          { body: fileOf(event('2026-05-01', 'x', 'RRULE:FREQ=NEVER')) },
        ],
        ['the file has no all-day event in the past year or the next three years', { body: fileOf() }],
        ['the file has more than 1000 days', { body: fileOf(event('2026-01-01', 'x', 'RRULE:FREQ=DAILY')) }],
        ['the connection ended before the file was complete', { headers: { 'content-length': '1000' }, body: 'BEGIN' }],
        ['the file is larger than 1 MiB', { body: fileOf(christmas) + ' '.repeat(1024 * 1024) }],
      ] as const) {
        const { status = 200, headers = {}, body = '' } = answer as { status?: number; headers?: object; body?: string }
        server.answer = (response) => {
          response.writeHead(status, { ...headers, connection: 'close' }).end(body, () => response.destroy())
        }
        w.pass(24 * hour)
        await sync()
        const { last_log, last_sync } = await calendar()
        assert.equal(last_log, `The holidays could not be fetched: ${reason}.`)
        assert.equal(last_sync, w.desk.now().toISOString())
        assert.deepEqual(await days(), before)
      }
      assert.equal(
        server.calls.some(({ url }) => url === '/other'),
        false,
      )
      serve(christmas)
      w.pass(hour)
      await sync()
      assert.equal((await calendar()).last_log, null)
    })

    test('come only from addresses that the operator allows', async () => {
      serve(christmas)
      await create()
      await sync('public')
      const reason = '127.0.0.1 is an address that the service does not call'
      assert.equal((await calendar()).last_log, `The holidays could not be fetched: ${reason}.`)
      assert.equal(calls(), 0)
      const body = { ical_url: 'http://169.254.169.254/latest' }
      const refused = await w.request(`calendars/${id}`, { method: 'PUT', body })
      assert.deepEqual([refused.status, refused.json.details[0].path], [422, 'ical_url'])
    })

    test('are stored by one of two processes, and not after the address has changed', async () => {
      serve(christmas)
      await create()
      const eventCount = async () => (await w.request('events?name=calendar.updated&per_page=100')).json.length
      const before = await eventCount()
      await Promise.all([sync(), sync()])
      assert.equal((await eventCount()) - before, 1)
      server.answer = (response) =>
        void change({ ical_url: `${server.url}/other.ics` }).then(() =>
          response.end(fileOf(event('2026-05-01', 'Old'))),
        )
      w.pass(24 * hour)
      await sync()
      assert.deepEqual([(await days()).includes('2026-05-01'), (await calendar()).last_sync], [false, null])
    })

    test('are not stored if the service stops', async () => {
      const stopping = new AbortController()
      server.answer = () => stopping.abort()
      await create()
      await sync('any', stopping.signal)
      assert.deepEqual([(await calendar()).last_sync, (await calendar()).last_log], [null, null])
    })

    test('change the deadlines of open tickets', async () => {
      const allDay = Object.fromEntries(
        weekdays.map((day) => [day, { active: true, timeframes: [['00:00', '24:00']] }]),
      )
      const today = w.desk.now().toISOString().slice(0, 10)
      serve(event(today, 'Founding Day'))
      await create({ timezone: 'UTC', business_hours: allDay })
      const agreement = { name: 'Quick', calendar_id: id, condition: {}, solution_time: 60 }
      const sla = await w.request('slas', { method: 'POST', body: agreement })
      const article = { body: 'It does not heat.' }
      const body = { title: 'The oven is cold', group: 'Users', customer_id: w.ids['nils'], article }
      const { json: ticket } = await w.request('tickets', { method: 'POST', body })
      assert.equal(ticket.close_escalation_at, new Date(w.desk.now().getTime() + hour).toISOString())
      await recalculate(w.desk, ruleReader())
      await sync()
      await recalculate(w.desk, ruleReader())
      const { json } = await w.request(`tickets/${ticket.id}`)
      assert.equal(json.close_escalation_at, new Date(Date.parse(today) + 25 * hour).toISOString())
      w.pass(24 * hour)
      await sync()
      assert.equal(await recalculate(w.desk, ruleReader()), 0)
      await w.request(`slas/${sla.json.id}`, { method: 'DELETE' })
    })
  })
}

test('a running service fetches the feeds that are due', async () => {
  const w = await world()
  const server = await receiver()
  const app = await createApp(w.desk, undefined, localReceiverOptions)
  await app.listen('127.0.0.1', 0)
  const called = new Promise<void>((resolve) => {
    server.answer = (response) => {
      response.end(fileOf(christmas))
      resolve()
    }
  })
  const body = { name: 'Harbor', timezone: 'Europe/Berlin', ical_url: server.url }
  assert.equal((await w.request('calendars', { method: 'POST', body })).status, 201)
  await called
  assert.equal(server.calls[0]?.method, 'GET')
  await app.http.close()
  await server.close()
  await w.close()
})
