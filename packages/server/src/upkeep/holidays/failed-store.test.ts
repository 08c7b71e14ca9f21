import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { receiver } from '../../testing/receiver.ts'
import { world } from '../../testing/world.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { syncHolidays } from './sync.ts'

test('if the days of a feed cannot be stored, the other feeds are, and it is tried again an hour later', async (t) => {
  const w = await world()
  const server = await receiver()
  t.after(async () => {
    await server.close()
    await w.close()
  })
  const lines = ['BEGIN:VEVENT', 'UID:1', 'DTSTART;VALUE=DATE:20260501', 'SUMMARY:Labour Day', 'END:VEVENT']
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
  server.answer = (response) => void response.end(file)
  const create = async (name: string) => {
    const body = { name, timezone: 'UTC', ical_url: `${server.url}/${name}.ics` }
    return (await w.request('calendars', { method: 'POST', body })).json.id as number
  }
  const [broken, other] = [await create('broken'), await create('other')]
  await unitOfWork(w.desk, systemUser, ({ db }) =>
    db.sql.updateTable('calendars').set({ timezone: 'Nowhere/Never' }).where('id', '=', broken).execute(),
  )
  const pausedUntil = new Map<number, number>()
  const sync = () =>
    syncHolidays(w.desk, { targets: 'any', timeout: 10_000 }, new AbortController().signal, pausedUntil)
  await sync()
  await sync()
  const failures = () => w.logged.map(({ message }) => message)
  assert.deepEqual(failures(), ['could not store the holidays of a feed'])
  assert.deepEqual(Object.keys((await w.request(`calendars/${other}`)).json.public_holidays), ['2026-05-01'])
  w.pass(3_600_000)
  await sync()
  assert.equal(failures().length, 2)
})
