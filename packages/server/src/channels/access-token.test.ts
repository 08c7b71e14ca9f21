import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { emailChannels } from '../resources/channel/read.ts'
import { taskPoller } from '../tasks/tasks.ts'
import { mailServer } from '../testing/mail-server.ts'
import { taskHandlers } from '../upkeep/task-handlers.ts'
import { type World, world } from '../testing/world.ts'
import type { EmailOutbound } from '../resources/channel/email.ts'
import { accessToken, AuthorizationEnded, sendingToken } from './access-token.ts'
import { BlockedChannel, sendBySmtp } from './email/smtp.ts'

const anyMail = async () => Readable.from('Subject: x\r\n\r\nx')

describe('access tokens', () => {
  let [w, id, token_url]: [World, number, string] = [undefined as never, 0, '']
  let answer: { status: number; body: object } = { status: 200, body: {} }
  const requests: URLSearchParams[] = []
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      requests.push(new URLSearchParams(body))
      return reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })

  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    token_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
    w = await world()
    const oauth = {
      auth: 'xoauth2',
      token_url,
      client_id: 'desk',
      client_secret: 's',
      refresh_token: 'first',
      scope: 'mail',
    }
    const inbound = { adapter: 'imap', host: 'imap.example', user: 'desk', ...oauth }
    id = (await w.request('channels', { method: 'POST', body: { name: 'Box', group_id: 1, inbound } })).json.id
  })
  beforeEach(() => requests.splice(0))
  after(async () => {
    server.close()
    await w.close()
  })

  const options = async () => {
    const [channel] = await emailChannels(w.desk, [id])
    assert.ok(channel)
    return channel.inbound
  }
  const token = async () => accessToken(w.desk, id, 'inbound', await options())

  test('are requested with the refresh token, and a new refresh token is stored', async () => {
    answer = { status: 200, body: { access_token: 'a', refresh_token: 'second' } }
    assert.equal(await token(), 'a')
    assert.equal(await token(), 'a')
    assert.deepEqual(
      requests.map((form) => [form.get('grant_type'), form.get('refresh_token'), form.get('client_id')]),
      [
        ['refresh_token', 'first', 'desk'],
        ['refresh_token', 'second', 'desk'],
      ],
    )
    assert.ok(!(await w.request(`channels/${id}`)).text.includes('second'))
  })

  test('cannot be requested after a revocation; the error asks an administrator to sign in again', async () => {
    answer = { status: 400, body: { error: 'invalid_grant' } }
    await assert.rejects(token, AuthorizationEnded)
  })

  test('do not lose the refresh token if the server fails', async () => {
    answer = { status: 503, body: { error: 'temporarily_unavailable' } }
    await assert.rejects(token, /answers 503\. temporarily_unavailable/)
    assert.equal((await options()).refresh_token, 'second')
  })

  test('for sending are used until they expire, and a new refresh token is stored', async () => {
    const smtp = await mailServer({ authMethods: ['XOAUTH2'] })
    const inbound = await options()
    const oauth = { auth: 'xoauth2', token_url, client_id: 'desk', refresh_token: 'third', user: 'desk' }
    const outbound = { adapter: 'smtp', host: '127.0.0.1', port: smtp.port, security: 'none', ...oauth }
    await w.request(`channels/${id}`, { method: 'PUT', body: { outbound } })
    const stored = async () => (await emailChannels(w.desk, [id]))[0]?.outbound
    const send = async () => {
      const account = (await stored()) as EmailOutbound
      const access_token = await sendingToken(w.desk, id, account)
      const mail = { sender: 'a@desk.example', recipients: ['b@x.example'], size: 1 }
      return sendBySmtp({ ...account, access_token }, mail, anyMail, new AbortController().signal)
    }
    try {
      answer = { status: 200, body: { access_token: 'a', refresh_token: 'fourth', expires_in: 3600 } }
      await Promise.all([send(), send()])
      // A token of one hour counts as expired 10 minutes before its end.
      w.pass(49 * 60_000)
      await send()
      assert.deepEqual([smtp.mails.length, requests.length], [3, 1])
      assert.equal((await stored())?.refresh_token, 'fourth')
      w.pass(2 * 60_000)
      await send()
      assert.equal(requests.length, 2)
      smtp.answers['AUTH'] = '535 no'
      await assert.rejects(send, BlockedChannel)
      assert.deepEqual(await options(), inbound)
    } finally {
      await smtp.close()
    }
  })

  test('are also used for service mails', async () => {
    const smtp = await mailServer({ authMethods: ['XOAUTH2'] })
    const oauth = { auth: 'xoauth2', token_url, client_id: 'desk', refresh_token: 'fifth', user: 'desk' }
    const outbound = { adapter: 'smtp', host: '127.0.0.1', port: smtp.port, security: 'none', ...oauth }
    answer = { status: 200, body: { access_token: 'b', expires_in: 3600 } }
    try {
      await w.request(`channels/${id}`, { method: 'PUT', body: { outbound } })
      const address = { name: 'Desk', email: 'desk@desk.example', channel_id: id }
      assert.equal((await w.request('email_addresses', { method: 'POST', body: address })).status, 201)
      const body = { username: 'nils@desk.example' }
      await w.request('users/password_reset', { method: 'POST', as: 'anonymous', body })
      w.pass(60_000)
      const poller = taskPoller(w.desk, async () => taskHandlers, {
        poll: { embedded: 1, server: 1 },
        concurrency: { perLane: 1, total: 1 },
        grace: 0,
      })
      await poller.poll()
      await poller.settled()
      await poller.stop()
      assert.deepEqual([smtp.mails.length, requests.length], [1, 1])
    } finally {
      await smtp.close()
    }
  })
})
