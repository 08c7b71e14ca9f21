import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { newTicket } from '../testing/new-ticket.ts'
import { type World, world } from '../testing/world.ts'
import { payloadOf } from '../webhooks/payload.ts'

const created = { 'ticket.action': { operator: 'is', value: 'create' } }
const mail = (more: object = {}) => ({
  'notification.email': {
    recipient: 'ticket_customer',
    subject: 'We have "#{ticket.title}"',
    body: 'Hello #{ticket.customer.firstname}, about #{ticket.title}',
    ...more,
  },
})

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`notifications of triggers on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())
    await withAddress(here)
    const mailsOf = (ticket: { id: number }) => articlesOf(here, ticket, 'email')

    test('a mail becomes an article of the service, from the address of the group', async () => {
      await withTrigger(here, mail(), async () => {
        const ticket = await newTicket(here, { title: 'Jam & <toner>' })
        const [sent] = await mailsOf(ticket)
        assert.deepEqual(
          [sent.sender, sent.from, sent.to, sent.internal, sent.created_by_id, sent.preferences.perform_origin],
          ['System', '"Printers" <printers@desk.example>', 'nils@desk.example', false, 1, 'trigger'],
        )
        assert.equal(sent.subject, `We have "Jam & <toner>" [Ticket#${ticket.number}]`)
        assert.equal(sent.body, 'Hello Nils, about Jam &amp; &lt;toner&gt;')
      })
    })

    test('the HTML of an article becomes text in a subject', async () => {
      await withTrigger(here, mail({ subject: '#{article.body_as_html}' }), async () => {
        const article = { body: '<p>Jam &amp; <b>toner</b> &lt;again&gt;</p>', content_type: 'text/html' }
        const ticket = await newTicket(here, { article })
        const [sent] = await mailsOf(ticket)
        assert.equal(sent.subject, `Jam & toner <again> [Ticket#${ticket.number}]`)
      })
    })

    test('several recipients get one mail, which names each of them once', async () => {
      const recipient = ['ticket_customer', `userid_${here.ids['nils']}`, 'ticket_agents', 'article_last_sender']
      await withTrigger(here, mail({ recipient }), async () => {
        const [sent] = await mailsOf(await newTicket(here))
        assert.deepEqual(sent.to.split(', ').toSorted(), [
          'ines@desk.example',
          'nils@desk.example',
          'rita@desk.example',
        ])
      })
    })

    test('mail servers, no-reply addresses and addresses of the desk get no mail', async () => {
      for (const email of ['mailer-daemon@bakery.example', 'noreply@bakery.example', 'printers@desk.example']) {
        const { json: customer } = await here.request('users', { method: 'POST', body: { firstname: 'No', email } })
        await withTrigger(here, mail(), async () => {
          assert.deepEqual(await mailsOf(await newTicket(here, { customer_id: customer.id })), [], email)
        })
        await here.request(`users/${customer.id}`, { method: 'PUT', body: { email: `x${customer.id}@bakery.example` } })
      }
    })

    test('a trigger does nothing at all if the article forbids automatic replies', async () => {
      const perform = { ...mail(), 'ticket.priority_id': { value: '3' } }
      await withTrigger(here, perform, async () => {
        const article = { body: 'Away', preferences: { 'send-auto-response': false } }
        const ticket = await newTicket(here, { article })
        assert.equal(ticket.priority_id, 2)
        assert.deepEqual(await mailsOf(ticket), [])
      })
    })

    test('after ten mails in ten minutes a recipient gets no more from a ticket', async () => {
      const { json } = await here.request('triggers', {
        method: 'POST',
        body: {
          name: 'Each note',
          condition: { 'article.action': { operator: 'is', value: 'create' } },
          perform: mail(),
        },
      })
      const ticket = await newTicket(here)
      const note = () =>
        here.request(`tickets/${ticket.id}`, { method: 'PUT', body: { article: { body: 'Again' } }, as: 'rita' })
      for (let round = 0; round < 11; round++) await note()
      assert.equal((await mailsOf(ticket)).length, 10)
      // The new ticket and eleven notes have started the trigger twelve times, so the last two mails were prevented.
      const { json: entries } = await here.request('automatic_mails?sort_by=id&order_by=desc')
      assert.deepEqual(
        [entries[0].state, entries[0].reason, entries[0].address, entries[2].state],
        [
          'prevented',
          'it has received 10 automatic mails about this ticket in 10 minutes',
          'nils@desk.example',
          'sent',
        ],
      )
      here.pass(11 * 60_000)
      await note()
      assert.equal((await mailsOf(ticket)).length, 11)
      await here.request(`triggers/${json.id}`, { method: 'DELETE' })
    })

    test('after five answers in an hour an address gets no more answers, even in other tickets', async () => {
      const article = { type: 'email', sender: 'Customer', from: 'Robot <robot@other.example>', body: 'Beep' }
      const perform = mail({ recipient: 'article_last_sender' })
      const answers = async (number: number) => {
        // The limit ignores the part after `+`, so these addresses count as one.
        const reply_to = `robot+${number}@other.example`
        const mails = await mailsOf(await newTicket(here, { article: { ...article, reply_to } }))
        return mails.filter(({ sender }: { sender: string }) => sender === 'System').length
      }
      await withTrigger(here, perform, async () => {
        const sent: number[] = []
        for (let number = 0; number < 7; number++) sent.push(await answers(number))
        assert.deepEqual(sent, [1, 1, 1, 1, 1, 0, 0])
        here.pass(61 * 60_000)
        assert.equal(await answers(8), 1)
      })
    })

    test('a webhook receives the ticket and the article, even twice for one event', async () => {
      const hook = { name: 'Chat', endpoint: 'https://chat.example/hook', events: '' }
      const { json: webhook } = await here.request('webhooks', { method: 'POST', body: hook })
      const perform = { 'notification.webhook': { webhook_id: webhook.id } }
      await withTrigger(here, perform, () =>
        withTrigger(here, perform, async () => {
          const ticket = await newTicket(here)
          const deliveries = await here.desk.database.sql
            .selectFrom('webhook_deliveries')
            .selectAll()
            .where('ticket_id', '=', ticket.id)
            .execute()
          assert.deepEqual(
            deliveries.map(({ event }) => event),
            ['Rule', 'Rule 2'],
          )
          const plain = { customized_payload: false, custom_payload: null }
          const body = JSON.parse((await payloadOf(here.desk, deliveries[0] as never, plain)) ?? '')
          assert.deepEqual(Object.keys(body), ['ticket', 'article'])
          assert.deepEqual([body.ticket.customer.firstname, body.article.body], ['Nils', 'It is stuck.'])
          const custom = {
            customized_payload: true,
            custom_payload: '{"text": "#{ticket.title} by #{ticket.customer.login}"}',
          }
          assert.equal(
            await payloadOf(here.desk, deliveries[0] as never, custom),
            '{"text":"Paper jam by nils@desk.example"}',
          )
        }),
      )
    })

    test('incomplete notifications are refused', async () => {
      const wrong = [
        { 'notification.email': { recipient: 'ticket_customer', subject: 'x' } },
        { 'notification.email': { recipient: [], subject: 'x', body: 'y' } },
        { 'notification.email': { recipient: 'everybody', subject: 'x', body: 'y' } },
        { 'notification.webhook': { webhook_id: 99_999 } },
        { 'ticket.owner_id': { pre_condition: 'specific' } },
      ]
      for (const perform of wrong) {
        const body = { name: 'Wrong', condition: created, perform }
        const { status, text } = await here.request('triggers', { method: 'POST', body })
        assert.equal(status, 422, text)
      }
    })
  })
}

async function withAddress(here: World): Promise<void> {
  const address = { name: 'Printers', email: 'printers@desk.example' }
  const { json } = await here.request('email_addresses', { method: 'POST', body: address })
  const { status } = await here.request(`groups/${here.ids['Printers']}`, {
    method: 'PUT',
    body: { email_address_id: json.id },
  })
  assert.equal(status, 200)
}

let activeRules = 0

async function withTrigger(here: World, perform: object, work: () => Promise<void>): Promise<void> {
  activeRules += 1
  const name = activeRules === 1 ? 'Rule' : `Rule ${activeRules}`
  const { json, text } = await here.request('triggers', { method: 'POST', body: { name, condition: created, perform } })
  assert.ok(json.id, text)
  try {
    await work()
  } finally {
    await here.request(`triggers/${json.id}`, { method: 'DELETE' })
    activeRules -= 1
  }
}

async function articlesOf(here: World, { id }: { id: number }, type: string) {
  const { json } = await here.request(`ticket_articles/by_ticket/${id}?expand=true`, { as: 'rita' })
  return json.filter((article: { type: string }) => article.type === type)
}
