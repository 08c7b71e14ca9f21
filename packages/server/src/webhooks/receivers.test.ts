import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../app.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import { insert, record, unitOfWork } from '../writing/unit-of-work.ts'
import { receiver, localReceiverOptions } from '../testing/receiver.ts'
import { world } from '../testing/world.ts'
import { Dispatcher, type DispatcherOptions, defaultDispatcherOptions } from './dispatcher.ts'
import { purgeDeliveries } from './deliveries.ts'

const minute = 60_000

test('a receiver that does not respond delays neither other receivers nor the end of the service', async () => {
  const w = await world()
  const [silent, quick] = [await receiver(), await receiver()]
  silent.answer = () => {}
  const dispatcher = new Dispatcher(w.desk, { ...localReceiverOptions, grace: 0 })
  const ids = await unitOfWork(w.desk, 3, async (unit) => {
    const shared = { events: 'ticket.*' }
    const [a, b] = [
      await insert(unit, 'webhook', { ...shared, name: 'silent', endpoint: silent.url }),
      await insert(unit, 'webhook', { ...shared, name: 'quick', endpoint: quick.url }),
    ]
    for (const id of [a, b]) await record(unit, { type: 'created', name: 'webhook', id })
    for (let times = 0; times < 50; times++) await record(unit, { type: 'created', name: 'ticket', id: 1 })
    return { silent: a, quick: b }
  })
  const allReceived = new Promise<void>((resolve) => {
    quick.answer = (response) => {
      response.end()
      if (quick.calls.length === 50) resolve()
    }
  })
  await dispatcher.poll()
  await allReceived
  assert.equal(silent.calls.length, defaultDispatcherOptions.concurrency.perLane)
  await dispatcher.stop()
  const rows = await w.desk.database.sql
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'attempts', 'claimed_until'])
    .where('webhook_id', '=', ids.silent)
    .execute()
  assert.ok(rows.every(({ attempts, claimed_until }) => attempts === 0 && claimed_until === null))
  await Promise.all([silent.close(), quick.close()])
  await w.close()
})

test('a response that never ends is judged by its status; one that never begins times out', async () => {
  const w = await world()
  const target = await receiver()
  const dispatcher = new Dispatcher(w.desk, { ...localReceiverOptions, timeout: 1000 })
  target.answer = (response, { url }) => {
    if (url === '/endless') {
      response.writeHead(200)
      response.write('x'.repeat(100_000))
    }
  }
  await unitOfWork(w.desk, 3, async (unit) => {
    for (const path of ['endless', 'never']) {
      const id = await insert(unit, 'webhook', { name: path, endpoint: `${target.url}/${path}`, events: 'ticket.*' })
      await record(unit, { type: 'created', name: 'webhook', id })
    }
    await record(unit, { type: 'created', name: 'ticket', id: 1 })
  })
  await dispatcher.poll()
  await dispatcher.settled()
  const rows = await w.desk.database.sql
    .selectFrom('webhook_deliveries')
    .select(['state', 'error', 'response_body'])
    .orderBy('webhook_id')
    .execute()
  assert.deepEqual(
    rows.map(({ state, error }) => [state, error]),
    [
      ['delivered', null],
      ['waiting', 'no answer within 1 s'],
    ],
  )
  assert.equal(rows[0]?.response_body?.length, 1000)
  await dispatcher.stop()
  await target.close()
  await w.close()
})

test('a running service sends the events of other processes, too, and old deliveries can be deleted', async () => {
  const w = await world()
  const target = await receiver()
  const app = await createApp(w.desk, undefined, localReceiverOptions)
  await app.listen('127.0.0.1', 0)
  const called = new Promise<void>((resolve) => {
    target.answer = (response) => {
      response.end()
      resolve()
    }
  })
  const other = openSqlite(w.desk.database.place)
  await unitOfWork({ ...w.desk, database: other }, 3, async (unit) => {
    const id = await insert(unit, 'webhook', { name: 'x', endpoint: target.url, events: 'ticket.created' })
    await record(unit, { type: 'created', name: 'webhook', id })
    await record(unit, { type: 'created', name: 'ticket', id: 1 })
  })
  await called
  await other.close()
  assert.equal(await purgeDeliveries(w.desk, new Date(w.desk.now().getTime() - minute).toISOString()), 0)
  assert.equal(await purgeDeliveries(w.desk, new Date(w.desk.now().getTime() + minute).toISOString()), 1)
  await app.http.close()
  await w.close()
  await target.close()
})

test('by default, webhooks are sent to public addresses only, and responses of private ones are not stored', async () => {
  const w = await world()
  const target = await receiver()
  target.answer = (response) => void response.end('an internal page')
  const deliver = async (options: DispatcherOptions) => {
    const dispatcher = new Dispatcher(w.desk, options)
    await unitOfWork(w.desk, 3, (unit) => record(unit, { type: 'created', name: 'ticket', id: 1 }))
    await dispatcher.poll()
    await dispatcher.settled()
    await dispatcher.stop()
    const [last] = (await w.request('webhooks/1/deliveries?per_page=1')).json
    return (await w.request(`webhooks/1/deliveries/${last.id}`)).json
  }
  const body = { name: 'inside', endpoint: target.url, events: 'ticket.*' }
  assert.equal((await w.request('webhooks', { method: 'POST', body })).status, 201)
  const refused = await deliver(defaultDispatcherOptions)
  assert.equal(refused.error, '127.0.0.1 is an address that the service does not call')
  assert.equal(target.calls.length, 0)
  const unlogged = await deliver({ ...defaultDispatcherOptions, targets: 'any' })
  assert.deepEqual([unlogged.state, unlogged.response_status, unlogged.response_body], ['delivered', 200, null])
  const shown = await deliver(localReceiverOptions)
  assert.equal(shown.response_body, 'an internal page')
  await target.close()
  await w.close()
})

test('the addresses of metadata services are rejected when they are saved', async () => {
  const w = await world()
  for (const host of [
    '169.254.169.254',
    '2852039166',
    '100.100.100.200',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::]',
  ]) {
    const body = { name: host, endpoint: `http://${host}/latest`, events: '*' }
    const { status, json } = await w.request('webhooks', { method: 'POST', body })
    assert.deepEqual([status, json.details?.[0].path], [422, 'endpoint'], host)
    assert.match(json.error, /^endpoint: .* is an address that the service does not call\.$/)
  }
  await w.close()
})

test('credentials and endpoints with line breaks are rejected when they are saved; unusual tokens are accepted', async () => {
  const w = await world()
  const body = { name: 'x', endpoint: 'https://hooks.example.com/', events: '*' }
  for (const [key, value] of Object.entries({
    bearer_token: 'abc\r\nx-evil: 1',
    signature_token: 'copied\r\n',
    basic_auth_username: 'me\r\n',
    basic_auth_password: 'a\nb',
    endpoint: 'https://hooks.example.com/\r\nx',
  })) {
    const { status, json } = await w.request('webhooks', { method: 'POST', body: { ...body, [key]: value } })
    assert.deepEqual([status, json.details?.[0].path], [422, key], JSON.stringify(json))
  }
  for (const bearer_token of ['tök', 'a b']) {
    const created = await w.request('webhooks', { method: 'POST', body: { ...body, name: bearer_token, bearer_token } })
    assert.equal(created.status, 201, created.text)
  }
  await w.close()
})
