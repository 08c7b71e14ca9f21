import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { mailKey } from '../email/mail-key.ts'
import { replyAddress } from '../email/reply-address.ts'
import { writeSetting } from '../../kernel/settings.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { deliveryReport, mail } from '../../testing/mail-desk.ts'
import { receiveMails } from '../../testing/received.ts'
import { type World, world } from '../../testing/world.ts'
import { senders, types } from '../../resources/article/kinds.ts'
import { recordMail } from '../../resources/automatic_mail/admit.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'
import { purgeReceivedMails } from './purge.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`received mail, on ${dialect}`, () => {
    let w: World
    beforeEach(async () => {
      w = await world(open)
      await unitOfWork(w.desk, systemUser, async (unit) => {
        const address = await insert(unit, 'email_address', { name: 'Printers', email: 'printers@desk.example' })
        await unit.db.sql
          .updateTable('groups')
          .set({ email_address_id: address })
          .where('name', '=', 'Printers')
          .execute()
      })
    })
    afterEach(() => w.close())

    const nils = 'Nils Brandt <nils@desk.example>'
    const to = 'Printers <printers@desk.example>'
    const post = (url: string, body: object) => w.request(url, { method: 'POST', body })
    const put = async (url: string, body: object) => {
      const reply = await w.request(url, { as: url.startsWith('tickets') ? 'rita' : 'admin', method: 'PUT', body })
      assert.equal(reply.status, 200, reply.text)
    }
    const read = async (url: string) => w.request(url, { as: 'rita' })
    const one = async (message: string) => (await receiveMails(w.desk, [message]))[0]

    /** Sends an answer of an agent as a mail, and returns its Message-ID. */
    const answer = async (
      ticket_id: unknown,
      message_id = '<answer@desk.example>',
      recipient = 'nils@desk.example',
    ) => {
      const body = { ticket_id, body: 'Yes?', type: 'email', to: recipient, message_id, subject: 'Re: x' }
      const reply = await w.request('ticket_articles', { as: 'rita', method: 'POST', body })
      assert.equal(reply.status, 201, reply.text)
      return reply.json
    }

    test('opens a ticket in the group of its address, and the decisions explain why', async () => {
      const got = await one(mail({ id: 'a', from: nils, to, subject: 'Paper jam' }))
      assert.deepEqual(
        [got?.state, got?.ticket?.['group'], got?.ticket?.['customer']],
        ['taken', 'Printers', 'nils@desk.example'],
      )
      assert.deepEqual(
        [got?.ticket?.['title'], got?.ticket?.['state'], got?.ticket?.['article_count']],
        ['Paper jam', 'new', 1],
      )
      assert.match(
        got?.steps.join('\n') ?? '',
        /sender: nils@desk.example is a customer[^]*group: The group "Printers" has the address printers@desk.example/,
      )
      const shown = await read(`ticket_articles/${String(got?.article?.['id'])}`)
      assert.deepEqual([shown.json.type_id, shown.json.preferences['send-auto-response']], [types.email, true])
      const plain = await read(`ticket_article_plain/${String(got?.article?.['id'])}`)
      assert.equal(plain.text, mail({ id: 'a', from: nils, to, subject: 'Paper jam' }))
    })

    test('becomes one article, even if it arrives again over another server', async () => {
      const message = mail({ id: 'a', from: nils, to })
      const [first, again, copy] = await receiveMails(w.desk, [message, message, `Received: from relay\n${message}`])
      assert.deepEqual([first?.state, again?.state, copy?.state], ['taken', 'duplicate', 'duplicate'])
      assert.equal(again?.article?.['id'], first?.article?.['id'])
      const other = await one(mail({ id: 'a', from: nils, to, date: '3 Feb 2026 10:00:00 +0000' }))
      assert.equal(other?.state, 'taken')
    })

    test('of a participant continues the ticket by Message-ID, and reopens it', async () => {
      const first = await one(mail({ id: 'a', from: nils, to, head: 'Cc: friend@far.example\n' }))
      const ticket = first?.ticket?.['id']
      await answer(ticket)
      await put(`tickets/${String(ticket)}`, { state: 'closed' })
      const head = 'In-Reply-To: <answer@desk.example>\n'
      const reply = await one(mail({ id: 'b', from: 'friend@far.example', to, subject: 'Else', head }))
      assert.deepEqual([reply?.ticket?.['id'], reply?.ticket?.['state']], [ticket, 'open'])
      assert.match(reply?.steps.join('\n') ?? '', /friend@far.example takes part in it/)
    })

    test('of a stranger who names a ticket opens another one, linked with it', async () => {
      const first = await one(mail({ id: 'a', from: nils, to }))
      const { number, id } = first?.ticket ?? {}
      const subject = `Re: Printer [Ticket#${String(number)}]`
      const head = 'In-Reply-To: <a@x.example>\n'
      for (const stranger of [
        mail({ id: 'b', from: 'eve@evil.example', to, subject }),
        mail({ id: 'c', from: 'eve@evil.example', to, subject: 'Hm', head }),
      ]) {
        const got = await one(stranger)
        assert.notEqual(got?.ticket?.['id'], id)
        assert.match(
          got?.steps.join('\n') ?? '',
          /thread: .* leads to ticket \d+, but eve@evil.example takes no part in it/,
        )
      }
      const links = await read(`links?link_object=Ticket&link_object_value=${String(id)}`)
      assert.equal(links.json.links.length, 2)
      const own = await one(mail({ id: 'd', from: nils, to, subject }))
      assert.equal(own?.ticket?.['id'], id)
    })

    test('without a sender address does not continue the ticket of another such mail', async () => {
      const first = await one(mail({ id: 'a', from: 'undisclosed', to }))
      const second = await one(mail({ id: 'b', from: 'unknown', to, head: 'In-Reply-To: <a@x.example>\n' }))
      assert.equal(first?.ticket?.['customer_id'], second?.ticket?.['customer_id'])
      assert.notEqual(first?.ticket?.['id'], second?.ticket?.['id'])
    })

    test('does not continue a ticket if its author is forged according to DMARC', async () => {
      const first = await one(mail({ id: 'a', from: nils, to }))
      await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'mail_authserv_id', 'mx.desk.example'))
      const forged = 'In-Reply-To: <a@x.example>\nAuthentication-Results: mx.desk.example; spf=fail; dmarc=fail\n'
      const got = await one(mail({ id: 'b', from: nils, to, head: forged }))
      assert.notEqual(got?.ticket?.['id'], first?.ticket?.['id'])
      assert.match(got?.steps.join('\n') ?? '', /DMARC/)
      const asAgent = mail({ id: 'd', from: 'rita@desk.example', to: `${to}, zoe@desk.example`, head: forged })
      const { ticket, article } = (await one(asAgent)) ?? {}
      assert.deepEqual([ticket?.['customer'], article?.['sender_id']], ['rita@desk.example', senders.customer])
      const claimed = forged.replace('mx.desk.example', 'mx.evil.example')
      assert.equal((await one(mail({ id: 'c', from: nils, to, head: claimed })))?.ticket?.['id'], first?.ticket?.['id'])
    })

    test('to the signed reply address continues the ticket from any sender; a forged one does not', async () => {
      const first = await one(mail({ id: 'a', from: nils, to }))
      const ticket = first?.ticket?.['id'] as number
      const address = replyAddress(await mailKey(w.desk), 'printers@desk.example', ticket)
      const got = await one(mail({ id: 'b', from: 'nils@home.example', to: address, subject: 'From home' }))
      assert.equal(got?.ticket?.['id'], ticket)
      const forged = replyAddress('another key', 'printers@desk.example', ticket)
      const other = await one(mail({ id: 'c', from: 'eve@evil.example', to: forged, subject: 'Hello' }))
      assert.notEqual(other?.ticket?.['id'], ticket)
      assert.equal(other?.ticket?.['group'], 'Printers')
    })

    test('to a closed ticket opens another one if the group takes no follow-ups', async () => {
      const first = await one(mail({ id: 'a', from: nils, to }))
      await put(`tickets/${String(first?.ticket?.['id'])}`, { state: 'closed' })
      await put(`groups/${w.ids['Printers']}`, { follow_up_possible: 'new_ticket' })
      const got = await one(mail({ id: 'b', from: nils, to, head: 'In-Reply-To: <a@x.example>\n' }))
      assert.notEqual(got?.ticket?.['id'], first?.ticket?.['id'])
      assert.match(got?.steps.join('\n') ?? '', /follow-up: The ticket is closed/)
    })

    test('that a program has written is not answered, and a notice of absence does not reopen the ticket', async () => {
      const first = await one(mail({ id: 'a', from: nils, to }))
      const id = String(first?.ticket?.['id'])
      await put(`tickets/${id}`, { state: 'closed' })
      const head = 'In-Reply-To: <a@x.example>\nAuto-Submitted: auto-replied\n'
      const away = await one(mail({ id: 'b', from: nils, to, subject: 'Out of office', head }))
      assert.deepEqual([away?.ticket?.['id'], away?.ticket?.['state']], [first?.ticket?.['id'], 'closed'])
      const shown = await read(`ticket_articles/${String(away?.article?.['id'])}`)
      assert.equal(shown.json.preferences['send-auto-response'], false)
      const unmarked = 'In-Reply-To: <a@x.example>\nReturn-Path: <>\n'
      assert.equal((await one(mail({ id: 'c', from: nils, to, head: unmarked })))?.ticket?.['state'], 'closed')
    })

    test('of this service itself is ignored', async () => {
      const first = await one(mail({ id: 'a', from: nils, to }))
      await answer(first?.ticket?.['id'])
      const own = mail({ id: 'x', from: to, to }).replace('<x@x.example>', '<answer@desk.example>')
      const got = await one(own)
      assert.equal(got?.state, 'ignored')
    })

    test('that reports a failure is added to the ticket of the returned mail', async () => {
      const first = await one(mail({ id: 'a', from: nils, to }))
      const id = first?.ticket?.['id']
      const sent = await answer(id)
      await put(`tickets/${String(id)}`, { state: 'closed' })
      const got = (
        await receiveMails(w.desk, [deliveryReport('<answer@desk.example>', 'nils@desk.example')], {
          envelope_from: '',
        })
      )[0]
      assert.deepEqual(
        [got?.ticket?.['id'], got?.ticket?.['state'], got?.article?.['internal'] && true],
        [id, 'open', true],
      )
      const { json } = await read(`ticket_articles/${sent.id}`)
      assert.equal(json.preferences.delivery_status, 'fail')
      assert.match(json.preferences.delivery_status_message, /nils@desk.example failed, 5.1.1, 550 no such user/)
      const user = await w.request(`users/${w.ids['nils']}`)
      assert.equal(user.json.preferences.mail_delivery_failed, true)
    })

    test('that reports a failure of a notification opens no ticket, and marks its reader', async () => {
      await unitOfWork(w.desk, systemUser, (unit) =>
        recordMail(
          unit,
          { kind: 'notification', address: 'rita@desk.example', message_id: '<service.1@desk.example>' },
          'sent',
        ),
      )
      const message = deliveryReport('<service.1@desk.example>', 'rita@desk.example')
      const [got] = await receiveMails(w.desk, [message], { envelope_from: '' })
      assert.deepEqual([got?.state, got?.ticket], ['ignored', undefined])
      assert.equal((await w.request(`users/${w.ids['rita']}`)).json.preferences.mail_delivery_failed, true)
      const [entry] = (await w.request('automatic_mails')).json
      assert.deepEqual([entry.state, entry.reason], ['failed', got?.reason.replace(/^.*\): /, '')])
    })

    test('is put into quarantine, or changes its new ticket, as filters say', async () => {
      await post('postmaster_filters', {
        name: 'spam',
        match: { 'x-spam-flag': { operator: 'is', value: 'yes' } },
        perform: { 'x-zammad-ignore': { value: true } },
      })
      await post('postmaster_filters', {
        name: 'urgent',
        match: {
          subject: { operator: 'starts with', value: 'urgent' },
          from: { operator: 'contains not', value: 'evil' },
        },
        perform: {
          'x-zammad-ticket-priority_id': { value: 3 },
          'x-zammad-ticket-tags': { operator: 'add', value: 'hot, fire' },
          'x-zammad-article-internal': { value: true },
        },
      })
      const spam = await one(mail({ id: 'a', from: nils, to, head: 'X-Spam-Flag: YES\n' }))
      assert.deepEqual([spam?.state, spam?.reason], ['quarantined', 'The filter "spam" puts it into quarantine.'])
      const hot = await one(mail({ id: 'b', from: nils, to, subject: 'URGENT: fire' }))
      assert.deepEqual([hot?.ticket?.['priority_id'], Boolean(hot?.article?.['internal'])], [3, true])
      const tags = await read(`tags?object=Ticket&o_id=${String(hot?.ticket?.['id'])}`)
      assert.deepEqual(tags.json.tags, ['hot', 'fire'])
      const wrong = await post('postmaster_filters', { name: 'x', match: {}, perform: {} })
      assert.equal(wrong.status, 422)
      const unknown = await post('postmaster_filters', {
        name: 'x',
        match: { from: { operator: 'contains', value: 'x' } },
        perform: { 'x-zammad-ticket-color': { value: 1 } },
      })
      assert.match(unknown.json.error, /x-zammad-ticket-color/)
    })

    test('of one sender opens at most 20 tickets in a storm; further mails join the newest of them', async () => {
      const mails = Array.from({ length: 25 }, (_, at) => mail({ id: `s${at}`, from: nils, to, subject: `Disk ${at}` }))
      const got = await receiveMails(w.desk, mails)
      assert.equal(new Set(got.map(({ ticket }) => ticket?.['id'])).size, 20)
      assert.match(got.at(-1)?.steps.join('\n') ?? '', /storm: .* nils@desk.example sent 20 mails within 10 minutes/)
      assert.ok(got.every(({ state }) => state === 'taken'))
      await put(`tickets/${String(got.at(-1)?.ticket?.['id'])}`, { state: 'closed' })
      const later = await one(mail({ id: 'later', from: nils, to, subject: 'Disk later' }))
      assert.equal(later?.ticket?.['state'], 'new')
    })

    test('of an agent has the first outside recipient as its customer', async () => {
      const got = await one(mail({ id: 'a', from: 'rita@desk.example', to: `${to}, zoe@desk.example` }))
      assert.equal(got?.ticket?.['customer'], 'zoe@desk.example')
      assert.equal(got?.article?.['sender_id'], senders.agent)
    })

    test('is deleted after the days in the setting (90), unless it is in quarantine; its article stays', async () => {
      const got = await one(mail({ id: 'a', from: nils, to }))
      await one('{"no": "mail"}')
      w.pass(91 * 86_400_000)
      assert.equal(await purgeReceivedMails(w.desk), 1)
      const remaining = await w.desk.database.sql.selectFrom('received_mails').select('state').execute()
      assert.deepEqual(
        remaining.map(({ state }) => state),
        ['quarantined'],
      )
      const plain = await read(`ticket_article_plain/${String(got?.article?.['id'])}`)
      assert.match(plain.text, /Message-ID: <a@x.example>/)
    })

    test('that cannot be read goes into quarantine with its bytes, from where it may be deleted', async () => {
      const got = await one('{"no": "mail"}')
      assert.deepEqual([got?.state, got?.reason], ['quarantined', 'The message has no mail header.'])
      await one(mail({ id: 'original' }))
      const [unreadable, taken] = (await w.request('received_mails')).json
      const remove = (id: number) => w.request(`received_mails/${id}`, { method: 'DELETE' })
      assert.equal((await remove(unreadable.id)).status, 200)
      assert.equal((await remove(unreadable.id)).status, 404)
      assert.match((await remove(taken.id)).json.error, /The mail is taken; only quarantined mails are deleted/)
    })
  })
}
