import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calendar } from '../../testing/calendars.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { bruteForce, type Course, daysFrom, keptAmong } from '../../testing/ticket-courses.ts'
import { sendWrite, simulate, summary } from '../../testing/ticket-courses.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const HOUR = 3_600_000
/** Minutes of the service level agreement. */
const limits = { first_response_time: 1440, solution_time: 2880 }
const DAY = 24 * HOUR

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`reports on ${dialect}`, () => {
    let w: World
    const tickets: Course[] = []
    const now = () => w.desk.now().getTime()
    before(async () => {
      w = await world(open)
      const groups = Object.fromEntries(['Users', 'Printers', 'Network'].map((name) => [name, 'full']))
      await sendWrite(w, 'PUT', `users/${w.ids['admin']}`, { groups })
      const role = { name: 'Analyst', permissions: ['report', 'ticket.agent'] }
      await sendWrite(w, 'POST', 'roles', role)
      await sendWrite(w, 'PUT', `users/${w.ids['rita']}`, { roles: ['Agent', 'Analyst'] })
      for (const id of (await w.request('tickets?per_page=100')).json.map((one: { id: number }) => one.id)) {
        await sendWrite(w, 'DELETE', `tickets/${id}`)
      }
      const { id } = await sendWrite(w, 'POST', 'calendars', { name: 'Always', ...calendar('always', 'UTC') })
      await sendWrite(w, 'POST', 'slas', { name: 'All', calendar_id: id, condition: {}, ...limits })
      await simulate(w, tickets)
    })
    after(() => w.close())

    const report = async (path: string, as: Person = 'admin') => {
      const reply = await w.request(`reports/${path}`, { as })
      assert.equal(reply.status, 200, reply.text)
      return reply.json.rows as Record<string, unknown>[]
    }
    const counted = (as: Person) =>
      tickets.filter(({ isMerged, group }) => !isMerged && (as === 'admin' || group !== 'Users'))

    const expectedOf = (name: string, has: (ticket: Course, name: string) => boolean) => {
      const among = counted('admin').filter((ticket) => has(ticket, name))
      const total = (times: (of: Course) => readonly number[]) => among.flatMap(times).length
      return {
        name,
        created: among.length,
        closed: total(({ closings }) => closings),
        reopened: total(({ reopenings }) => reopenings),
        open: among.filter(({ isOpen }) => isOpen).length,
      }
    }
    const outcome = (completed: number | undefined, created: number, limit: number) => {
      const minutes = ((completed ?? now()) - created) / 60_000
      return Math.floor(minutes) > limit ? 'broken' : completed === undefined ? 'undecided' : 'kept'
    }
    const countIf = (has: (ticket: Course) => boolean) => counted('admin').filter(has).length
    const refused = async (path: string, as?: Person) => {
      const { status, json } = await w.request(`reports/${path}`, as ? { as } : {})
      return [status, String(json.error)]
    }

    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']
    for (const as of ['admin', 'rita'] as const) {
      for (const zone of zones) {
        test(`days in ${zone} agree with a count of every ticket that ${as} may read`, async () => {
          const days = daysFrom('2026-03-01', 50)
          const rows = await report(`tickets?by=day&from=${days[0]}&to=${days.at(-1)}&time_zone=${zone}`, as)
          assert.deepEqual(rows, bruteForce(counted(as), zone, days))
        })
      }
    }

    test('a shorter range has the same figures as a part of a longer one', async () => {
      const whole = await report('tickets?by=day&from=2026-03-01&to=2026-04-19&time_zone=Europe/Berlin')
      const part = await report('tickets?by=day&from=2026-03-20&to=2026-03-31&time_zone=Europe/Berlin')
      assert.deepEqual(part, whole.slice(19, 31))
    })

    test('weeks begin on Monday, months on their first day, and both add up to the days', async () => {
      const query = 'from=2026-03-04&to=2026-04-19&time_zone=Europe/Berlin'
      const days = await report(`tickets?by=day&${query}`)
      for (const [interval, starts] of [
        ['week', ['2026-03-04', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06', '2026-04-13']],
        ['month', ['2026-03-04', '2026-04-01']],
      ] as const) {
        const rows = await report(`tickets?by=${interval}&${query}`)
        const within = (index: number) => {
          const [from = '', to = '9999'] = starts.slice(index, index + 2)
          return days.filter(({ date }) => String(date) >= from && String(date) < to)
        }
        const sum = (index: number, key: string) => within(index).reduce((total, day) => total + Number(day[key]), 0)
        const expected = starts.map((date, index) => ({
          date,
          created: sum(index, 'created'),
          closed: sum(index, 'closed'),
          reopened: sum(index, 'reopened'),
          open: within(index).at(-1)?.['open'],
        }))
        assert.deepEqual(rows, expected)
      }
    })

    test('reports group tickets by their current groups, priorities and tags', async () => {
      const range = 'from=2026-03-01&to=2026-04-30&time_zone=UTC'
      const of = async (by: string, has: (ticket: Course, name: string) => boolean, names: readonly string[]) =>
        [await report(`tickets?by=${by}&${range}`), names.map((name) => expectedOf(name, has))] as const
      for (const [rows, expected] of [
        await of('group', ({ group }, name) => group === name, ['Network', 'Printers', 'Users']),
        await of('priority', ({ priority }, name) => name.startsWith(`${priority}`), ['1 low', '2 normal', '3 high']),
        await of('tag', ({ tags }, name) => tags.includes(name), ['blue', 'red']),
      ]) {
        assert.deepEqual(
          rows.map((row) => ({ ...row, id: 0 })),
          expected.map((row) => ({ id: 0, ...row })),
        )
      }
    })

    test('the rows of a report by day and group add up to those by day', async () => {
      const range = 'from=2026-03-01&to=2026-04-19&time_zone=Asia/Kathmandu'
      const [both, days] = await Promise.all([
        report(`tickets?by=day,group&${range}`),
        report(`tickets?by=day&${range}`),
      ])
      for (const day of days) {
        for (const key of ['created', 'closed', 'reopened', 'open']) {
          const sum = both
            .filter(({ date }) => date === day['date'])
            .reduce((total, row) => total + Number(row[key]), 0)
          assert.equal(sum, day[key], `${String(day['date'])} ${key}`)
        }
      }
    })

    test('filters select tickets by group, owner, priority, channel and tag', async () => {
      const range = 'from=2026-03-01&to=2026-04-30'
      const created = async (filter: string) => (await report(`tickets?${range}&${filter}`))[0]?.['created']
      const printers = w.ids['Printers']
      assert.equal(
        await created(`group_id=${printers}`),
        countIf(({ group }) => group === 'Printers'),
      )
      assert.equal(
        await created(`group_id=1,${printers}`),
        countIf(({ group }) => group !== 'Network'),
      )
      assert.equal(
        await created('priority_id=3'),
        countIf(({ priority }) => priority === 3),
      )
      assert.equal(
        await created('tags=RED'),
        countIf(({ tags }) => tags.includes('red')),
      )
      assert.equal(
        await created('owner_id=1'),
        countIf(() => true),
      )
      assert.equal(
        Number(await created('create_article_type_id=5')) + Number(await created('create_article_type_id=11')),
        countIf(() => true),
      )
    })

    test('percentiles of the first response agree with those computed from every ticket', async () => {
      for (const by of ['', 'by=group&']) {
        const rows = await report(`times?${by}from=2026-03-01&to=2026-04-30`)
        for (const { name, first_response } of rows as { name?: string; first_response: unknown }[]) {
          const seconds = counted('admin')
            .filter(({ group }) => name === undefined || group === name)
            .flatMap(({ created, answered }) => (answered === undefined ? [] : [(answered - created) / 1000]))
          assert.deepEqual(first_response, summary(seconds), name ?? 'all')
        }
      }
    })

    test('percentiles of the solution time use the first closing', async () => {
      const [row] = await report('times?from=2026-03-01&to=2026-04-30')
      const seconds = counted('admin').flatMap(({ created, closings: [first] }) =>
        first === undefined ? [] : [(first - created) / 1000],
      )
      assert.deepEqual(row?.['solution'], summary(seconds))
    })

    test('a comparison adds the whole range and as many days before it', async () => {
      const [range, before] = ['from=2026-03-20&to=2026-04-05', 'from=2026-03-03&to=2026-03-19']
      for (const path of ['tickets', 'times', 'agreements']) {
        const [total, earlier] = [await report(`${path}?${range}`), await report(`${path}?${before}`)]
        for (const by of ['day', 'group', 'tag', 'week,tag']) {
          const { json } = await w.request(`reports/${path}?by=${by}&${range}&compare=true`)
          assert.deepEqual(json.rows, await report(`${path}?by=${by}&${range}`), `${path} by ${by}`)
          assert.deepEqual([[json.total], [json.before]], [total, earlier], `${path} by ${by}`)
        }
      }
    })

    test('agreements are kept or broken at the answer or closing, or when a deadline passes', async () => {
      const [row] = await report('agreements?from=2026-03-01&to=2026-04-30')
      // Closed tickets have no deadline for the first answer any more, and the time after a closing does not count.
      const all = counted('admin').filter(({ answered, isOpen }) => answered !== undefined || isOpen)
      const first = all.map(({ answered, created, closings: [closed = Infinity] }) =>
        outcome(answered && Math.min(answered, closed), created, limits.first_response_time),
      )
      assert.deepEqual(row?.['first_response'], keptAmong(first))
      assert.deepEqual(
        row?.['solution'],
        keptAmong(counted('admin').map((of) => outcome(of.closings[0], of.created, limits.solution_time))),
      )
    })

    test('the backlog counts open tickets by their age', async () => {
      const rows = (await report('backlog')) as {
        open: number
        ages: { from_days: number; to_days: number | null; open: number }[]
      }[]
      const ages = counted('admin')
        .filter(({ isOpen }) => isOpen)
        .map(({ created }) => (now() - created) / DAY)
      assert.equal(rows[0]?.open, ages.length)
      for (const { from_days, to_days, open } of rows[0]?.ages ?? []) {
        assert.equal(
          open,
          ages.filter((age) => age >= from_days && age < (to_days ?? Infinity)).length,
          `${from_days} days`,
        )
      }
    })

    test('agents see what they did on a day, hour by hour, and the tickets that they own', async () => {
      w.pass(DAY)
      const article = { body: 'Hello', type: 'phone', sender: 'Customer' }
      const body = { title: 'Own', customer: 'nils@desk.example', group: 'Printers', owner_id: w.ids['rita'], article }
      const [first, second] = [await sendWrite(w, 'POST', 'tickets', body), await sendWrite(w, 'POST', 'tickets', body)]
      const asRita = (method: 'POST' | 'PUT', path: string, content: object) =>
        w.request(path, { as: 'rita', method, body: content })
      await asRita('POST', 'ticket_articles', { ticket_id: first.id, body: 'Answer', type: 'phone', sender: 'Agent' })
      w.pass(HOUR)
      await asRita('POST', 'ticket_articles', { ticket_id: second.id, body: 'Note', type: 'note', internal: true })
      await asRita('PUT', `tickets/${first.id}`, { state: 'closed' })
      await asRita('POST', `tickets/${first.id}/time_accountings`, { time_unit: '15' })
      const { json: day } = await w.request('reports/own_day?time_zone=UTC', { as: 'rita' })
      const { hours, own, ...sums } = day
      const date = w.desk.now().toISOString().slice(0, 10)
      assert.deepEqual(sums, { date, time_zone: 'UTC', answers: 1, notes: 1, tickets: 2, closed: 1, time_unit: 15 })
      assert.equal(hours.length, 24)
      const hour = w.desk.now().getUTCHours()
      assert.deepEqual([hours[hour - 1].answers, hours[hour].notes], [1, 1])
      assert.deepEqual([own.open, own.waiting, own.waiting_since], [1, 1, second.created_at])
      for (const [day, length] of [
        ['2026-03-29', 23],
        ['2026-10-25', 25],
      ] as const) {
        const changing = await w.request(`reports/own_day?date=${day}&time_zone=Europe/Berlin`, { as: 'rita' })
        assert.equal(changing.json.hours.length, length)
      }
    })

    test('reports need the permission, and wrong parameters are refused with their names', async () => {
      for (const as of ['omar', 'nils', 'plain'] as const) assert.equal((await refused('tickets', as))[0], 403)
      assert.equal((await refused('own_day', 'nils'))[0], 403)
      for (const [query, start] of [
        ['from=2026-02-30', 'from: expected a day'],
        ['from=2026-03-02&to=2026-03-01', 'from: expected a day up to 2026-03-01'],
        ['from=2020-01-01&by=day', 'from: at most 400 periods'],
        ['by=day,week', 'by: expected one of'],
        ['by=weather', 'by: expected one of'],
        ['group_id=all', 'group_id: expected ids'],
        ['time_zone=Mars', 'time_zone: expected a name'],
      ] as const) {
        const [status, error] = await refused(`tickets?${query}`)
        assert.equal(status, 422, query)
        assert.ok(String(error).startsWith(start), String(error))
      }
      assert.equal((await refused('backlog?by=day'))[0], 422)
    })

    test('each report is also a CSV file, in which no name is a formula', async () => {
      await sendWrite(w, 'PUT', `groups/${w.ids['Network']}`, { name: '=cmd' })
      await sendWrite(w, 'PUT', `groups/${w.ids['Printers']}`, { name: 'Users;=cmd' })
      for (const path of ['tickets', 'times', 'agreements', 'backlog']) {
        const { text, headers } = await w.request(
          `reports/${path}?by=group&download=true&from=2026-03-01&to=2026-04-30`,
        )
        assert.match(String(headers['content-type']), /^text\/csv/)
        assert.match(String(headers['content-disposition']), new RegExp(`filename="${path}.*\\.csv"`))
        const [first, ...lines] = text.trim().split('\n')
        assert.match(String(first), /^id,name,/)
        if (path === 'agreements') continue
        // A spreadsheet that separates cells by semicolons would find a formula in the second one.
        assert.ok(text.includes('"Users;=cmd"'), path)
        assert.ok(
          lines.some((line) => line.includes("'=cmd")),
          path,
        )
      }
    })
  })
}
