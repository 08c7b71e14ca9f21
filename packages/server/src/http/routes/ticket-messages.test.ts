import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { beginningOf } from '../../resources/article/last-messages.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`messages of tickets in lists on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const write = async (as: Person, path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
      const reply = await w.request(path, { as, method, body })
      assert.ok(reply.status < 300, reply.text)
      return reply.json
    }
    const lastMessages = async (as: Person, ...ids: readonly number[]) =>
      (await w.request(`tickets/last_messages?ids=${ids.join()}`, { as })).json
    const newTicket = (title: string) =>
      write('nils', 'tickets', { title, group: 'Printers', article: { body: 'It beeps.', type: 'web' } })

    test('the last message is the last one that the caller may read; tickets that they do not see are left out', async () => {
      const { id } = await newTicket('A beep')
      await write('rita', 'ticket_articles', {
        ticket_id: id,
        body: '<p>Since <b>when</b>?</p><blockquote>It beeps.</blockquote>',
        content_type: 'text/html',
        type: 'web',
      })
      await write('rita', 'ticket_articles', { ticket_id: id, body: 'Somebody look', internal: true })
      const [message, ...others] = await lastMessages('nils', id, w.ids['Quiet ticket'] as number)
      assert.deepEqual(others, [])
      assert.match(message.text, /^Since when\?/)
      assert.deepEqual([message.author, message.author_id, message.internal], ['Rita Sand', w.ids['rita'], false])
      assert.deepEqual(
        [(await lastMessages('rita', id))[0].text, (await lastMessages('rita', id))[0].internal],
        ['Somebody look', true],
      )
      assert.deepEqual(await lastMessages('zoe', id), [])
      assert.deepEqual(await lastMessages('nils'), [])
    })

    test('the time until which customers may answer a closed ticket depends on its group', async () => {
      const { id, group_id } = await newTicket('A beep that ends')
      const followUp = async (as: Person) => (await w.request(`tickets/${id}/follow_up`, { as })).json
      const group = (values: object) => write('admin', `groups/${group_id}`, values, 'PUT')
      assert.deepEqual(await followUp('nils'), { possible: true, until: null })
      await group({ follow_up_possible: 'new_ticket_after_certain_time', reopen_time_in_days: 2 })
      assert.deepEqual(await followUp('nils'), { possible: true, until: null })
      const { last_close_at } = await write('rita', `tickets/${id}`, { state: 'closed' }, 'PUT')
      const until = new Date(Date.parse(last_close_at) + 2 * 24 * 3600 * 1000).toISOString()
      assert.deepEqual(await followUp('nils'), { possible: true, until })
      w.pass(3 * 24 * 3600 * 1000)
      assert.deepEqual(await followUp('rita'), { possible: false, until })
      await group({ follow_up_possible: 'new_ticket' })
      assert.deepEqual(await followUp('nils'), { possible: false, until: null })
      assert.equal((await w.request(`tickets/${id}/follow_up`, { as: 'zoe' })).status, 403)
    })
  })
}

test('the beginning of a message is one line without quoted lines, wherever its body was cut', () => {
  assert.equal(beginningOf('> You wrote\n>> x\nYes,\n\n  please.', false), 'Yes, please.')
  assert.equal(beginningOf('<p>A &amp; b</p><p>c <a href="https://x.exam', true), 'A & b c')
  assert.equal(beginningOf('a '.repeat(1000), false).length, 200)
})
