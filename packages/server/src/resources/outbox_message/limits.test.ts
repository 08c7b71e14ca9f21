import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Permission } from '@deskbell/contract'
import { eachDialect } from '../../testing/each-dialect.ts'
import { tokenFor, type World, world } from '../../testing/world.ts'
import { sendDue } from './send.ts'

/** A message that a customer may send, with values that only an agent can set. */
const ambitious = (ticket_id: number) => ({
  action: 'update_ticket',
  ticket_id,
  ticket_attributes: { owner: 'rita@desk.example' },
  new_article: { body: 'Hello', type: 'note', internal: true },
  hold_seconds: 10,
})

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`the limits of messages that are sent later, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const post = (body: object, authorization?: string) =>
      w.request('outbox_messages', {
        as: authorization === undefined ? 'rita' : 'anonymous',
        method: 'POST',
        body,
        headers: authorization === undefined ? {} : { authorization },
      })
    const limitedTo = async (...permissions: Permission[]) =>
      `Token token=${await tokenFor(w, 'ines', { permissions })}`
    const newTicket = async () => {
      const body = { title: 'x', group: 'Printers', customer: 'nils@desk.example', article: { body: 'Help' } }
      return (await w.request('tickets', { as: 'rita', method: 'POST', body })).json.id as number
    }
    const lastArticleOf = async (ticket: number) =>
      (await w.request(`ticket_articles/by_ticket/${ticket}`, { as: 'rita' })).json.at(-1)
    test('a message has no more rights than the token that wrote it', async () => {
      const ticket = await newTicket()
      const token = await limitedTo('ticket.customer')
      // ines reads the ticket as a member of its organization; as an agent of its group she may do more.
      const made = await post(ambitious(ticket), token)
      assert.equal(made.status, 201, made.text)
      assert.equal(made.json.limits, undefined)
      w.pass(10_000)
      assert.equal(await sendDue(w.desk), 1)
      const { json } = await w.request(`tickets/${ticket}?expand=true`, { as: 'rita' })
      assert.equal(json.owner, '-')
      const article = await lastArticleOf(ticket)
      assert.deepEqual([article.body, article.sender, article.internal], ['Hello', 'Customer', false])
    })

    test('a message keeps the limits of the token that wrote it, even if its author sends it with all rights', async () => {
      const ticket = await newTicket()
      const { json: made } = await post(ambitious(ticket), await limitedTo('ticket.customer'))
      const sent = await w.request(`outbox_messages/${made.id}/send`, { as: 'ines', method: 'PUT' })
      assert.equal(sent.status, 200, sent.text)
      assert.equal((await lastArticleOf(ticket)).internal, false)
    })

    test('a token without the rights of an agent reads nothing that its user wrote as an agent', async () => {
      const ticket = await newTicket()
      const headers = { authorization: await limitedTo('ticket.customer') }
      const { json: internal } = await w.request('outbox_messages', {
        as: 'ines',
        method: 'POST',
        body: ambitious(ticket),
      })
      const { json: open } = await post(ambitious(ticket), headers.authorization)
      const note = { ticket_id: ticket, kind: 'note', new_article: { body: 'He is upset.' } }
      const { json: draft } = await w.request('drafts', { as: 'ines', method: 'POST', body: note })
      const read = (path: string) => w.request(path, { as: 'anonymous', headers })
      const idsOf = async (path: string) => (await read(path)).json.map(({ id }: { id: number }) => id) as number[]
      assert.deepEqual([await idsOf('outbox_messages'), await idsOf('drafts')], [[open.id], []])
      for (const path of [`outbox_messages/${internal.id}`, `drafts/${draft.id}`]) {
        assert.equal((await read(path)).status, 403, path)
        assert.equal((await w.request(path, { as: 'anonymous', method: 'DELETE', headers })).status, 403, path)
      }
      const taken = await w.request(`outbox_messages/${open.id}`, { as: 'anonymous', method: 'DELETE', headers })
      assert.equal(taken.status, 200)
      assert.equal((await w.request(`outbox_messages/${internal.id}`, { as: 'ines', method: 'DELETE' })).status, 200)
    })

    test('a message that was written with all rights is limited by the token that sends it', async () => {
      const ticket = await newTicket()
      const { json: made } = await w.request('outbox_messages', { as: 'ines', method: 'POST', body: ambitious(ticket) })
      const headers = { authorization: await limitedTo('ticket.customer') }
      const sent = await w.request(`outbox_messages/${made.id}/send`, { as: 'anonymous', method: 'PUT', headers })
      assert.equal(sent.status, 200, sent.text)
      assert.equal((await lastArticleOf(ticket)).internal, false)
    })
  })
}
