import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { actorOf } from '../user/actor.ts'
import { serializeFor } from '../../events/serializer.ts'
import { readBatch } from '../../events/batch.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { sendDue } from './send.ts'

const seconds = (count: number) => count * 1000

/** The body of a new message: a reply of an agent or a customer. */
const reply = (ticket_id: number, more: object = {}) => ({
  action: 'create_article',
  ticket_id,
  new_article: { body: 'Drum ordered.', type: 'web' },
  hold_seconds: 10,
  ...more,
})

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`messages that are sent later, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const post = (as: Person | 'anonymous', body: object, headers = {}) =>
      w.request('outbox_messages', { as, method: 'POST', body, headers })
    const remove = (as: Person, id: number) => w.request(`outbox_messages/${id}`, { as, method: 'DELETE' })
    const sendNow = (as: Person, id: number) => w.request(`outbox_messages/${id}/send`, { as, method: 'PUT' })
    const show = (as: Person, id: number) => w.request(`outbox_messages/${id}`, { as })
    const newTicket = async (more: object = {}) => {
      const body = { title: 'x', group: 'Printers', customer: 'nils@desk.example', article: { body: 'Help' }, ...more }
      return (await w.request('tickets', { as: 'rita', method: 'POST', body })).json
    }
    const articlesOf = async (ticket: number) =>
      (await w.request(`ticket_articles/by_ticket/${ticket}`, { as: 'rita' })).json as Record<string, unknown>[]
    /** Everything that others could notice about a ticket. */
    const tracesOf = async (ticket: number) => {
      const { sql } = w.desk.database
      const events = await sql.selectFrom('events').select('id').where('ticket_id', '=', ticket).execute()
      const histories = await w.request(`ticket_history/${ticket}`, { as: 'rita' })
      const seen = await w.request(`tickets/${ticket}?all=true`, { as: 'rita' })
      const notified = await sql.selectFrom('online_notifications').select('id').execute()
      return [seen.text, histories.text, events.length, notified.length]
    }

    test('a message leaves no trace before it is due, and then becomes an article', async () => {
      const ticket = await newTicket()
      const before = await tracesOf(ticket.id)
      const made = await post('rita', {
        action: 'update_ticket',
        ticket_id: ticket.id,
        ticket_attributes: { state: 'pending reminder', pending_time: '2026-03-09T09:00:00.000Z' },
        new_article: { body: '<p>Ordered.</p>', content_type: 'text/html', type: 'web', time_unit: '5' },
        hold_seconds: 10,
      })
      assert.equal(made.status, 201, made.text)
      assert.equal(made.json.state, 'waiting')
      assert.equal(Date.parse(made.json.send_at) - w.desk.now().getTime(), seconds(10))
      assert.deepEqual(await tracesOf(ticket.id), before)
      w.pass(seconds(9))
      assert.equal(await sendDue(w.desk), 0)
      assert.deepEqual(await tracesOf(ticket.id), before)
      w.pass(seconds(1))
      assert.equal(await sendDue(w.desk), 1)
      assert.equal(await sendDue(w.desk), 0)
      const after = await w.request(`tickets/${ticket.id}?expand=true`, { as: 'rita' })
      assert.deepEqual([after.json.state, after.json.article_count], ['pending reminder', 2])
      assert.notEqual(after.json.first_response_at, null)
      const [, sent] = await articlesOf(ticket.id)
      assert.deepEqual([sent?.['body'], sent?.['created_by_id']], ['<p>Ordered.</p>', w.ids['rita']])
      assert.equal((await show('rita', made.json.id)).status, 404)
    })

    test('only the author sees a message, sends it and takes it back', async () => {
      const ticket = await newTicket()
      const { json: made } = await post('rita', reply(ticket.id))
      for (const as of ['admin', 'ines', 'omar', 'nils', 'maya', 'zoe', 'plain'] as const) {
        assert.ok([403, 404].includes((await show(as, made.id)).status), as)
        assert.ok([403, 404].includes((await remove(as, made.id)).status), as)
        assert.ok([403, 404].includes((await sendNow(as, made.id)).status), as)
        const list = (await w.request('outbox_messages', { as })).json
        assert.ok(!Array.isArray(list) || list.every(({ id }) => id !== made.id), as)
      }
      for (const method of ['GET', 'DELETE'] as const) {
        assert.equal((await w.request(`outbox_messages/${made.id}`, { as: 'anonymous', method })).status, 403)
      }
      assert.equal((await show('rita', made.id)).json.new_article.body, 'Drum ordered.')
      const taken = await remove('rita', made.id)
      assert.equal(taken.json.new_article.body, 'Drum ordered.')
      assert.equal((await remove('rita', made.id)).status, 404)
      assert.equal((await sendNow('rita', made.id)).status, 404)
      w.pass(seconds(60))
      assert.equal(await sendDue(w.desk), 0)
      assert.equal((await articlesOf(ticket.id)).length, 1)
    })

    test('only the author of a message receives its events', async () => {
      const { desk } = w
      const first = await desk.database.sql
        .selectFrom('events')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      const ticket = await newTicket()
      const { json: made } = await post('rita', reply(ticket.id))
      await remove('rita', made.id)
      const last = await desk.database.sql
        .selectFrom('events')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      const batch = await readBatch(desk, first.id, last.id, 1000)
      const namesFor = async (person: string) => {
        const cache = await desk.cache.current()
        const actor = await actorOf(desk, cache, w.ids[person] as number)
        assert.ok(actor)
        const texts = await serializeFor({ desk, db: desk.database, cache, actor }, batch)
        return texts.flatMap((text) => (text?.includes('outbox_message') ? [JSON.parse(text).name as string] : []))
      }
      assert.deepEqual(await namesFor('rita'), ['outbox_message.created', 'outbox_message.deleted'])
      for (const other of ['admin', 'ines', 'nils', 'maya']) assert.deepEqual(await namesFor(other), [], other)
    })

    test('a message that the usual route would refuse is refused immediately', async () => {
      const ticket = await newTicket()
      assert.equal((await post('anonymous', reply(ticket.id))).status, 403)
      assert.equal((await post('zoe', reply(ticket.id))).status, 403)
      assert.equal((await post('plain', reply(ticket.id))).status, 403)
      assert.equal((await post('omar', reply(ticket.id))).status, 403)
      assert.equal((await post('rita', reply(999_999))).status, 404)
      for (const wrong of [
        { hold_seconds: 61 },
        { hold_seconds: -1 },
        { hold_seconds: 'soon' },
        { hold_seconds: null },
        { action: 'delete_ticket' },
        { action: 'create_ticket' },
        { ticket_id: null },
        { ticket_attributes: { state: 'closed' } },
        { new_article: {} },
        { new_article: [] },
        { new_article: { body: ' ' } },
        { action: 'update_ticket', new_article: {} },
        { action: 'update_ticket', ticket_attributes: { state: 'nowhere' } },
        { new_article: { body: 'x', type: 'email' } },
      ]) {
        const refused = await post('rita', reply(ticket.id, wrong))
        assert.equal(refused.status, 422, JSON.stringify(wrong) + refused.text)
      }
      assert.deepEqual((await w.request('outbox_messages', { as: 'rita' })).json, [])
      assert.equal((await articlesOf(ticket.id)).length, 1)
    })

    test('a customer may take a message back; messages of customers are never internal', async () => {
      const ticket = await newTicket()
      const { json: made } = await post('nils', reply(ticket.id, { new_article: { body: 'More', internal: true } }))
      assert.equal((await remove('nils', made.id)).status, 200)
      const { json: again } = await post('nils', reply(ticket.id, { new_article: { body: 'More', internal: true } }))
      const sent = await sendNow('nils', again.id)
      assert.equal(sent.status, 200, sent.text)
      const [, article] = await articlesOf(ticket.id)
      assert.deepEqual(
        [article?.['id'], article?.['internal'], article?.['sender']],
        [sent.json.article_id, false, 'Customer'],
      )
    })

    test('a new ticket does not exist before its message is sent', async () => {
      const { json: made } = await post('rita', {
        action: 'create_ticket',
        ticket_attributes: { title: 'Later', group: 'Printers', customer: 'nils@desk.example', tags: ['oven'] },
        new_article: { body: 'Hello' },
        hold_seconds: 5,
      })
      assert.equal(made.ticket_id, null)
      const found = await w.request('tickets/search?query=title:Later&expand=true', { as: 'rita' })
      assert.deepEqual(found.json, [])
      const { json: sent } = await sendNow('rita', made.id)
      const { json: ticket } = await w.request(`tickets/${sent.ticket_id}?expand=true`, { as: 'rita' })
      assert.deepEqual([ticket.title, ticket.article_count], ['Later', 1])
    })

    test('files are stored with a message, and are returned if it is taken back', async () => {
      const ticket = await newTicket()
      const data = Buffer.from('hello').toString('base64')
      const file = { filename: 'a.txt', data, 'mime-type': 'text/plain' }
      const { json: made } = await post('rita', reply(ticket.id, { new_article: { body: 'x', attachments: [file] } }))
      assert.equal(made.new_article.attachments, undefined)
      const form = made.new_article.form_id as string
      const { json: taken } = await remove('rita', made.id)
      const { json: again } = await post('rita', reply(ticket.id, { new_article: taken.new_article }))
      assert.notEqual(again.new_article.form_id, form)
      // Uploads are deleted after a day, unless they belong to a message.
      w.pass(seconds(48 * 3600))
      await post('rita', reply(ticket.id))
      assert.equal(await sendDue(w.desk), 1)
      const [, sent] = (await w.request(`ticket_articles/by_ticket/${ticket.id}?expand=true`, { as: 'rita' })).json
      assert.deepEqual(
        sent.attachments.map(({ filename }: { filename: string }) => filename),
        ['a.txt'],
      )
      for (const { id } of (await w.request('outbox_messages', { as: 'rita' })).json) await remove('rita', id)
    })

    test('a repeated request with the same key makes one message', async () => {
      const ticket = await newTicket()
      const key = { 'idempotency-key': 'later-1' }
      const [first, second] = [await post('rita', reply(ticket.id), key), await post('rita', reply(ticket.id), key)]
      assert.equal(second.text, first.text)
      w.pass(seconds(60))
      assert.equal(await sendDue(w.desk), 1)
      assert.equal((await articlesOf(ticket.id)).length, 2)
    })

    test('two processes and an impatient author send a message once', async () => {
      const ticket = await newTicket()
      const { json: made } = await post('rita', reply(ticket.id))
      w.pass(seconds(60))
      const [a, b, now] = await Promise.all([sendDue(w.desk), sendDue(w.desk), sendNow('rita', made.id)])
      assert.equal(a + b + (now.status === 200 ? 1 : 0), 1)
      assert.equal((await articlesOf(ticket.id)).length, 2)
    })

    test('after a crash during sending, the message still waits and has no article', async () => {
      const ticket = await newTicket()
      await post('rita', reply(ticket.id))
      w.pass(seconds(60))
      const { database } = w.desk
      // The last statement of the transaction fails, as if the process had died there.
      const dying: typeof database = Object.create(database, {
        transaction: {
          value: (work: (db: unknown) => Promise<unknown>, finish: unknown) =>
            database.transaction(async (db) => {
              await work(db)
              throw new Error('the process dies')
            }, finish as undefined),
        },
      })
      await assert.rejects(sendDue({ ...w.desk, database: dying }), /dies/)
      assert.equal((await articlesOf(ticket.id)).length, 1)
      assert.equal(await sendDue(w.desk), 1)
      assert.equal((await articlesOf(ticket.id)).length, 2)
    })

    test('after a merge, the target gets the article, but not the other changes', async () => {
      const [source, target] = [await newTicket(), await newTicket({ title: 'y' })]
      const more = { action: 'update_ticket', ticket_attributes: { state: 'closed' } }
      await post('rita', reply(source.id, more))
      await w.request(`ticket_merge/${source.id}/${target.number}`, { as: 'rita', method: 'PUT' })
      w.pass(seconds(10))
      assert.equal(await sendDue(w.desk), 1)
      assert.equal((await articlesOf(target.id)).at(-1)?.['body'], 'Drum ordered.')
      assert.notEqual((await w.request(`tickets/${target.id}?expand=true`, { as: 'rita' })).json.state, 'closed')
      assert.equal((await w.request(`tickets/${source.id}?expand=true`, { as: 'rita' })).json.state, 'merged')
    })

    test('a message fails if the ticket was deleted, a right was withdrawn or the author is inactive', async () => {
      const failAfter = async (change: (ticket: number) => Promise<unknown>) => {
        const ticket = await newTicket()
        const { json: made } = await post('rita', reply(ticket.id))
        await change(ticket.id)
        w.pass(seconds(10))
        assert.equal(await sendDue(w.desk), 0)
        return made.id as number
      }
      const deleted = await failAfter((id) => w.request(`tickets/${id}`, { method: 'DELETE' }))
      const { json: first } = await show('rita', deleted)
      assert.deepEqual([first.state, first.ticket_id, first.error], ['failed', null, 'The ticket was deleted.'])
      assert.equal((await sendNow('rita', deleted)).status, 404)
      const setActive = (active: boolean) =>
        w.desk.database.transaction((db) =>
          db.sql
            .updateTable('users')
            .set({ active })
            .where('id', '=', w.ids['rita'] as number)
            .execute(),
        )
      const inactive = await failAfter(() => setActive(false))
      await setActive(true)
      assert.equal((await show('rita', inactive)).json.state, 'failed')
      const { json: foreign } = await w.request('groups', { method: 'POST', body: { name: `Foreign ${name}` } })
      const unreachable = await failAfter((id) =>
        w.desk.database.transaction((db) =>
          db.sql.updateTable('tickets').set({ group_id: foreign.id }).where('id', '=', id).execute(),
        ),
      )
      assert.equal((await show('rita', unreachable)).json.state, 'failed')
      assert.equal((await sendNow('rita', unreachable)).status, 403)
      const retried = await sendNow('rita', inactive)
      assert.equal(retried.status, 200, retried.text)
      for (const id of [deleted, unreachable]) assert.equal((await remove('rita', id)).status, 200)
    })
  })
}
