import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail } from '../../testing/mail-desk.ts'
import { newTicket } from '../../testing/new-ticket.ts'
import { receiveMails } from '../../testing/received.ts'
import { type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`answers to a mail that others have answered, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const nils = 'nils@desk.example'
    let count = 0
    /** Opens a ticket with a mail of an agent, and returns the ticket and the id of the mail. */
    const asked = async () => {
      const { id, number } = await newTicket(w)
      const message_id = `<offer${count++}@desk.example>`
      const body = { ticket_id: id, body: 'Yes?', type: 'email', to: nils, subject: 'Offer', message_id }
      assert.equal((await w.request('ticket_articles', { as: 'rita', method: 'POST', body })).status, 201)
      return { id, number, message_id }
    }

    /** Receives a mail that refers to others, the nearest last, and returns its id, its ticket and the decisions. */
    const answer = async (from: string, ...references: string[]) => {
      const id = `answer${count++}`
      const head = `References: ${references.join(' ')}\n`
      const [got] = await receiveMails(w.desk, [mail({ id, from, subject: id, head })])
      return { id: `<${id}@x.example>`, ticket: got?.ticket?.['id'], steps: got?.steps.join('\n') ?? '' }
    }

    test('of the customer join the ticket of the customer, also after a stranger has referred to the mail', async () => {
      const { id, message_id } = await asked()
      const stranger = await answer('eve@evil.example', message_id)
      assert.notEqual(stranger.ticket, id)
      const again = await answer('eve@evil.example', message_id, stranger.id)
      assert.equal(again.ticket, stranger.ticket)
      assert.equal((await answer(nils, message_id)).ticket, id)
    })

    test('of the stranger join the ticket of the stranger', async () => {
      const { message_id } = await asked()
      const stranger = await answer('eve@evil.example', message_id)
      const again = await answer('eve@evil.example', message_id)
      assert.equal(again.ticket, stranger.ticket)
      assert.match(again.steps, /but eve@evil.example takes no part in it\.\n.*and eve@evil.example is its customer/)
    })

    test('of the customer join the customer’s ticket if the mail arrives after an answer of a stranger', async () => {
      const stranger = await answer('eve@evil.example', '<question@x.example>')
      const [question] = await receiveMails(w.desk, [mail({ id: 'question', from: nils })])
      assert.notEqual(question?.ticket?.['id'], stranger.ticket)
      assert.equal((await answer(nils, '<question@x.example>')).ticket, question?.ticket?.['id'])
    })

    test('to a closed ticket whose group takes no follow-ups are collected in one new ticket', async () => {
      const { id, message_id } = await asked()
      const change = async (url: string, as: 'rita' | 'admin', body: object) =>
        assert.equal((await w.request(url, { as, method: 'PUT', body })).status, 200)
      await change(`tickets/${id}`, 'rita', { state: 'closed' })
      await change(`groups/${w.ids['Printers']}`, 'admin', { follow_up_possible: 'new_ticket' })
      const first = await answer(nils, message_id)
      assert.notEqual(first.ticket, id)
      assert.match(first.steps, /follow-up: The ticket is closed/)
      assert.equal((await answer(nils, message_id)).ticket, first.ticket)
    })
  })
}
