import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail } from '../../testing/mail-desk.ts'
import { newTicket } from '../../testing/new-ticket.ts'
import { receiveMails } from '../../testing/received.ts'
import { type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`a free-text report about a mail to a customer, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    let count = 0
    /**
     * Mails a customer, closes the ticket or gives it the values in `change`, and receives a report that names the mail. Returns
     * whether the report is in the ticket, the state of that ticket, and the delivery status of the mail.
     */
    const report = async (
      from: string,
      subject: string,
      body: string,
      { head = '', change = { state: 'closed' } }: { head?: string; change?: object } = {},
    ) => {
      const { id } = await newTicket(w)
      const message_id = `<sent${count++}@desk.example>`
      const mailed = { type: 'email', to: 'nils@desk.example', subject: 'Offer', message_id }
      const article = { ticket_id: id, body: 'Yes?', ...mailed }
      const sent = await w.request('ticket_articles', { as: 'rita', method: 'POST', body: article })
      const changed = await w.request(`tickets/${id}`, { as: 'rita', method: 'PUT', body: change })
      assert.deepEqual([sent.status, changed.status], [201, 200], changed.text)
      const raw = mail({ id: `report${count}`, from, subject, head, body })
      const [got] = await receiveMails(w.desk, [raw.replaceAll('<sent>', message_id)])
      const { json } = await w.request(`ticket_articles/${sent.json.id}`, { as: 'rita' })
      const isSame = got?.ticket?.['id'] === id
      return [isSame, got?.ticket?.['state'], json.preferences.delivery_status]
    }

    const daemon = 'MAILER-DAEMON@mx.example'
    const returned = '\n\nMessage-ID: <sent>\n\nYes?\n'

    test('marks it as failed and opens the ticket again if it could not be delivered', async () => {
      const body = `It could not be delivered:\n\nnils@desk.example${returned}`
      assert.deepEqual(await report(daemon, 'Mail delivery failed', body), [true, 'open', 'fail'])
    })

    test('opens a pending ticket again, but changes no other state', async () => {
      const open = (await w.request('ticket_states')).json.find(({ name }: { name: string }) => name === 'open')
      const state = { name: 'in repair', state_type_id: open.state_type_id }
      assert.equal((await w.request('ticket_states', { method: 'POST', body: state })).status, 201)
      const body = `It could not be delivered:\n\nnils@desk.example${returned}`
      for (const [change, after] of [
        [{ state: 'pending reminder', pending_time: '2030-01-01T00:00:00.000Z' }, 'open'],
        [{ state: 'in repair' }, 'in repair'],
        [{ state: 'new' }, 'new'],
      ] as const) {
        assert.deepEqual(await report(daemon, 'Mail delivery failed', body, { change }), [true, after, 'fail'])
      }
    })

    test('may name the mail only in its header', async () => {
      const body = 'Address not found\n\nYour message was not delivered to nils@desk.example'
      const head = 'X-Failed-Recipients: nils@desk.example\nReferences: <other@desk.example> <sent>\n'
      const subject = 'Delivery Status Notification (Failure)'
      assert.deepEqual(await report(daemon, subject, body, { head }), [true, 'open', 'fail'])
    })

    test('may come from an empty address', async () => {
      const body = 'Delivery has failed to these recipients\n\nnils@desk.example'
      const head = 'In-Reply-To: <sent>\n'
      assert.deepEqual(await report('<>', 'Undeliverable: Offer', body, { head }), [true, 'open', 'fail'])
    })

    test('changes neither the mail nor the ticket if the mail is only delayed', async () => {
      const subject = 'Warning: message delayed 24 hours'
      for (const recipient of ['nils@desk.example', 'one of its recipients']) {
        const body = `It has not yet been delivered to\n\n${recipient}${returned}`
        const [isSame, state, status] = await report(daemon, subject, body)
        assert.deepEqual([isSame, state, status === 'fail'], [true, 'closed', false])
      }
    })
  })
}
