import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { addAttributes } from '../testing/attributes.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type Person, type World, world } from '../testing/world.ts'

describe('days begin and end in the time zone of the caller', () => {
  let w: World
  let ticket: number
  before(async () => {
    w = await world()
    ticket = w.ids['Label printer offline'] as number
    await unitOfWork(w.desk, systemUser, async (unit) => {
      // Half an hour after midnight on the first of March in Berlin.
      await update(unit, 'ticket', ticket, { created_at: '2026-02-28T23:30:00.000Z' })
      await update(unit, 'user', w.ids['ines'] as number, { preferences: { timezone: 'Europe/Berlin' } })
      await update(unit, 'user', w.ids['omar'] as number, { preferences: { timezone: 'nowhere' } })
    })
  })
  after(() => w.close())

  const finds = async (query: string, as: Person, more = '') => {
    const { json, text } = await w.request(`tickets/search?query=${encodeURIComponent(query)}${more}`, { as })
    assert.ok(!('error' in json), text)
    return json.tickets.includes(ticket)
  }

  test('the zone is that of the request, else of the preferences, else the default of the desk', async () => {
    const berlin = '&time_zone=Europe/Berlin'
    assert.equal(await finds('created_at:2026-02', 'rita'), true)
    assert.equal(await finds('created_at:2026-03', 'rita'), false)
    assert.equal(await finds('created_at:2026-03', 'rita', berlin), true)
    assert.equal(await finds('created_at:2026-02', 'rita', berlin), false)
    assert.equal(await finds('created_at:2026-03', 'ines'), true)
    assert.equal(await finds('created_at:2026-03', 'ines', '&time_zone=UTC'), false)
    assert.equal(await finds('created_at:[2026-03-01 TO 2026-03-01]', 'ines'), true)
    assert.equal(await finds('created_at:<now-1d/d', 'ines'), false)
    assert.equal(await finds('created_at:<now-1d/d', 'rita'), true)
    assert.equal(await finds('printer created_at:2026-03-01', 'ines'), true)
    // A time with an offset does not depend on the time zone.
    assert.equal(await finds('created_at:2026-02-28T23:30Z', 'ines'), true)
  })

  test('an unknown time zone is rejected in a request, and ignored in preferences', async () => {
    for (const name of ['Mars/Base', '+01:00', '', 'x'.repeat(200)]) {
      const { status, json } = await w.request(`tickets/search?query=*&time_zone=${encodeURIComponent(name)}`)
      assert.equal(status, 422, name)
      assert.equal(json.details[0].path, 'time_zone')
    }
    const query = 'number:* created_at:2026-02'
    assert.equal((await w.request(`tickets/search?query=${encodeURIComponent(query)}`, { as: 'omar' })).status, 200)
  })

  test('conditions use the zone, too, and are accepted as JSON in the query string', async () => {
    const asked = async (as: Person, time_zone?: string) => {
      const at = { operator: 'before (absolute)', value: '2026-03-01' }
      const body = { condition: { 'ticket.created_at': at }, ...(time_zone ? { time_zone } : {}) }
      return (await w.request('tickets/search', { as, method: 'POST', body })).json.tickets.includes(ticket)
    }
    assert.equal(await asked('rita'), true)
    assert.equal(await asked('ines'), false)
    assert.equal(await asked('ines', 'UTC'), true)
    const condition = encodeURIComponent('{"ticket.id":{"operator":"is","value":["2"]}}')
    assert.equal((await w.request(`tickets/search?condition=${condition}`, { as: 'rita' })).json.tickets_count, 1)
    assert.equal((await w.request('tickets/search?condition={', { as: 'rita' })).status, 422)
  })

  test('the absence of a colleague depends on the zone, too', async () => {
    // On the second of March in UTC, it is the third already in the far east.
    const absence = {
      out_of_office: true,
      out_of_office_start_at: '2026-03-03',
      out_of_office_end_at: '2026-03-03',
      out_of_office_replacement_id: w.ids['ines'] as number,
    }
    const overview = { name: 'Stand-in', link: 'stand_in', prio: 1, condition: {}, order: {}, view: {}, active: true }
    await unitOfWork(w.desk, systemUser, async (unit) => {
      await update(unit, 'user', w.ids['rita'] as number, absence)
      const overview_id = await insert(unit, 'overview', { ...overview, out_of_office: true })
      await unit.db.sql.insertInto('overviews_roles').values({ overview_id, role_id: 2 }).execute()
    })
    const seen = async (timezone: string) => {
      await unitOfWork(w.desk, systemUser, (unit) =>
        update(unit, 'user', w.ids['ines'] as number, { preferences: { timezone } }),
      )
      const overviews = (await w.request('ticket_overviews', { as: 'ines' })).json as { link: string }[]
      const condition = { 'ticket.out_of_office_replacement_id': { operator: 'is', pre_condition: 'current_user.id' } }
      const { json } = await w.request('tickets/search', { as: 'ines', method: 'POST', body: { condition } })
      return [overviews.some(({ link }) => link === 'stand_in'), json.tickets.includes(ticket)]
    }
    w.pass(4 * 3_600_000)
    assert.deepEqual(await seen('Pacific/Kiritimati'), [true, true])
    assert.deepEqual(await seen('UTC'), [false, false])
  })

  test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
})

