import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../db/dialect.ts'
import { eachDialect, leaveEmpty, urlOf } from './each-dialect.ts'
import { openEventStream } from './event-stream.ts'
import { ask, type Processes, startProcesses } from './processes.ts'
import type { Running } from './cli.ts'

const { postgres } = eachDialect

describe('three processes on one PostgreSQL database', { skip: !postgres, timeout: 300_000 }, () => {
  let database: Database
  let desk: Processes
  let [a, b, c]: Running[] = []
  before(async () => {
    database = (await postgres?.(leaveEmpty)) as Database
    desk = await startProcesses(await urlOf(database), 3)
    ;[a, b, c] = desk.running
  })
  after(async () => {
    await desk.close()
    await database.close()
  })
  const on = (
    process: Running | undefined,
    ...request: Parameters<typeof ask> extends [unknown, unknown, ...infer R] ? R : never
  ) => ask(process as Running, desk.token, ...request)

  test('send the writes of all processes to the streams of each, in the same order, without a gap', async () => {
    const streams = await Promise.all(desk.running.map((process) => streamOf(process, desk.token)))
    const perProcess = 10
    const writers = desk.running.flatMap((process, number) =>
      Array.from({ length: perProcess }, (_, index) =>
        on(process, 'tickets', { method: 'POST', body: ticket(`${number}.${index}`) }),
      ),
    )
    const created = (await Promise.all(writers)).map(({ status, json }) => {
      assert.equal(status, 201, JSON.stringify(json))
      return json.id as number
    })
    const received = await Promise.all(
      streams.map(async (stream) => {
        const events: string[] = []
        const missing = new Set(created)
        while (missing.size > 0) {
          const { id, data } = (await stream.next()) ?? assert.fail('the stream has ended')
          events.push(`${id} ${String(data['name'])} ${String(data['o_id'])}`)
          if (data['name'] === 'ticket.created') missing.delete(data['o_id'] as number)
        }
        await stream.close()
        return events
      }),
    )
    const ids = received[0]?.map((event) => Number.parseInt(event)) ?? []
    assert.deepEqual(
      ids,
      ids.toSorted((first, second) => first - second),
    )
    const shortest = Math.min(...received.map(({ length }) => length))
    for (const events of received) assert.deepEqual(events.slice(0, shortest), received[0]?.slice(0, shortest))
  })

  test('give every ticket a number of its own', async () => {
    const { json } = await on(a, 'tickets?per_page=1000')
    const numbers = (json as { number: string }[]).map(({ number }) => number)
    assert.equal(new Set(numbers).size, numbers.length)
  })

  test('refuse a token that another process has revoked, and end its streams', async () => {
    const created = await on(a, 'user_access_token', {
      method: 'POST',
      body: { name: 'short', permission: ['ticket.agent'] },
    })
    assert.equal(created.status, 200, JSON.stringify(created.json))
    const { token } = created.json as { token: string }
    const { json: listed } = await on(a, 'user_access_token')
    const { id } =
      (listed.tokens as { id: number; name: string }[]).find(({ name }) => name === 'short') ?? assert.fail()
    assert.equal((await ask(b as Running, token, 'tickets')).status, 200)
    const stream = await streamOf(c as Running, token)
    assert.equal((await on(a, `user_access_token/${id}`, { method: 'DELETE' })).status, 200)
    for (const process of desk.running) assert.equal((await ask(process, token, 'tickets')).status, 401)
    assert.match(await stream.rest(), /the credentials have ended/)
  })

  test('show who is at a ticket, even if another process serves their tab', async () => {
    const stream = await openEventStream(`${(b as Running).url}/api/v1/events/stream?names=ticket.presence`, {
      authorization: `Token token=${desk.token}`,
    })
    const body = { activity: 'writing', kind: 'reply', tab: 'one' }
    assert.equal((await on(a, 'tickets/1/presence', { method: 'PUT', body })).status, 200)
    const { data } = (await stream.next()) ?? assert.fail('the stream has ended')
    const [person] = data['presence'] as { user_id: number; activity: string }[]
    assert.deepEqual([data['o_id'], person?.activity], [1, 'writing'])
    await stream.close()
    const { json } = await on(b, 'tickets/1/presence')
    assert.match(JSON.stringify(json), /"writing"/)
    await on(a, 'tickets/1/presence?tab=one', { method: 'DELETE' })
  })

  test('apply the settings and the rights that another process has changed', async () => {
    const { json: settings } = await on(a, 'settings')
    const { id } =
      (settings as { id: number; name: string }[]).find(({ name }) => name === 'product_name') ?? assert.fail()
    await on(b, `settings/${id}`, { method: 'PUT', body: { state_current: { value: 'Wharf Desk' } } })
    const { json: shown } = await on(c, 'signshow')
    assert.equal(shown.config.product_name, 'Wharf Desk')
    const person = {
      email: 'kim@example.com',
      roles: ['Agent'],
      group_ids: { 1: ['full'] },
      password: 'Correct horse 2',
    }
    const { json: kim } = await on(a, 'users', { method: 'POST', body: person })
    const asKim = { authorization: `Basic ${Buffer.from('kim@example.com:Correct horse 2').toString('base64')}` }
    assert.equal((await on(b, 'tickets', { headers: asKim })).json.length > 0, true)
    await on(a, `users/${kim.id}`, { method: 'PUT', body: { group_ids: {} } })
    assert.deepEqual((await on(b, 'tickets', { headers: asKim })).json, [])
    await on(c, `users/${kim.id}`, { method: 'PUT', body: { active: false } })
    assert.equal((await on(b, 'tickets', { headers: asKim })).status, 401)
  })
})

const ticket = (title: string) => ({ title, group: 'Users', customer_id: 2, article: { body: 'Hello.' } })

const streamOf = ({ url }: Running, token: string) =>
  openEventStream(`${url}/api/v1/events/stream`, { authorization: `Token token=${token}` })
