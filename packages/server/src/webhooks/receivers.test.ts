import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSqlite } from '../db/sqlite.ts'
import { insert, record, unitOfWork } from '../writing/unit-of-work.ts'
import { receiver } from '../testing/receiver.ts'
import { world } from '../testing/world.ts'
import { Courier, usualCourier } from './courier.ts'
import { purgeDeliveries } from './deliveries.ts'

const minute = 60_000

test('a receiver that does not answer holds up nobody else, and the service stops without it', async () => {
  const w = await world()
  const [deaf, quick] = [await receiver(), await receiver()]
  deaf.answer = () => {}
  const courier = new Courier(w.desk, { ...usualCourier, grace: 0 })
  const ids = await unitOfWork(w.desk, 3, async (unit) => {
    const shared = { events: 'ticket.*' }
    const [a, b] = [
      await insert(unit, 'webhook', { ...shared, name: 'deaf', endpoint: deaf.url }),
      await insert(unit, 'webhook', { ...shared, name: 'quick', endpoint: quick.url }),
    ]
    for (const id of [a, b]) await record(unit, { type: 'created', name: 'webhook', id })
    for (let times = 0; times < 50; times++) await record(unit, { type: 'created', name: 'ticket', id: 1 })
    return { deaf: a, quick: b }
  })
  const all = new Promise<void>((resolve) => {
    quick.answer = (response) => {
      response.end()
      if (quick.calls.length === 50) resolve()
    }
  })
  await courier.look()
  await all
  assert.equal(deaf.calls.length, usualCourier.atOnce.each)
  await courier.stop()
  const rows = await w.desk.database.sql
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'attempts', 'claimed_until'])
    .where('webhook_id', '=', ids.deaf)
    .execute()
  assert.ok(rows.every(({ attempts, claimed_until }) => attempts === 0 && claimed_until === null))
  await Promise.all([deaf.close(), quick.close()])
  await w.close()
})

test('an answer that never ends counts by its status, and one that never begins is given up', async () => {
  const w = await world()
  const there = await receiver()
  const courier = new Courier(w.desk, { ...usualCourier, timeout: 200 })
  there.answer = (response, { url }) => {
    if (url === '/endless') {
      response.writeHead(200)
      response.write('x'.repeat(100_000))
    }
  }
  await unitOfWork(w.desk, 3, async (unit) => {
    for (const path of ['endless', 'never']) {
      const id = await insert(unit, 'webhook', { name: path, endpoint: `${there.url}/${path}`, events: 'ticket.*' })
      await record(unit, { type: 'created', name: 'webhook', id })
    }
    await record(unit, { type: 'created', name: 'ticket', id: 1 })
  })
  await courier.look()
  await courier.settled()
  const rows = await w.desk.database.sql
    .selectFrom('webhook_deliveries')
    .select(['state', 'error', 'response_body'])
    .orderBy('webhook_id')
    .execute()
  assert.deepEqual(
    rows.map(({ state, error }) => [state, error]),
    [
      ['delivered', null],
      ['waiting', 'no answer within 0.2 s'],
    ],
  )
  assert.equal(rows[0]?.response_body?.length, 1000)
  await courier.stop()
  await there.close()
  await w.close()
})

test('a running service sends by itself, also what another process wrote, and old deliveries go', async () => {
  const w = await world()
  const there = await receiver()
  await w.listen()
  const called = new Promise<void>((resolve) => {
    there.answer = (response) => {
      response.end()
      resolve()
    }
  })
  const other = openSqlite(w.desk.database.place)
  await unitOfWork({ ...w.desk, database: other }, 3, async (unit) => {
    const id = await insert(unit, 'webhook', { name: 'x', endpoint: there.url, events: 'ticket.created' })
    await record(unit, { type: 'created', name: 'webhook', id })
    await record(unit, { type: 'created', name: 'ticket', id: 1 })
  })
  await called
  await other.close()
  assert.equal(await purgeDeliveries(w.desk, new Date(w.desk.now().getTime() - minute).toISOString()), 0)
  assert.equal(await purgeDeliveries(w.desk, new Date(w.desk.now().getTime() + minute).toISOString()), 1)
  await w.close()
  await there.close()
})
