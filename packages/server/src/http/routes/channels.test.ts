import assert from 'node:assert/strict'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { emailChannels } from '../../resources/channel/read.ts'
import { type ImapServer, startImapServer } from '../../testing/imap-server.ts'
import { mail } from '../../testing/mail-desk.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { type World, world } from '../../testing/world.ts'

describe('the test of a mail account', () => {
  let [w, imapServer, server]: [World, ImapServer, MailServer] = [
    undefined as never,
    undefined as never,
    undefined as never,
  ]
  const host = '127.0.0.1'
  const mailbox = () => ({
    adapter: 'imap',
    host,
    port: imapServer.port,
    security: 'none',
    user: 'desk',
    password: 'secret',
  })
  const inbound = (more: object = {}) => ({ ...mailbox(), ...more })
  const outbound = (more: object = {}) => ({ adapter: 'smtp', host, port: server.port, security: 'none', ...more })
  const probe = (body: object, id?: number) =>
    w.request(id === undefined ? 'channels/test' : `channels/${id}/test`, { method: 'POST', body })

  before(async () => {
    w = await world()
    imapServer = await startImapServer()
    server = await mailServer({ authMethods: ['PLAIN'], allowInsecureAuth: true })
    imapServer.deliver(mail({ id: 'old' }), ['\\Seen'])
    imapServer.deliver(mail({ id: 'new' }))
  })
  after(async () => {
    await Promise.all([imapServer.close(), server.close(), w.close()])
  })

  test('signs in both ways, counts the mails of the folder, and changes nothing', async () => {
    const { status, json, text } = await probe({ inbound: inbound(), outbound: outbound() })
    assert.equal(status, 200, text)
    const success = { ok: true, error: null }
    assert.deepEqual(json, {
      inbound: { ...success, folders: ['INBOX'], messages: 2, unread: 1 },
      outbound: { ...success, folders: [], messages: null, unread: null },
    })
    assert.ok(!imapServer.commands.some((command) => /STORE|MOVE/.test(command)))
    assert.equal(server.mails.length, 0)
    assert.deepEqual((await w.request('channels')).json, [])
  })

  test('reports each failure in a sentence', async () => {
    server.answers['AUTH'] = '535 no such account'
    const wrong = await probe({
      inbound: inbound({ password: 'guess' }),
      outbound: outbound({ user: 'desk', password: 'guess' }),
    })
    delete server.answers['AUTH']
    assert.equal(wrong.json.inbound.ok, false)
    assert.match(wrong.json.inbound.error, /^The mail server refuses user name or password\. It says: Wrong password/)
    assert.match(
      wrong.json.outbound.error,
      /^The mail server refuses user name or password\. It says: .*no such account/,
    )
    const lost = await probe({ inbound: inbound({ folder: 'Help' }), outbound: outbound({ port: await freePort() }) })
    assert.deepEqual([lost.json.inbound.error, lost.json.inbound.folders], ['There is no folder "Help".', ['INBOX']])
    assert.equal(lost.json.outbound.error, 'The mail server refuses connections: check host and port.')
    const encrypted = await probe({ outbound: outbound({ security: 'tls' }) })
    assert.deepEqual(encrypted.json, {
      inbound: null,
      outbound: { ...encrypted.json.outbound, error: 'The port does not speak TLS from the start: try STARTTLS.' },
    })
  })

  test('signs in with an access token for sending, and stores a new refresh token', async () => {
    const reply = JSON.stringify({ access_token: 'a', refresh_token: 'second' })
    const tokens = createHttpServer((_, response) => response.setHeader('connection', 'close').end(reply))
    tokens.listen(0, host)
    await once(tokens, 'listening')
    const oauthServer = await mailServer({ authMethods: ['XOAUTH2'] })
    try {
      const token_url = `http://${host}:${(tokens.address() as AddressInfo).port}/`
      const oauth = { user: 'desk', auth: 'xoauth2', token_url, client_id: 'desk', refresh_token: 'first' }
      const body = { name: 'OAuth', group_id: 1, outbound: outbound({ port: oauthServer.port, ...oauth }) }
      const { json } = await w.request('channels', { method: 'POST', body })
      assert.equal((await probe({}, json.id)).json.outbound.error, null)
      const [stored] = await emailChannels(w.desk, [json.id])
      assert.equal(stored?.outbound.refresh_token, 'second')
      oauthServer.answers['AUTH'] = '535 no such account'
      assert.match((await probe({}, json.id)).json.outbound.error, /refuses user name or password/)
      await w.request(`channels/${json.id}`, { method: 'DELETE' })
    } finally {
      tokens.close()
      await oauthServer.close()
    }
  })

  test('opens the port of a listener for a moment, and says if another program has it', async () => {
    const listener = { adapter: 'lmtp', host, port: await freePort() }
    assert.equal((await probe({ inbound: listener })).json.inbound.ok, true)
    const taken = await probe({ inbound: { ...listener, port: server.port } })
    assert.equal(taken.json.inbound.error, 'Another program listens on this port already.')
  })

  test('uses the stored secrets of an account, but never sends them to another server', async () => {
    const body = { name: 'Box', group_id: 1, inbound: inbound() }
    const { json } = await w.request('channels', { method: 'POST', body })
    const masked = json.inbound
    assert.equal((await probe({ inbound: { ...masked, folder: 'inbox' } }, json.id)).json.inbound.ok, true)
    assert.equal((await probe({}, json.id)).json.inbound.ok, true)
    const elsewhere = await probe({ inbound: { ...masked, host: 'localhost' } }, json.id)
    assert.deepEqual([elsewhere.status, elsewhere.json.details[0].path], [422, 'inbound.password'])
    const unknown = await probe({ inbound: masked })
    assert.deepEqual([unknown.status, unknown.json.details[0].path], [422, 'inbound.password'])
  })

  test('refuses options that could not be saved, unknown accounts, and people without the permission', async () => {
    const wrong = await probe({ inbound: { adapter: 'imap', host } })
    assert.deepEqual([wrong.status, wrong.json.details[0].path], [422, 'inbound.user'])
    assert.equal((await probe({}, 999)).status, 404)
    const refused = await w.request('channels/test', { method: 'POST', body: {}, as: 'rita' })
    assert.equal(refused.status, 403)
  })
})

/** Returns a port on which nothing listens. */
async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  await new Promise((resolve) => socket.close(resolve))
  return port
}
