import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'
import { unitOfWork, update } from '../../writing/unit-of-work.ts'
import { emailChannels } from './read.ts'
import { reportState } from './state.ts'

const mask = '**********'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`channels on ${dialect}`, () => {
    let w: World
    let id: number
    const put = (body: object) => w.request(`channels/${id}`, { method: 'PUT', body })
    const outbound = { adapter: 'smtp', host: 'mail.example', user: 'desk', password: 'hunter2' }

    before(async () => {
      w = await world(open)
      const body = { name: 'Support', group_id: 1, outbound }
      const created = await w.request('channels', { method: 'POST', body })
      assert.equal(created.status, 201, created.text)
      id = created.json.id
    })
    after(() => w.close())

    test('show their options with defaults, and masks instead of secrets', async () => {
      const { json, text } = await w.request(`channels/${id}`)
      assert.deepEqual([json.outbound.port, json.outbound.security, json.outbound.password], [null, 'tls', mask])
      assert.equal(json.inbound.adapter, 'none')
      assert.ok(!text.includes('hunter2') && !('secrets' in json))
      const [channel] = await emailChannels(w.desk, [id])
      assert.equal(channel?.outbound.password, 'hunter2')
    })

    test('keep a secret whose mask is sent back, unless it would go to another server', async () => {
      assert.equal((await put({ outbound: { ...outbound, password: mask, port: 2525 } })).status, 200)
      assert.equal((await emailChannels(w.desk, [id]))[0]?.outbound.password, 'hunter2')
      const moved = await put({ outbound: { ...outbound, password: mask, host: 'evil.example' } })
      assert.deepEqual([moved.status, moved.json.details[0].path], [422, 'outbound.password'])
      assert.equal((await put({ outbound: { ...outbound, password: 'other' } })).status, 200)
      assert.equal((await emailChannels(w.desk, [id]))[0]?.outbound.password, 'other')
    })

    test('have no secrets in history and events', async () => {
      const { histories, events } = await w.desk.database.transaction(async ({ sql }) => ({
        histories: await sql.selectFrom('histories').selectAll().where('object', '=', 'Channel').execute(),
        events: await sql.selectFrom('events').selectAll().where('object', '=', 'Channel').execute(),
      }))
      assert.ok(events.length > 1 && histories.length > 1)
      assert.ok(!/hunter2|other"/.test(JSON.stringify([histories, events])))
    })

    test('refuse unknown and missing options with their path', async () => {
      for (const [body, path] of [
        [{ inbound: { adapter: 'imap' } }, 'inbound.host'],
        [{ inbound: { adapter: 'smtp' } }, 'inbound.port'],
        [{ inbound: { adapter: 'lmtp', host: '127.0.0.1' } }, 'inbound.port'],
        [{ inbound: { after: 'move' } }, 'inbound.move_to'],
        [{ outbound: { adapter: 'pigeon' } }, 'outbound.adapter'],
        [{ outbound: { hots: 'x' } }, 'outbound'],
        [{ outbound: { ...outbound, dkim_domain: 'desk.example' } }, 'outbound.dkim_selector'],
      ] as const) {
        const reply = await put(body)
        assert.deepEqual([reply.status, reply.json.details?.[0].path], [422, path], reply.text)
      }
    })

    test('can be read and paused if their listener was saved without a port, as earlier versions allowed', async () => {
      const body = { name: 'Listener', group_id: 1, inbound: { adapter: 'lmtp', port: 0 } }
      const { json } = await w.request('channels', { method: 'POST', body })
      const inbound = { ...json.inbound, port: null }
      await unitOfWork(w.desk, systemUser, (unit) => update(unit, 'channel', json.id, { inbound }))
      assert.equal((await emailChannels(w.desk, [json.id]))[0]?.inbound.port, null)
      const paused = await w.request(`channels/${json.id}`, { method: 'PUT', body: { active: false } })
      assert.deepEqual([paused.status, paused.json.inbound.port], [200, null], paused.text)
    })

    test('cannot be deleted while an address belongs to them', async () => {
      const address = { name: 'Help', email: 'help@desk.example', channel_id: id }
      assert.equal((await w.request('email_addresses', { method: 'POST', body: address })).status, 201)
      const wrong = { name: 'Lost', email: 'lost@desk.example', channel_id: 999 }
      assert.equal((await w.request('email_addresses', { method: 'POST', body: wrong })).status, 422)
      assert.equal((await w.request(`channels/${id}`, { method: 'DELETE' })).status, 422)
    })

    test('show the result of the last attempt in words', async () => {
      await reportState(w.desk, id, 'out', 'The server refused the password.')
      const failed = (await w.request(`channels/${id}`)).json
      assert.deepEqual([failed.status_out, failed.last_log_out], ['error', 'The server refused the password.'])
      await reportState(w.desk, id, 'out')
      const { status_out, last_log_out, last_out_at } = (await w.request(`channels/${id}`)).json
      assert.deepEqual([status_out, last_log_out, last_out_at], ['ok', null, w.desk.now().toISOString()])
    })
  })
}
