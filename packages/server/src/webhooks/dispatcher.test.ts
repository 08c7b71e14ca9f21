import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { insert, record, unitOfWork, type Values } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type Receiver, receiver, localReceiverOptions } from '../testing/receiver.ts'
import { type World, world } from '../testing/world.ts'
import { Dispatcher } from './dispatcher.ts'
import { MAX_ATTEMPTS } from './deliveries.ts'

const minute = 60_000

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`webhooks on ${dialect}`, () => {
    let w: World
    let target: Receiver
    let dispatcher: Dispatcher

    before(async () => {
      w = await world(open)
    })
    after(() => w.close())
    beforeEach(async () => {
      target = await receiver()
      dispatcher = new Dispatcher(w.desk, localReceiverOptions)
    })
    afterEach(async () => {
      await dispatcher.stop()
      await target.close()
      await w.desk.database.transaction(async (db) => {
        await db.sql.deleteFrom('webhook_deliveries').execute()
        await db.sql.deleteFrom('webhooks').execute()
      })
    })

    const subscribe = (more: Values<'webhook'> = {}) =>
      unitOfWork(w.desk, 3, async (unit) => {
        const named = { name: `hook ${Math.random()}`, endpoint: `${target.url}/hook?x=1`, events: '*' }
        const id = await insert(unit, 'webhook', { ...named, ...more })
        await record(unit, { type: 'created', name: 'webhook', id })
        return id
      })
    const recordEvent = (name: 'ticket' | 'user' | 'article', id: number, type = 'created') =>
      unitOfWork(w.desk, 3, (unit) => record(unit, { type, name, id }))
    const deliver = async () => {
      await dispatcher.poll()
      await dispatcher.settled()
      assert.deepEqual(w.logged, [])
    }
    const log = async (hook: number) => (await w.request(`webhooks/${hook}/deliveries?per_page=100`)).json

    test('are called with their method, and with a token instead of a password', async () => {
      const hook = await subscribe({
        events: 'ticket.created',
        http_method: 'put',
        bearer_token: 'open sesame',
        basic_auth_username: 'me',
      })
      await recordEvent('ticket', w.ids["Invoice for O'Hara"] as number)
      await deliver()
      const [call] = target.calls
      assert.deepEqual(
        [target.calls.length, call?.method, call?.headers['authorization']],
        [1, 'PUT', 'Bearer open sesame'],
      )
      assert.equal((await w.request(`webhooks/${hook}`)).json.bearer_token, '**********')
    })

    test('receive signed calls for the events they subscribe to, and none from before their creation', async () => {
      await recordEvent('user', w.ids['nils'] as number)
      const hook = await subscribe({
        events: 'ticket.*, user.deleted',
        signature_token: 'key',
        basic_auth_username: 'me',
        basic_auth_password: 'päss',
      })
      const ticket = w.ids["Invoice for O'Hara"] as number
      await recordEvent('ticket', ticket)
      await recordEvent('user', w.ids['nils'] as number)
      await deliver()
      assert.equal(target.calls.length, 1)
      const [call] = target.calls
      assert.ok(call)
      const { url, headers, body } = call
      assert.equal(url, '/hook?x=1')
      const sign = (algorithm: string) => `${algorithm}=${createHmac(algorithm, 'key').update(body).digest('hex')}`
      assert.equal(headers['x-hub-signature'], sign('sha1'))
      assert.equal(headers['x-hub-signature-256'], sign('sha256'))
      assert.equal(headers['authorization'], `Basic ${Buffer.from('me:päss').toString('base64')}`)
      assert.match(headers['user-agent'] ?? '', /^Deskbell\//)
      assert.equal(headers['x-deskbell-event'], 'ticket.created')
      const [delivery] = await log(hook)
      assert.equal(headers['x-deskbell-delivery'], delivery.delivery)
      assert.equal(headers['x-zammad-delivery'], delivery.delivery)
      const payload = JSON.parse(body)
      assert.deepEqual([payload.event.name, payload.event.o_id], ['ticket.created', ticket])
      assert.equal(payload.ticket.title, "Invoice for O'Hara")
      assert.equal(payload.ticket.state, 'closed')
      assert.equal(payload.ticket.customer.email, 'zoe@desk.example')
      assert.equal(payload.ticket.organization.name, "O'Hara & Sons")
      assert.equal(payload.ticket.group.name, 'Network')
      assert.ok(!body.includes('password'))
    })

    test('receive the ticket of an article, too, and null for a deleted record', async () => {
      await subscribe()
      const [article, ticket] = [w.ids['!the router password is hunter2'], w.ids['Quiet ticket']]
      await unitOfWork(w.desk, 3, (unit) =>
        record(unit, {
          type: 'created',
          name: 'article',
          id: article as number,
          ticket: w.ids['No network in the bakery'] as number,
        }),
      )
      await unitOfWork(w.desk, 3, (unit) =>
        record(unit, { type: 'deleted', name: 'user', id: 999, kept: { organization_id: null } }),
      )
      await recordEvent('ticket', ticket as number, 'updated')
      await deliver()
      const bodies = target.calls.map(({ body }) => JSON.parse(body))
      const bodyOf = (name: string) => bodies.find(({ event }) => event.name === name)
      assert.equal(bodyOf('article.created').article.body, 'the router password is hunter2')
      assert.equal(bodyOf('article.created').ticket.title, 'No network in the bakery')
      assert.equal(bodyOf('user.deleted').user, null)
      assert.equal(bodyOf('ticket.updated').ticket.title, 'Quiet ticket')
    })

    test('are called again after growing pauses, with the same body, until they succeed', async () => {
      const hook = await subscribe({ events: 'ticket.*' })
      target.answer = (response) => void response.writeHead(503).end('busy')
      await recordEvent('ticket', w.ids['Quiet ticket'] as number)
      const pauses: number[] = []
      for (let attempt = 1; attempt <= 3; attempt++) {
        await deliver()
        assert.equal(target.calls.length, attempt)
        const [logged] = await log(hook)
        assert.deepEqual([logged.state, logged.attempts, logged.response_status], ['waiting', attempt, 503])
        assert.match(logged.error, /answered 503/)
        pauses.push(Date.parse(logged.due_at) - w.desk.now().getTime())
        await deliver()
        assert.equal(target.calls.length, attempt, 'before it was due')
        w.pass((pauses.at(-1) as number) + 1)
      }
      assert.ok((pauses[0] as number) < (pauses[1] as number) && (pauses[1] as number) < (pauses[2] as number))
      await unitOfWork(w.desk, 3, (unit) =>
        unit.db.sql
          .updateTable('tickets')
          .set({ title: 'Changed' })
          .where('id', '=', w.ids['Quiet ticket'] as number)
          .execute(),
      )
      target.answer = (response) => void response.end('at last')
      await deliver()
      const [logged] = await log(hook)
      assert.deepEqual([logged.state, logged.error, logged.response_status], ['delivered', null, 200])
      assert.equal(new Set(target.calls.map(({ body }) => body)).size, 1)
      const whole = (await w.request(`webhooks/${hook}/deliveries/${logged.id}`)).json
      assert.equal(whole.response_body, 'at last')
      assert.equal(whole.payload, target.calls[0]?.body)
    })

    test('fail after the last attempt, or at once after 410 Gone', async () => {
      const hook = await subscribe({ events: 'ticket.*' })
      target.answer = (response) => void response.writeHead(500).end()
      await recordEvent('ticket', w.ids['Quiet ticket'] as number)
      for (let attempt = 0; attempt < MAX_ATTEMPTS + 2; attempt++) {
        await deliver()
        w.pass(3 * 24 * 60 * minute)
      }
      assert.equal(target.calls.length, MAX_ATTEMPTS)
      assert.equal((await log(hook))[0].state, 'failed')
      target.answer = (response) => void response.writeHead(410).end()
      await recordEvent('ticket', w.ids['Quiet ticket'] as number)
      await deliver()
      assert.deepEqual([(await log(hook))[0].state, (await log(hook))[0].attempts], ['failed', 1])
    })

    test('do not follow redirects, and store the reason of a failure', async () => {
      const elsewhere = await receiver()
      const [away, refused, odd] = [
        await subscribe({ events: 'ticket.*' }),
        await subscribe({ events: 'ticket.*', endpoint: 'http://169.254.169.254/latest' }),
        await subscribe({ events: 'ticket.*', endpoint: 'ftp://127.0.0.1/' }),
      ]
      target.answer = (response) => void response.writeHead(302, { location: elsewhere.url }).end()
      await recordEvent('ticket', w.ids['Quiet ticket'] as number)
      await deliver()
      assert.equal(elsewhere.calls.length, 0)
      assert.match((await log(away))[0].error, /redirects are not followed/)
      assert.match((await log(refused))[0].error, /does not call/)
      assert.match((await log(odd))[0].error, /is not supported/)
      await elsewhere.close()
    })

    test('receive nothing while they are inactive, and deliveries can be replayed', async () => {
      const hook = await subscribe({ events: 'ticket.*' })
      await recordEvent('ticket', w.ids['Quiet ticket'] as number)
      await deliver()
      const [logged] = await log(hook)
      const path = `webhooks/${hook}/deliveries/${logged.id}/replay`
      const again = await w.request(path, { method: 'POST', headers: { 'idempotency-key': 'once' } })
      const same = await w.request(path, { method: 'POST', headers: { 'idempotency-key': 'once' } })
      assert.deepEqual([again.status, again.json.state, again.json.replay_of_id], [201, 'waiting', logged.id])
      assert.equal(same.json.id, again.json.id)
      const active = (value: boolean) =>
        unitOfWork(w.desk, 3, (unit) => unit.db.sql.updateTable('webhooks').set({ active: value }).execute())
      await active(false)
      await deliver()
      assert.equal(target.calls.length, 1)
      await active(true)
      await deliver()
      assert.deepEqual([target.calls.length, target.calls[1]?.body], [2, target.calls[0]?.body])
      assert.notEqual(target.calls[1]?.headers['x-deskbell-delivery'], logged.delivery)
      const subject = { ticket_id: w.ids['Quiet ticket'] as number, payload: null }
      await unitOfWork(w.desk, 3, ({ db }) => db.sql.updateTable('webhook_deliveries').set(subject).execute())
      const { id } = (await w.request(path, { method: 'POST' })).json
      const unsent = w.desk.database.sql.selectFrom('webhook_deliveries').select(['ticket_id', 'payload'])
      assert.deepEqual({ ...(await unsent.where('id', '=', id).executeTakeFirst()) }, subject)
    })

    test('are created through the API, which rejects unknown events and masks the secret', async () => {
      const body = { name: 'made', endpoint: `${target.url}/made`, events: 'webhook.updated', signature_token: 'hush' }
      for (const events of ['users.*', 'ticket.', 'user.created; x']) {
        const refused = await w.request('webhooks', { method: 'POST', body: { ...body, events } })
        assert.deepEqual([refused.status, refused.json.details[0].path], [422, 'events'], events)
      }
      const created = await w.request('webhooks', { method: 'POST', body })
      assert.deepEqual(
        [created.status, created.json.events, created.json.signature_token],
        [201, 'webhook.updated', '**********'],
      )
      const change = { signature_token: 'other', note: 'calls often' }
      assert.equal((await w.request(`webhooks/${created.json.id}`, { method: 'PUT', body: change })).status, 200)
      await deliver()
      const { changes } = JSON.parse(target.calls[0]?.body ?? '').event
      assert.deepEqual(Object.keys(changes).toSorted(), ['note', 'signature_token'])
      assert.equal(changes.note.to, 'calls often')
      assert.ok(!/hush|other/.test(target.calls[0]?.body ?? ''))
      assert.equal((await w.request(`webhooks/${created.json.id}`, { method: 'DELETE' })).status, 200)
      assert.equal((await w.request(`webhooks/${created.json.id}/deliveries`)).status, 404)
      assert.deepEqual(await w.desk.database.sql.selectFrom('webhook_deliveries').select('id').execute(), [])
    })

    test('have a paginated log that only callers with the permission for webhooks may read', async () => {
      const hook = await subscribe({ events: 'ticket.*' })
      for (let times = 0; times < 12; times++) await recordEvent('ticket', w.ids['Quiet ticket'] as number)
      await deliver()
      const first = await w.request(`webhooks/${hook}/deliveries`)
      assert.equal(first.json.length, 10)
      assert.equal(first.headers['x-total-count'], '12')
      const second = await w.request(/<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '')
      assert.equal(second.json.length, 2)
      assert.ok(second.json[0].id < first.json[9].id)
      assert.equal((await w.request(`webhooks/${hook}/deliveries?state=failed`)).json.length, 0)
      for (const [url, status] of [
        [`webhooks/${hook}/deliveries?state=odd`, 422],
        [`webhooks/${hook}/deliveries?per_page=0`, 422],
        ['webhooks/999/deliveries', 404],
        [`webhooks/${hook}/deliveries/999`, 404],
        [`webhooks/${hook}/deliveries/x`, 404],
      ] as const) {
        assert.equal((await w.request(url)).status, status, url)
      }
      assert.equal((await w.request(`webhooks/${hook}/deliveries`, { as: 'rita' })).status, 403)
      assert.equal(
        (await w.request(`webhooks/${hook}/deliveries/${first.json[0].id}/replay`, { as: 'nils', method: 'POST' }))
          .status,
        403,
      )
    })

    test('are called once by two processes, and again if a process dies before it stores the result', async () => {
      const hook = await subscribe({ events: 'ticket.*' })
      const other = new Dispatcher(w.desk, localReceiverOptions)
      for (let times = 0; times < 20; times++) await recordEvent('ticket', w.ids['Quiet ticket'] as number)
      await Promise.all([dispatcher.poll(), other.poll()])
      await Promise.all([dispatcher.settled(), other.settled()])
      const ids = target.calls.map(({ headers }) => headers['x-deskbell-delivery'])
      assert.deepEqual([ids.length, new Set(ids).size], [20, 20])
      await other.stop()
      await w.desk.database.transaction((db) =>
        db.sql
          .updateTable('webhook_deliveries')
          .set({ state: 'waiting', claimed_until: new Date(w.desk.now().getTime() + minute).toISOString() })
          .where('webhook_id', '=', hook)
          .execute(),
      )
      await deliver()
      assert.equal(target.calls.length, 20)
      w.pass(minute + 1)
      // A commit makes the dispatcher look for due deliveries; the webhook does not subscribe to events of users.
      await recordEvent('user', 1)
      await deliver()
      assert.equal(target.calls.length, 40)
    })
  })
}
