import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { writeSetting } from '../../kernel/settings.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { taskPoller } from '../../tasks/tasks.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { newTicket } from '../../testing/new-ticket.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { scheduleDigests } from './schedule-digests.ts'
import { taskHandlers } from '../../upkeep/task-handlers.ts'

const minute = 60_000
const options = { poll: { embedded: 1, server: 1 }, concurrency: { perLane: 2, total: 9 }, grace: 0 }

/** Returns the mails to an address, without the soft line breaks and escaped equals signs of quoted-printable. */
const mailsTo = ({ mails }: MailServer, address: string) =>
  mails.filter(({ to }) => to.includes(address)).map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))

const headerOf = (mail: string, name: string) => new RegExp(`^${name}: (.*)\\r?$`, 'm').exec(mail)?.[1]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`mails of the service on ${dialect}`, () => {
    let w: World
    let server: MailServer
    const request = async (
      path: string,
      method: 'POST' | 'PUT' | 'DELETE',
      body: object = {},
      as: Person = 'admin',
    ) => {
      const reply = await w.request(path, { method, body, as })
      assert.ok(reply.status < 300, `${path}: ${reply.text}`)
      return reply.json
    }
    /** Works on the tasks that are due after a minute. */
    const send = async () => {
      w.pass(minute)
      const poller = taskPoller(w.desk, async () => taskHandlers, options)
      await poller.poll()
      await poller.settled()
      await poller.stop()
    }
    const prefer = (as: Person, preferences: object) => request('users/preferences', 'PUT', preferences, as)
    const change = (id: number, body: object, as: Person) => request(`tickets/${id}`, 'PUT', body, as)

    before(async () => {
      w = await world(open)
      server = await mailServer()
      const outbound = { adapter: 'smtp', host: '127.0.0.1', port: server.port, security: 'none' }
      const channel = await request('channels', 'POST', { name: 'Mail', group_id: w.ids['Printers'], outbound })
      await request('email_addresses', 'POST', { name: 'Desk', email: 'desk@desk.example', channel_id: channel.id })
      await request('getting_started/base', 'POST', { url: 'https://help.desk.example' })
    })
    after(async () => {
      await server.close()
      await w.close()
    })
    beforeEach(async () => {
      await send()
      server.mails.length = 0
    })

    test('the agents of a group get a mail about a new ticket, with its text and a link; its author gets none', async () => {
      const ticket = await newTicket(w, { title: 'Ink <leaks>', article: { body: 'All & over' } })
      await send()
      assert.deepEqual(mailsTo(server, 'rita@desk.example'), [])
      const [mail = '', ...others] = mailsTo(server, 'ines@desk.example')
      assert.equal(others.length, 0)
      assert.match(mail, new RegExp(`^Subject: Ink <leaks> \\[Ticket#${ticket.number}\\]`, 'm'))
      assert.match(mail, /^From: "?Desk"? <desk@desk.example>/m)
      assert.match(mail, /^Auto-Submitted: auto-generated/m)
      assert.ok(mail.includes('All & over') && mail.includes('All &amp; over'))
      assert.ok(mail.includes(`https://help.desk.example/tickets/${ticket.number}`), mail)
      assert.ok(mail.includes('because the ticket has no owner yet'))
    })

    test('changes within a minute are one mail, without those of the recipient; mails about a ticket are one conversation', async () => {
      const { id } = await newTicket(w, { owner_id: w.ids['ines'] })
      await send()
      await change(id, { title: 'Mine', article: { body: 'My own words', internal: true } }, 'ines')
      await change(id, { priority: '3 high' }, 'rita')
      await change(id, { article: { body: 'Look at this', internal: true } }, 'rita')
      await send()
      const [first = '', second = '', ...more] = mailsTo(server, 'ines@desk.example')
      assert.equal(more.length, 0)
      assert.ok(second.includes('Priority: 2 normal') && second.includes('3 high (Rita Sand)'), second)
      assert.ok(second.includes('> Look at this') && second.includes('internal:'))
      assert.ok(!second.includes('My own words'))
      assert.ok(second.includes('because you own the ticket'))
      assert.equal(headerOf(first, 'References'), headerOf(second, 'References'))
      assert.notEqual(headerOf(first, 'Message-ID'), headerOf(second, 'Message-ID'))
    })

    test('the replacement of an absent owner gets the mails of the owner, too', async () => {
      const group_ids = { [w.ids['Printers'] as number]: ['read'], [w.ids['Network'] as number]: ['read'] }
      await request(`users/${w.ids['omar']}`, 'PUT', { group_ids })
      const ticket = await newTicket(w, { owner_id: w.ids['ines'] })
      const today = w.desk.now().toISOString().slice(0, 10)
      const dates = { out_of_office_start_at: today, out_of_office_end_at: today }
      const absence = { out_of_office: true, ...dates, out_of_office_replacement_id: w.ids['omar'] }
      await request('users/out_of_office', 'PUT', absence, 'ines')
      await change(ticket.id, { title: 'Who looks after it?' }, 'rita')
      await send()
      const [mail = '', ...others] = mailsTo(server, 'omar@desk.example')
      assert.equal(others.length, 0)
      assert.ok(mail.includes('because you are standing in for the owner'), mail)
      await request('users/out_of_office', 'PUT', { out_of_office: false }, 'ines')
      await change(ticket.id, { title: 'The owner' }, 'rita')
      await send()
      assert.equal(mailsTo(server, 'omar@desk.example').length, 1)
    })

    test('an agent who can no longer read the ticket gets no mail', async () => {
      await newTicket(w, { owner_id: w.ids['ines'] })
      const access = (levels: string[]) =>
        request(`users/${w.ids['ines']}`, 'PUT', { group_ids: { [w.ids['Printers'] as number]: levels } })
      await access(['create'])
      await send()
      assert.deepEqual(mailsTo(server, 'ines@desk.example'), [])
      await access(['full'])
    })

    test('the address in a mail turns such mails off without signing in, and no others', async () => {
      await newTicket(w, { owner_id: w.ids['ines'] })
      await send()
      const [mail = ''] = mailsTo(server, 'ines@desk.example')
      const [, address = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(mail.replaceAll('\r\n ', ' ')) ?? []
      assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
      const { pathname } = new URL(address)
      const wrong = await w.request(`${pathname.slice(0, -1)}_`, { method: 'POST', as: 'anonymous' })
      assert.equal(wrong.status, 404)
      assert.match(wrong.json.error, /^This link to turn off mails is not valid\./)
      const opened = await w.request(pathname, { as: 'anonymous' })
      assert.deepEqual([opened.status, opened.headers['location']], [303, pathname.replace('/api/v1', '')])
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = 'List-Unsubscribe=One-Click'
      assert.equal((await w.request(pathname, { method: 'POST', as: 'anonymous', headers, body })).status, 200)
      const { notification_config } = (await w.request('users/me', { as: 'ines' })).json.preferences
      assert.deepEqual(
        [notification_config.matrix.create.channel, notification_config.matrix.update.channel],
        [
          { email: false, online: true },
          { email: true, online: true },
        ],
      )
      server.mails.length = 0
      const { id } = await newTicket(w, { owner_id: w.ids['ines'] })
      await send()
      assert.deepEqual(mailsTo(server, 'ines@desk.example'), [])
      await change(id, { title: 'Other' }, 'rita')
      await send()
      assert.equal(mailsTo(server, 'ines@desk.example').length, 1)
      await prefer('ines', { notification_config: null })
    })

    /** Returns the end of the link to a page in the last mail to an address: its token. */
    const tokenIn = (address: string, page: string) =>
      new RegExp(`https://help.desk.example/${page}/([\\w-]+)`).exec(mailsTo(server, address).at(-1) ?? '')?.[1] ?? ''

    test('a link for a new password is mailed to the account, and the response does not reveal whether it exists', async () => {
      const ask = (username: string) =>
        w.request('users/password_reset', { method: 'POST', as: 'anonymous', body: { username } })
      const [known, unknown] = [await ask('Nils@desk.example'), await ask('unknown@desk.example')]
      assert.deepEqual([known.status, known.json], [200, { message: 'ok' }])
      assert.deepEqual([unknown.status, unknown.json], [200, { message: 'ok' }])
      assert.ok((await w.request('tasks')).json.every(({ payload }: { payload: object }) => !('token' in payload)))
      await send()
      assert.equal(server.mails.length, 1)
      const body = { token: tokenIn('nils@desk.example', 'password'), password: 'Right horse 1' }
      const { json } = await w.request('users/password_reset_verify', { method: 'POST', as: 'anonymous', body })
      assert.deepEqual(json, { message: 'ok', user_login: 'nils@desk.example' })
      for (let time = 0; time < 4; time++) {
        await ask('nils@desk.example')
        await send()
      }
      // An account gets at most three of these mails in an hour.
      assert.equal(server.mails.length, 3)
    })

    test('the link in the mail and the password activate the account of a sign-up', async () => {
      await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'user_create_account', true))
      const sign = { email: 'new@bakery.example', firstname: 'Nora', password: 'Right horse 1', signup: true }
      const up = await w.request('users', { method: 'POST', as: 'anonymous', body: sign })
      assert.deepEqual([up.status, up.json], [201, { message: 'ok' }])
      await send()
      const token = tokenIn('new@bakery.example', 'sign-up')
      const verify = async (password: string) =>
        (await w.request('users/email_verify', { method: 'POST', as: 'anonymous', body: { token, password } })).json
      assert.deepEqual(await verify('Wrong horse 1'), { message: 'failed' })
      assert.deepEqual(await verify('Right horse 1'), { message: 'ok', user_login: 'new@bakery.example' })
      assert.deepEqual(await verify('Right horse 1'), { message: 'failed' })
      const { json } = await w.request('users/search?query=new@bakery.example')
      assert.deepEqual([json[0].active, json[0].verified], [true, true])
      await w.request('users', { method: 'POST', as: 'anonymous', body: sign })
      await send()
      assert.notEqual(tokenIn('new@bakery.example', 'password'), '')
    })

    test('a second sign-up does not change the password of an account that an administrator has activated', async () => {
      const sign = { email: 'ada@bakery.example', firstname: 'Ada', password: 'Right horse 1', signup: true }
      await w.request('users', { method: 'POST', as: 'anonymous', body: sign })
      const [{ id }] = (await w.request('users/search?query=ada@bakery.example')).json
      await request(`users/${id}`, 'PUT', { active: true })
      w.pass(minute)
      await w.request('users', { method: 'POST', as: 'anonymous', body: { ...sign, password: 'Other horse 1' } })
      const signIn = async (password: string) => {
        const authorization = `Basic ${Buffer.from(`${sign.email}:${password}`).toString('base64')}`
        return (await w.request('users/me', { as: 'anonymous', headers: { authorization } })).status
      }
      assert.deepEqual([await signIn('Right horse 1'), await signIn('Other horse 1')], [200, 401])
    })

    test('an administrator can invite a colleague with a link, an agent cannot', async () => {
      const invite = { firstname: 'Cleo', email: 'cleo@desk.example', invite: true }
      await request('users', 'POST', { ...invite, email: 'x@desk.example' }, 'rita')
      await request('users', 'POST', invite)
      await send()
      assert.deepEqual(
        server.mails.map(({ to }) => to),
        [['cleo@desk.example']],
      )
      const body = { token: tokenIn('cleo@desk.example', 'password') }
      const { json } = await w.request('users/password_reset_verify', { method: 'POST', as: 'anonymous', body })
      assert.deepEqual(json, { message: 'ok', user_login: 'cleo@desk.example' })
    })

    test('agents who want it get a digest in the morning of their time zone, once a day', async () => {
      await prefer('rita', { mail_digest: true, timezone: 'America/Lima' })
      const article = { body: 'Well?', type: 'phone', sender: 'Customer' }
      await newTicket(w, { title: 'Waits for Rita', owner_id: w.ids['rita'], article })
      await send()
      server.mails.length = 0
      const round = async () => {
        await scheduleDigests(w.desk)
        await send()
      }
      // It is Monday in Lima: the first round is before seven o'clock, the next two are after it.
      await round()
      assert.equal(server.mails.length, 0)
      w.pass(4 * 60 * minute)
      await round()
      await round()
      assert.equal(server.mails.length, 1)
      const [mail = ''] = mailsTo(server, 'rita@desk.example')
      assert.match(mail, /^Subject: Deskbell: your day, Mar 2, 2026/m)
      assert.ok(mail.includes('Customers waiting for your reply') && mail.includes('Waits for Rita'), mail)
      assert.match(mail, /^List-Unsubscribe:[^]{1,5}<https:[^>]*[.]digest[.]/m)
      w.pass(24 * 60 * minute)
      await round()
      assert.equal(mailsTo(server, 'rita@desk.example').length, 2)
      const wrong = await w.request('users/preferences', { method: 'PUT', as: 'rita', body: { mail_digest_hour: 24 } })
      assert.match(wrong.json.error, /mail_digest_hour: expected an hour from 0 to 23/)
      await prefer('rita', { mail_digest_hour: 9 })
      w.pass(24 * 60 * minute)
      await round()
      assert.equal(mailsTo(server, 'rita@desk.example').length, 2)
      w.pass(2 * 60 * minute)
      await round()
      assert.equal(mailsTo(server, 'rita@desk.example').length, 3)
      await prefer('rita', { mail_digest: false, mail_digest_hour: null, timezone: null })
    })

    test('a temporary refusal of the mail server delays the mail, and a refused recipient is recorded', async () => {
      await newTicket(w, { owner_id: w.ids['ines'] })
      server.answers['MAIL'] = '450 later'
      await send()
      assert.deepEqual(server.mails, [])
      delete server.answers['MAIL']
      server.answers['ines@desk.example'] = '550 no such user'
      w.pass(5 * minute)
      await send()
      delete server.answers['ines@desk.example']
      const { json } = await w.request('automatic_mails?sort_by=id&order_by=desc&per_page=1')
      assert.deepEqual(
        [json[0].kind, json[0].address, json[0].state, json[0].reason],
        ['notification', 'ines@desk.example', 'failed', '550 no such user'],
      )
      assert.deepEqual(await w.desk.database.sql.selectFrom('waiting_notifications').selectAll().execute(), [])
    })
  })
}
