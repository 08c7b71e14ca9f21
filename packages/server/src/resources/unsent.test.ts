import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'
import { MAX_UNSENT } from './unsent.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`the size of drafts and messages that are not sent, on ${name}`, () => {
    let w: World
    let ticket: number
    before(async () => {
      w = await world(open)
      ticket = w.ids['Label printer offline'] as number
    })
    after(() => w.close())
    beforeEach(async () => {
      await w.desk.database.transaction(async ({ sql }) => {
        await sql.deleteFrom('drafts').execute()
        await sql.deleteFrom('outbox_messages').execute()
      })
    })

    /** The columns of a draft or message whose text has this length. */
    const stored = (characters: number) => {
      const author = w.ids['nils'] as number
      const now = w.desk.now().toISOString()
      const stamps = { created_by_id: author, updated_by_id: author, created_at: now, updated_at: now }
      const texts = { new_article: JSON.stringify({ body: 'x'.repeat(characters) }), ticket_attributes: '{}' }
      return { ...texts, ...stamps, ticket_id: ticket, form_id: 'f' }
    }
    const send = (method: 'POST' | 'PUT', path: string, body: object) => w.request(path, { as: 'nils', method, body })
    const long = { body: 'x'.repeat(300_000) }

    test('all drafts of a user together are limited, and can be shortened', async () => {
      const almost = stored(MAX_UNSENT - 200_000)
      const { id } = await w.desk.database.transaction(({ sql }) =>
        sql
          .insertInto('drafts')
          .values({ ...almost, kind: 'reply' })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      const another = { kind: 'new_ticket', new_article: long }
      const refused = await send('POST', 'drafts', another)
      assert.deepEqual([refused.status, refused.json.details?.[0].path], [422, 'new_article'], refused.text)
      assert.equal((await send('PUT', `drafts/${id}`, { new_article: long })).status, 200)
      assert.equal((await send('POST', 'drafts', another)).status, 201)
    })

    test('all messages in the outbox of a user together are limited, too', async () => {
      const values = { ...stored(MAX_UNSENT - 200_000), limits: '{}', action: 'create_article' as const }
      await w.desk.database.transaction(({ sql }) =>
        sql
          .insertInto('outbox_messages')
          .values({ ...values, send_at: w.desk.now().toISOString(), state: 'waiting', error: null })
          .execute(),
      )
      const message = { action: 'create_article', ticket_id: ticket, hold_seconds: 10 }
      const refused = await send('POST', 'outbox_messages', { ...message, new_article: long })
      assert.deepEqual([refused.status, refused.json.details?.[0].path], [422, 'new_article'], refused.text)
      assert.equal((await send('POST', 'outbox_messages', { ...message, new_article: { body: 'x' } })).status, 201)
    })

    test('texts that a database cannot store are refused, even under keys that no article or ticket has', async () => {
      for (const wrong of ['a\0b', '\uD800']) {
        for (const more of [
          { new_article: { body: 'x', other: wrong } },
          { action: 'update_ticket', ticket_attributes: { [wrong]: 1 } },
        ]) {
          const body = { action: 'create_article', ticket_id: ticket, hold_seconds: 10, new_article: { body: 'x' } }
          const refused = await send('POST', 'outbox_messages', { ...body, ...more })
          assert.equal(refused.status, 422, refused.text)
        }
      }
    })
  })
}
