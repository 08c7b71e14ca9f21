import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unitOfWork, update } from '../writing/unit-of-work.ts'
import { type Person, type World, world } from '../testing/world.ts'

describe('days begin and end in the time zone of the caller', () => {
  let w: World
  let ticket: number
  before(async () => {
    w = await world()
    ticket = w.ids['Label printer offline'] as number
    await unitOfWork(w.desk, 1, async (unit) => {
      // Half an hour into the first of March in Berlin.
      await update(unit, 'ticket', ticket, { created_at: '2026-02-28T23:30:00.000Z' })
      await update(unit, 'user', w.ids['ines'] as number, { preferences: { timezone: 'Europe/Berlin' } })
      await update(unit, 'user', w.ids['omar'] as number, { preferences: { timezone: 'nowhere' } })
    })
  })
  after(() => w.close())

  const finds = async (query: string, as: Person, more = '') => {
    const { json, text } = await w.ask(`tickets/search?query=${encodeURIComponent(query)}${more}`, { as })
    assert.ok(!('error' in json), text)
    return json.tickets.includes(ticket)
  }

  test('that of the request, else that of their preferences, else UTC', async () => {
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
    // What names its own offset is not moved.
    assert.equal(await finds('created_at:2026-02-28T23:30Z', 'ines'), true)
  })

  test('a name that nobody knows is refused where it is asked for, and UTC where it is kept', async () => {
    for (const name of ['Mars/Base', '+01:00', '', 'x'.repeat(200)]) {
      const { status, json } = await w.ask(`tickets/search?query=*&time_zone=${encodeURIComponent(name)}`)
      assert.equal(status, 422, name)
      assert.equal(json.details[0].path, 'time_zone')
    }
    const query = 'number:* created_at:2026-02'
    assert.equal((await w.ask(`tickets/search?query=${encodeURIComponent(query)}`, { as: 'omar' })).status, 200)
  })

  test('conditions too', async () => {
    const asked = async (as: Person, time_zone?: string) => {
      const at = { operator: 'before (absolute)', value: '2026-03-01' }
      const body = { condition: { 'ticket.created_at': at }, ...(time_zone ? { time_zone } : {}) }
      return (await w.ask('tickets/search', { as, method: 'POST', body })).json.tickets.includes(ticket)
    }
    assert.equal(await asked('rita'), true)
    assert.equal(await asked('ines'), false)
    assert.equal(await asked('ines', 'UTC'), true)
    const condition = encodeURIComponent('{"ticket.id":{"operator":"is","value":["2"]}}')
    assert.equal((await w.ask(`tickets/search?condition=${condition}`, { as: 'rita' })).json.tickets_count, 1)
    assert.equal((await w.ask('tickets/search?condition={', { as: 'rita' })).status, 422)
  })

  test('nothing of all this was an error of the service', () => assert.deepEqual(w.logged, []))
})
