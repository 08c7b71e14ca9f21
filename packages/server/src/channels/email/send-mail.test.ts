import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { deliveryReport } from '../../testing/mail-desk.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { receiveMails } from '../../testing/received.ts'
import { type World, world } from '../../testing/world.ts'
import { taskPoller } from '../../tasks/tasks.ts'
import { parseMail } from '../message/parse.ts'
import type { Recipient } from './deliveries.ts'
import { readReplyAddress } from './reply-address.ts'
import { sendMailTask } from './send-mail.ts'

const hour = 3_600_000
const options = { poll: { embedded: 1, server: 1 }, concurrency: { perLane: 2, total: 9 }, grace: 0 }

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`sending mail on ${dialect}`, () => {
    let w: World
    let server: MailServer
    let channel: number
    let ticket: number

    const request = (path: string, method: 'POST' | 'PUT', body: object = {}) =>
      w.request(path, { method, body, as: path.startsWith('ticket') ? 'rita' : 'admin' })
    const write = async (more: object = {}) => {
      const mail = { ticket_id: ticket, type: 'email', to: 'nils@bakery.example', subject: 'Ink', body: 'It is here.' }
      const reply = await request('ticket_articles', 'POST', { ...mail, ...more })
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    }
    const poller = () => taskPoller(w.desk, async () => ({ send_mail: sendMailTask }), options)
    const send = async (worker = poller()) => {
      await worker.poll()
      await worker.settled()
      await worker.stop()
    }
    const article = async (id: number) => (await w.request(`ticket_articles/${id}`, { as: 'rita' })).json
    const articles = async () => (await w.request(`ticket_articles/by_ticket/${ticket}`, { as: 'rita' })).json
    const configure = async (outbound: object = {}) => {
      const body = {
        outbound: { adapter: 'smtp', host: '127.0.0.1', port: server.port, security: 'none', ...outbound },
      }
      const reply = await request(`channels/${channel}`, 'PUT', body)
      assert.equal(reply.status, 200, reply.text)
    }

    const mailTasks = async () =>
      (await w.request('tasks')).json.filter((task: { kind: string }) => task.kind === 'send_mail')
    before(async () => {
      w = await world(open)
      channel = (await request('channels', 'POST', { name: 'Mail', group_id: w.ids['Printers'] })).json.id
      const address = { name: 'Printers', email: 'printers@desk.example', channel_id: channel }
      const { json } = await request('email_addresses', 'POST', address)
      const body = '<b>#{user.firstname}</b> of #{ticket.group.name}'
      const signature = (await request('signatures', 'POST', { name: 'Printers', body })).json
      await request(`groups/${w.ids['Printers']}`, 'PUT', { email_address_id: json.id, signature_id: signature.id })
    })
    after(() => w.close())
    beforeEach(async () => {
      server = await mailServer()
      await configure()
      const body = { title: 'Ink', group: 'Printers', customer_id: w.ids['nils'], article: { body: 'No ink' } }
      const created = await request('tickets', 'POST', body)
      assert.equal(created.status, 201, created.text)
      ticket = created.json.id
    })
    afterEach(async () => {
      await server.close()
      await w.desk.database.transaction(({ sql }) => sql.deleteFrom('tasks').execute())
    })

    test('a mail of an agent arrives with sender, number, signature and conversation', async () => {
      const first = await write({
        body: '<p>It is <b>here</b>.</p>',
        content_type: 'text/html',
        cc: 'Ada <ada@x.example>',
      })
      const second = await write({ subject: 'RE: Ink' })
      await send()
      assert.equal(server.mails.length, 2)
      const [ink, next] = server.mails.toSorted((a, b) => a.to.length - b.to.length).toReversed()
      assert.ok(ink && next)
      assert.deepEqual([ink.from, ink.to], ['printers@desk.example', ['nils@bakery.example', 'ada@x.example']])
      const { number } = (await w.request(`tickets/${ticket}`, { as: 'rita' })).json
      const mail = await parseMail(Buffer.from(ink.raw), { envelope: null, file_time: null, now: 0 })
      assert.equal(mail.subject, `Ink [Ticket#${number}]`)
      assert.match(ink.raw, /^From: "?Rita Sand via Printers"? <printers@desk.example>/m)
      assert.match(ink.raw, /It is here\./)
      assert.match(ink.raw.replaceAll('=\r\n', ''), /Rita<\/b> of Printers/)
      assert.match(ink.raw, /Rita of Printers/)
      assert.doesNotMatch(ink.raw, /Auto-Submitted|Precedence/)
      assert.match(next.raw, new RegExp(`^Subject: RE: Ink \\[Ticket#${number}\\]`, 'm'))
      assert.ok(
        next.raw.includes(`In-Reply-To: ${first.message_id}`) && next.raw.includes(`Message-ID: ${second.message_id}`),
      )
      assert.deepEqual((await article(first.id)).preferences.delivery_status, 'success')
      assert.equal((await w.request(`channels/${channel}`)).json.status_out, 'ok')
      const plain = await w.request(`ticket_article_plain/${first.id}`, { as: 'rita' })
      assert.equal(plain.text.trim(), ink.raw.trim())
    })

    test('a mail of a trigger gets no subject prefix, and its headers keep programs from answering', async () => {
      const mail = { recipient: ['ticket_customer'], subject: 'We read it', body: 'Soon.' }
      const condition = { 'ticket.action': { operator: 'is', value: 'update' } }
      const trigger = await request('triggers', 'POST', {
        name: 'Answer',
        condition,
        perform: { 'notification.email': mail },
      })
      await write()
      await w.request(`triggers/${trigger.json.id}`, { method: 'DELETE' })
      await send()
      const { number } = (await w.request(`tickets/${ticket}`, { as: 'rita' })).json
      const automatic = server.mails.filter(({ raw }) => raw.includes('Auto-Submitted: auto-generated'))
      assert.deepEqual([server.mails.length, automatic.length], [2, 1])
      assert.match(automatic[0]?.raw ?? '', new RegExp(`^Subject: We read it \\[Ticket#${number}\\]`, 'm'))
    })

    test('pictures and files are part of the mail', async () => {
      const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      await write({
        content_type: 'text/html',
        body: `See <img src="data:image/png;base64,${pixel}">`,
        attachments: [
          {
            filename: "O'Hara's Übersicht.txt",
            data: Buffer.from('a list').toString('base64'),
            'mime-type': 'text/plain',
          },
        ],
      })
      await send()
      const raw = server.mails[0]?.raw ?? ''
      const [, cid] = /src=3D"cid:([^"]+)"/.exec(raw.replaceAll('=\r\n', '')) ?? []
      assert.ok(cid !== undefined && raw.includes(`Content-ID: <${cid}>`), raw)
      assert.ok(raw.includes(Buffer.from('a list').toString('base64')))
      assert.doesNotMatch(raw, /ticket_attachment/)
    })

    test('refused recipients are noted in the ticket; the others get the mail once', async () => {
      server.answers['gone@x.example'] = '550 no such user'
      server.answers['busy@x.example'] = '450 try later'
      const { id } = await write({ to: 'gone@x.example, busy@x.example', cc: 'nils@bakery.example' })
      await send()
      assert.equal((await article(id)).preferences.delivery_status, 'delayed')
      delete server.answers['busy@x.example']
      w.pass(hour)
      await send()
      assert.deepEqual(
        server.mails.map(({ to }) => to),
        [['nils@bakery.example'], ['busy@x.example']],
      )
      const states = (await w.request(`ticket_articles/${id}/delivery`, { as: 'rita' })).json.recipients
      assert.deepEqual(
        states.map(({ state }: { state: string }) => state),
        ['failed', 'sent', 'sent'],
      )
      assert.equal((await article(id)).preferences.delivery_status, 'partial')
      const note = (await articles()).at(-1)
      assert.deepEqual([note.internal, note.sender, note.type], [true, 'System', 'note'])
      assert.match(note.body, /gone@x\.example: 550 no such user/)
    })

    test('a permanently refused mail adds a note, reopens its ticket and can be sent again', async () => {
      server.answers['DATA'] = '554 too ugly'
      await request(`tickets/${ticket}`, 'PUT', { state: 'closed' })
      const { id, message_id } = await write()
      await send()
      assert.equal((await article(id)).preferences.delivery_status, 'fail')
      assert.equal((await w.request(`tickets/${ticket}?expand=true`, { as: 'rita' })).json.state, 'open')
      delete server.answers['DATA']
      assert.equal((await request(`ticket_articles/${id}/retry`, 'POST')).status, 200)
      await send()
      assert.equal(server.mails.length, 1)
      assert.ok(server.mails[0]?.raw.includes(message_id))
      assert.equal((await request(`ticket_articles/${id}/retry`, 'POST')).status, 422)
    })

    test('a mail whose connection is cut before or after the server has stored it is sent again unchanged', async () => {
      await write()
      for (const cut of ['before', 'after', undefined] as const) {
        server.cut = cut
        await send()
        w.pass(hour)
      }
      assert.equal(server.mails.length, 2)
      assert.equal(server.mails[0]?.raw, server.mails[1]?.raw)
    })

    test('a mail is given up after two days of failures', async () => {
      server.answers['DATA'] = '451 out of order'
      const { id } = await write()
      for (let count = 0; count < 25; count++) {
        await send()
        w.pass(5 * hour)
      }
      const { preferences } = await article(id)
      // The first attempt, and one after each of the 18 pauses.
      assert.deepEqual([preferences.delivery_status, preferences.delivery_retry], ['fail', 19])
      assert.match((await articles()).at(-1).body, /451 out of order/)
      const notes = (await articles()).filter(
        ({ preferences: p }: never) => (p as Record<string, unknown>)['delivery_message'],
      )
      assert.equal(notes.length, 1)
    })

    test('after a refused password, the mails of the channel wait and none is given up', async () => {
      await configure({ user: 'desk', password: 'wrong' })
      server.answers['AUTH'] = '535 wrong password'
      const ids = [(await write()).id, (await write()).id, (await write()).id]
      await send()
      const shown = (await w.request(`channels/${channel}`)).json
      assert.equal(shown.status_out, 'error')
      assert.match(shown.last_log_out, /535/)
      assert.match((await w.request('monitoring/health_check')).json.message, /Channel Mail/)
      delete server.answers['AUTH']
      w.pass(hour)
      await send()
      await send()
      assert.equal(server.mails.length, 3)
      for (const id of ids) assert.equal((await article(id)).preferences.delivery_status, 'success')
    })

    test('a stopping service does not wait for a silent server', async () => {
      server.isSilent = true
      await write()
      const stopping = poller()
      const received = new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          if (server.mails.length > 0) resolve(clearInterval(timer))
        }, 5)
      })
      await stopping.poll()
      await received
      await stopping.stop()
      const [task] = await mailTasks()
      assert.deepEqual([task.state, task.attempts, task.claimed_until], ['waiting', 0, null])
    })

    test('a signed reply address names the ticket; a changed one does not', async () => {
      await configure({ reply_to: 'signed' })
      await write()
      await send()
      const [, address = ''] = /^Reply-To: (\S+)/m.exec(server.mails[0]?.raw ?? '') ?? []
      assert.match(address, /^printers\+[0-9a-z]+\.[a-z2-7]{16}@desk\.example$/)
      assert.deepEqual(await readReplyAddress(w.desk.database, address.toUpperCase()), {
        base: 'printers@desk.example',
        ticket,
      })
      assert.equal(await readReplyAddress(w.desk.database, address.replace('+', '+1')), undefined)
      assert.equal(await readReplyAddress(w.desk.database, 'printers@desk.example'), undefined)
    })

    test('mails are signed with the key of their channel', async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const dkim_private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
      await configure({ dkim_domain: 'desk.example', dkim_selector: 'desk', dkim_private_key })
      await write()
      await send()
      assert.match(server.mails[0]?.raw ?? '', /^DKIM-Signature: [^\n]*d=desk\.example/m)
    })

    test('a mail of a group without an address is marked as failed, and can be sent when the group has one', async () => {
      const [{ id }] = (await w.request('email_addresses')).json
      await request(`email_addresses/${id}`, 'PUT', { active: false })
      const mail = await write()
      await send()
      assert.deepEqual([server.mails.length, mail.preferences.delivery_status], [0, 'fail'])
      assert.equal((await request(`ticket_articles/${mail.id}/retry`, 'POST')).status, 422)
      await request(`email_addresses/${id}`, 'PUT', { active: true })
      assert.equal((await request(`ticket_articles/${mail.id}/retry`, 'POST')).status, 200)
      await send()
      assert.equal(server.mails.length, 1)
    })

    test('a recipient whom a report names counts as failed, and gets the mail when it is resent', async () => {
      const { id, message_id } = await write({ to: 'nils@bakery.example, ada@x.example' })
      await send()
      await receiveMails(w.desk, [deliveryReport(message_id, 'Ada@x.example')], { envelope_from: '' })
      const { recipients } = (await w.request(`ticket_articles/${id}/delivery`, { as: 'rita' })).json
      assert.deepEqual(
        recipients.map(({ state, code }: Recipient) => `${state} ${code}`),
        ['sent 250', 'failed 550'],
      )
      assert.equal((await article(id)).preferences.delivery_status, 'partial')
      assert.equal((await request(`ticket_articles/${id}/retry`, 'POST')).status, 200)
      await send()
      assert.deepEqual(server.mails.at(-1)?.to, ['ada@x.example'])
    })

    test('messages of customers and notes are not mailed', async () => {
      await write({ type: 'note' })
      const body = { ticket_id: ticket, type: 'web', body: 'Still no ink' }
      assert.equal((await w.request('ticket_articles', { method: 'POST', body, as: 'nils' })).status, 201)
      assert.deepEqual(await mailTasks(), [])
    })
  })
}
