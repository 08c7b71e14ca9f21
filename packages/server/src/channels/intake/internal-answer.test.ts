import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail } from '../../testing/mail-desk.ts'
import { newTicket } from '../../testing/new-ticket.ts'
import { receiveMails } from '../../testing/received.ts'
import { type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`answers to notifications and internal articles, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const notification = '<service.7.0123456789abcdef0123@desk.example>'
    const agent = 'Rita Sand <rita@desk.example>'
    let count = 0
    /** Receives an answer to a message; returns whether it is internal, the state of its ticket and the decisions. */
    const answer = async (number: string, message: string, from = agent, to = 'desk@desk.example') => {
      const head = `In-Reply-To: ${message}\n`
      const subject = `Re: Printer [Ticket#${number}]`
      const [got] = await receiveMails(w.desk, [mail({ id: `answer${count++}`, from, to, subject, head })])
      assert.equal(got?.ticket?.['number'], number, JSON.stringify(got?.steps))
      return { isInternal: Boolean(got?.article?.['internal']), state: got?.ticket?.['state'], steps: got?.steps ?? [] }
    }

    test('an agent who answers a notification writes for colleagues, unless the customer gets the mail', async () => {
      const { number } = await newTicket(w)
      const note = await answer(number, notification)
      assert.deepEqual([note.isInternal, note.state], [true, 'new'])
      assert.ok(note.steps.some((step) => step.includes('internal, because it answers a notification')))
      const shared = await answer(number, notification, agent, 'desk@desk.example, Nils <nils@desk.example>')
      assert.deepEqual([shared.isInternal, shared.state], [false, 'open'])
      const customer = await answer(number, notification, 'nils@desk.example')
      assert.equal(customer.isInternal, false)
    })

    test('an answer to an internal article is internal, unless the customer writes it', async () => {
      const { id, number } = await newTicket(w)
      const message_id = '<to-colleague@desk.example>'
      const mailed = { type: 'email', to: 'rita@desk.example', subject: 'Printer', message_id, internal: true }
      const body = { ticket_id: id, body: 'What do you think?', ...mailed }
      assert.equal((await w.request('ticket_articles', { as: 'rita', method: 'POST', body })).status, 201)
      assert.equal((await answer(number, message_id)).isInternal, true)
      assert.equal((await answer(number, message_id, 'nils@desk.example')).isInternal, false)
    })
  })
}
