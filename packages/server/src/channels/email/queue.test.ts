import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'
import { taskPoller } from '../../tasks/tasks.ts'
import { sendMailTask } from './send-mail.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the queue of mails on ${dialect}`, () => {
    let w: World
    let channel: number
    let ticket: number

    before(async () => {
      w = await world(open)
      const post = async (path: string, body: object) => (await w.request(path, { method: 'POST', body })).json
      const outbound = { adapter: 'smtp', host: '127.0.0.1', port: 1, security: 'none' }
      channel = (await post('channels', { name: 'Mail', group_id: w.ids['Printers'], outbound })).id
      const address = { name: 'Printers', email: 'printers@desk.example', channel_id: channel }
      const { id } = await post('email_addresses', address)
      await w.request(`groups/${w.ids['Printers']}`, { method: 'PUT', body: { email_address_id: id } })
      const first = { body: 'No ink' }
      const body = { title: 'Ink', group: 'Printers', customer_id: w.ids['nils'], article: first }
      ticket = (await w.request('tickets', { method: 'POST', body, as: 'rita' })).json.id
    })
    after(() => w.close())

    const write = async (subject: string): Promise<number> => {
      const body = { ticket_id: ticket, type: 'email', to: 'nils@bakery.example', subject, body: 'Here.' }
      return (await w.request('ticket_articles', { method: 'POST', body, as: 'rita' })).json.id
    }
    const attempt = async () => {
      const poller = taskPoller(w.desk, async () => ({ send_mail: sendMailTask }))
      await poller.poll()
      await poller.settled()
      await poller.stop()
    }
    const queue = async () => (await w.request('mail_queue')).json
    const statusOf = async (article: number) =>
      (await w.request(`ticket_articles/${article}`, { as: 'rita' })).json.preferences.delivery_status

    test('lists waiting mails with attempts and errors; an administrator can send a mail at once or stop it', async () => {
      const article = await write('Ink')
      const [fresh] = await queue()
      assert.deepEqual(
        [fresh.state, fresh.article_id, fresh.ticket_id, fresh.channel_id, fresh.subject, fresh.to, fresh.attempts],
        ['waiting', article, ticket, channel, 'Ink', 'nils@bakery.example', 0],
      )
      await attempt()
      const [tried] = await queue()
      assert.match(tried.error, /ECONNREFUSED/)
      assert.deepEqual([tried.attempts, tried.recipients[0].state], [1, 'waiting'])
      assert.ok(tried.due_at > w.desk.now().toISOString())
      assert.equal((await w.request(`mail_queue/${tried.id}/send`, { method: 'POST' })).status, 200)
      const [soon] = await queue()
      assert.deepEqual([soon.attempts, soon.due_at], [0, w.desk.now().toISOString()])
      assert.equal((await w.request(`mail_queue/${tried.id}`, { method: 'DELETE' })).status, 200)
      assert.deepEqual([await queue(), await statusOf(article)], [[], 'fail'])
      const articles = (await w.request(`ticket_articles/by_ticket/${ticket}`, { as: 'rita' })).json
      assert.match(articles.at(-1).body, /could not be delivered:.*An administrator has stopped the delivery/s)
    })

    test('resends a mail after its last attempt has failed, only to the recipients who did not get it', async () => {
      const article = await write('Toner')
      const [{ id }] = await queue()
      // More attempts than are ever made, so that the next one is the last.
      await w.desk.database.transaction(({ sql }) =>
        sql.updateTable('tasks').set({ attempts: 50 }).where('id', '=', id).execute(),
      )
      await attempt()
      const [failed] = await queue()
      assert.deepEqual(
        [failed.state, failed.recipients[0].state, await statusOf(article)],
        ['failed', 'failed', 'fail'],
      )
      await w.request(`mail_queue/${id}/send`, { method: 'POST' })
      const [again] = await queue()
      assert.deepEqual([again.state, again.recipients[0].state], ['waiting', 'waiting'])
      assert.equal(await statusOf(article), undefined)
      await w.request(`mail_queue/${id}`, { method: 'DELETE' })
    })

    test('is for administrators of mail accounts, and a mail that is being sent cannot be changed', async () => {
      await write('Drum')
      const [{ id }] = await queue()
      const claimed_until = new Date(w.desk.now().getTime() + 60_000).toISOString()
      await w.desk.database.transaction(({ sql }) =>
        sql.updateTable('tasks').set({ claimed_until }).where('id', '=', id).execute(),
      )
      assert.equal((await w.request(`mail_queue/${id}`, { method: 'DELETE' })).status, 422)
      assert.equal((await w.request('mail_queue/999', { method: 'DELETE' })).status, 404)
      assert.equal((await w.request('mail_queue', { as: 'rita' })).status, 403)
    })
  })
}