/**
 * Time zones up to fourteen hours east and twelve west of UTC, with offsets of half an hour, and with daylight saving
 * time.
 */
const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Asia/Kolkata',
  'America/St_Johns',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
]

const dueIs = (operator: string, more: object = {}) => ({ condition: { 'ticket.due': { operator, ...more } } })

for (const [dialect, open] of Object.entries(eachDialect)) {
  test(`a date without a time is the same day in every zone, and today is the caller's, on ${dialect}`, async () => {
    const w = await world(open)
    try {
      const [id] = await addAttributes(w, [
        { name: 'due', data_type: 'date', data_option: { future: true, past: true } },
      ])
      const titles = ['Label printer offline', 'Toner for the oven label printer', 'Paper jam again']
      const tickets = titles.map((title) => w.ids[title] as number)
      // Two times six months apart, so that daylight saving time is in force at one of them; at the second, it is already the
      // next day east of UTC.
      for (const hours of [0, 14 + 24 * 180]) {
        w.pass(hours * 3_600_000)
        for (const zone of zones) {
          const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
          const day = (offset: number) => {
            const today = Date.parse(`${clock.format(w.desk.now())}T12:00Z`)
            return new Date(today + offset * 86_400_000).toISOString().slice(0, 10)
          }
          const [yesterday, today, tomorrow] = [day(-1), day(0), day(1)]
          await unitOfWork(w.desk, systemUser, async (unit) => {
            for (const [at, due] of [yesterday, today, tomorrow].entries())
              await update(unit, 'ticket', tickets[at] as number, { custom: { [id as number]: due } })
          })
          const finds = async (asked: object, expected: string) => {
            const body = { ...asked, time_zone: zone }
            const { status, json, text } = await w.request('tickets/search', { as: 'rita', method: 'POST', body })
            assert.equal(status, 200, text)
            // The ticket that is due yesterday is `y`, today `t`, tomorrow `m`.
            const letters = 'ytm'.split('').filter((_, at) => json.tickets.includes(tickets[at]))
            assert.equal(letters.join(''), expected, `${zone}: ${JSON.stringify(asked)}`)
          }
          await finds({ query: `due:${today}` }, 't')
          await finds({ query: 'due:now/d' }, 't')
          await finds({ query: 'due:now' }, 't')
          await finds({ query: 'due:now-1d' }, 'y')
          await finds({ query: 'due:>now' }, 'm')
          await finds({ query: 'due:>=now/d' }, 'tm')
          await finds({ query: 'due:<now/d' }, 'y')
          await finds({ query: 'due:<=now' }, 'yt')
          await finds({ query: `due:[${yesterday} TO ${today}]` }, 'yt')
          await finds({ query: `due:{${yesterday} TO ${tomorrow}}` }, 't')
          await finds({ query: 'due:[now-1d TO now]' }, 'yt')
          await finds(dueIs('today'), 't')
          await finds(dueIs('before (absolute)', { value: today }), 'yt')
          await finds(dueIs('after (absolute)', { value: today }), 'tm')
          await finds(dueIs('within last (relative)', { value: 1, range: 'day' }), 'yt')
          await finds(dueIs('within next (relative)', { value: 1, range: 'day' }), 'tm')
          await finds(dueIs('till (relative)', { value: 0, range: 'day' }), 'yt')
        }
      }
      assert.deepEqual(w.logged, [])
    } finally {
      await w.close()
    }
  })
}
