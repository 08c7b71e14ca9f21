import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Dispatcher } from '../../webhooks/dispatcher.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { MAX_DRAFTS } from './rules.ts'

type Method = 'POST' | 'PUT' | 'DELETE'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`drafts on ${dialect}`, () => {
    let w: World
    let printer: number
    let quiet: number
    before(async () => {
      w = await world(open)
      printer = w.ids['Label printer offline'] as number
      quiet = w.ids['Quiet ticket'] as number
    })
    after(() => w.close())
    beforeEach(() => w.desk.database.transaction((db) => db.sql.deleteFrom('drafts').execute()))

    const send = (method: Method, path: string, as: Person, body?: object, headers: Record<string, string> = {}) =>
      w.request(path, { method, as, headers, ...(body ? { body } : {}) })
    const post = (as: Person, body: object) => send('POST', 'drafts', as, body)
    const reply = () => ({ ticket_id: printer, kind: 'reply', new_article: { body: '<p>Dear Nils</p>' } })
    const idsOf = async (as: Person) =>
      (await w.request('drafts', { as })).json.map(({ id }: { id: number }) => id) as number[]

    test('are stored unchanged, do not change the ticket, and have no history', async () => {
      const state = async () => {
        const ticket = (await w.request(`tickets/${printer}`, { as: 'rita' })).json
        return [ticket.updated_at, (await w.request(`ticket_history/${printer}`, { as: 'rita' })).text]
      }
      const unchanged = await state()
      const content = { ...reply(), ticket_attributes: { state: 'closed', time_unit: '5' }, form_id: '7' }
      const made = await post('rita', content)
      assert.equal(made.status, 201, made.text)
      assert.deepEqual(
        [made.json.new_article, made.json.ticket_attributes, made.json.form_id, made.json.created_by_id],
        [content.new_article, content.ticket_attributes, '7', w.ids['rita']],
      )
      w.pass(1000)
      const path = `drafts/${made.json.id}`
      const changed = await send('PUT', path, 'rita', { new_article: { body: 'Dear Nils,' } })
      assert.deepEqual(changed.json.new_article, { body: 'Dear Nils,' })
      assert.deepEqual((await w.request(path, { as: 'rita' })).json.ticket_attributes, content.ticket_attributes)
      assert.equal((await send('DELETE', path, 'rita')).status, 200)
      assert.deepEqual(await state(), unchanged)
      const histories = await w.desk.database.sql.selectFrom('histories').select('object').execute()
      assert.ok(histories.every(({ object }) => object !== 'Draft'))
    })

    test('are found by no search', async () => {
      await post('rita', { ...reply(), new_article: { body: 'xylophone' } })
      for (const path of ['tickets/search?query=xylophone', 'search?query=xylophone']) {
        assert.doesNotMatch((await w.request(path, { as: 'rita' })).text, /ylophone/)
      }
    })

    test('a second one of a kind for a ticket is refused with the id of the first', async () => {
      const first = await post('rita', reply())
      const second = await post('rita', { ...reply(), new_article: { body: 'Other' } })
      assert.equal(second.status, 409, second.text)
      assert.deepEqual(second.json.details, [{ path: 'id', message: String(first.json.id) }])
      for (const kind of ['forward', 'note', 'phone'])
        assert.equal((await post('rita', { ...reply(), kind })).status, 201)
      assert.equal((await post('ines', reply())).status, 201)
      for (const _ of [1, 2]) assert.equal((await post('rita', { kind: 'new_ticket' })).status, 201)
    })

    test('are created once by two concurrent requests', async () => {
      const both = await Promise.all([post('rita', reply()), post('rita', reply())])
      assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 409]))
    })

    test('a request with the same Idempotency-Key gets the first response', async () => {
      const key = { 'idempotency-key': 'once' }
      const first = await send('POST', 'drafts', 'rita', reply(), key)
      const second = await send('POST', 'drafts', 'rita', reply(), key)
      assert.deepEqual([first.status, second.status, second.json.id], [201, 201, first.json.id])
    })

    test('are not overwritten by a device that has an outdated version', async () => {
      const { id } = (await post('rita', reply())).json
      const path = `drafts/${id}`
      const etag = (await w.request(path, { as: 'rita' })).headers['etag'] as string
      w.pass(1000)
      const saved = await send('PUT', path, 'rita', { new_article: { body: '1' } }, { 'if-match': etag })
      assert.equal(saved.status, 200)
      const stale = await send('PUT', path, 'rita', { new_article: { body: '2' } }, { 'if-match': etag })
      assert.equal(stale.status, 412)
      assert.equal((await send('DELETE', path, 'rita', undefined, { 'if-match': etag })).status, 412)
      const current = saved.headers['etag'] as string
      await upload('rita', '9')
      const next = await send('PUT', path, 'rita', { form_id: '9' }, { 'if-match': current })
      assert.equal(next.status, 200, 'the entity tag of a write is that of the record')
    })

    test('only their author sees them, and only while the author sees the ticket', async () => {
      const { id } = (await post('rita', reply())).json
      for (const as of ['admin', 'omar', 'ines', 'nils', 'zoe'] as const) {
        assert.deepEqual(await idsOf(as), [])
        for (const [method, body] of [
          ['GET', undefined],
          ['PUT', { new_article: {} }],
          ['DELETE', undefined],
        ] as const) {
          const options = { method, as, ...(body ? { body } : {}) }
          assert.equal((await w.request(`drafts/${id}`, options)).status, 403, `${method} ${as}`)
        }
      }
      assert.equal((await w.request('drafts', { as: 'plain' })).status, 403)
      assert.equal((await w.request('drafts', { as: 'anonymous' })).status, 403)
      const move = (group: string) =>
        w.desk.database.transaction((db) =>
          db.sql
            .updateTable('tickets')
            .set({ group_id: w.ids[group] as number })
            .where('id', '=', printer)
            .execute(),
        )
      await move('Users')
      assert.deepEqual(await idsOf('rita'), [])
      assert.equal((await w.request(`drafts/${id}`, { as: 'rita' })).status, 403)
      await move('Printers')
      assert.deepEqual(await idsOf('rita'), [id])
    })

    test('customers have drafts of answers and requests', async () => {
      const own = { ticket_id: quiet, kind: 'reply' }
      assert.equal((await post('paul', own)).status, 201)
      assert.equal((await post('paul', { kind: 'new_ticket', ticket_attributes: { title: 'Oven' } })).status, 201)
      for (const kind of ['forward', 'note']) assert.equal((await post('paul', { ...own, kind })).status, 403)
      assert.equal((await post('paul', { ...own, ticket_id: printer })).status, 403)
      assert.equal((await post('omar', reply())).status, 403)
    })

    test('invalid values are refused', async () => {
      for (const [body, status] of [
        [{ kind: 'reply' }, 422],
        [{ kind: 'new_ticket', ticket_id: printer }, 422],
        [{ kind: 'poem', ticket_id: printer }, 422],
        [{ ticket_id: printer }, 422],
        [{ ...reply(), new_article: 'text' }, 422],
        [{ ...reply(), form_id: 'x'.repeat(256) }, 422],
        [{ ...reply(), new_article: { body: 'x'.repeat(2 * 1024 * 1024) } }, 413],
      ] as const) {
        assert.equal((await post('rita', body)).status, status, JSON.stringify(body).slice(0, 80))
      }
      const { id } = (await post('rita', { ...reply(), created_by_id: w.ids['ines'] })).json
      const moved = await send('PUT', `drafts/${id}`, 'rita', { kind: 'note', ticket_id: quiet })
      assert.deepEqual(
        [moved.json.kind, moved.json.ticket_id, moved.json.created_by_id],
        ['reply', printer, w.ids['rita']],
      )
    })

    test('a user can have only a limited number of them', async () => {
      const now = w.desk.now().toISOString()
      const rita = w.ids['rita'] as number
      const row = {
        kind: 'new_ticket' as const,
        new_article: '{}',
        ticket_attributes: '{}',
        ticket_id: null,
        form_id: null,
      }
      const stamps = { created_by_id: rita, updated_by_id: rita, created_at: now, updated_at: now }
      await w.desk.database.transaction((db) =>
        db.sql
          .insertInto('drafts')
          .values(Array.from({ length: MAX_DRAFTS }, () => ({ ...row, ...stamps })))
          .execute(),
      )
      assert.equal((await post('rita', { kind: 'new_ticket' })).status, 422)
    })

    test('their files are kept with them, and a day longer', async () => {
      await upload('rita', '7')
      const { id } = (await post('rita', { ...reply(), form_id: '7' })).json
      const files = async () => (await w.request('upload_caches/7', { as: 'rita' })).json.attachments
      const day = 24 * 3600 * 1000
      w.pass(3 * day)
      // Each upload deletes the expired ones.
      await upload('nils', '7')
      const [file] = await files()
      assert.deepEqual([file.filename, file.size], ['hello.txt', '5'])
      assert.equal((await w.request(`attachments/${file.id}`, { as: 'rita' })).text, 'hello')
      await send('DELETE', `drafts/${id}`, 'rita')
      await upload('nils', '8')
      assert.equal((await files()).length, 1)
      w.pass(day + 1)
      await upload('nils', '8')
      assert.deepEqual(await files(), [])
    })

    test('their events go to their author alone, without values, and not to webhooks', async () => {
      const from = (await w.request('events?after=now')).headers['x-cursor'] as string
      const hook = { name: 'All', endpoint: 'https://hook.example/', events: '*' }
      const { id: webhook } = (await w.request('webhooks', { method: 'POST', body: hook })).json
      const { id } = (await post('rita', reply())).json
      await send('PUT', `drafts/${id}`, 'rita', { new_article: { body: 'secret words' } })
      await send('DELETE', `drafts/${id}`, 'rita')
      const events = async (as: Person) => (await w.request(`events?after=${from}&names=draft.*`, { as })).json
      const own = await events('rita')
      assert.deepEqual(
        own.map(({ name, ticket_id, changes }: Record<string, unknown>) => [name, ticket_id, changes]),
        [
          ['draft.created', printer, {}],
          ['draft.updated', printer, { new_article: {} }],
          ['draft.deleted', printer, {}],
        ],
      )
      for (const as of ['admin', 'ines', 'nils'] as const) assert.deepEqual(await events(as), [])
      const stored = await w.desk.database.sql.selectFrom('events').select('changes').execute()
      assert.doesNotMatch(JSON.stringify(stored), /secret words/)
      await new Dispatcher(w.desk).poll()
      const deliveries = await w.desk.database.sql
        .selectFrom('webhook_deliveries')
        .select('event')
        .where('webhook_id', '=', webhook)
        .execute()
      assert.ok(deliveries.every(({ event }) => !event.startsWith('draft.')))
      await w.request(`webhooks/${webhook}`, { method: 'DELETE' })
    })

    test('are deleted with their ticket and their author', async () => {
      const ticket = (
        await w.request('tickets', {
          method: 'POST',
          body: { title: 'Short', group: 'Users', customer_id: w.ids['nils'], article: { body: 'x' } },
        })
      ).json.id as number
      const person = { firstname: 'Eve', email: 'eve@desk.example', roles: ['Agent'], group_ids: { 1: ['full'] } }
      const { id: eve } = (await w.request('users', { method: 'POST', body: person })).json
      // With the header `From`, the administrator acts for Eve.
      const as = { headers: { from: 'eve@desk.example' }, method: 'POST' as const }
      for (const body of [{ kind: 'new_ticket' }, { kind: 'note', ticket_id: ticket }]) {
        const made = await w.request('drafts', { ...as, body })
        assert.deepEqual([made.status, made.json.created_by_id], [201, eve], made.text)
      }
      const kinds = async () =>
        (await w.desk.database.sql.selectFrom('drafts').select('kind').execute()).map(({ kind }) => kind)
      assert.equal((await w.request(`tickets/${ticket}`, { method: 'DELETE' })).status, 200)
      assert.deepEqual(await kinds(), ['new_ticket'])
      assert.equal((await w.request(`users/${eve}`, { method: 'DELETE' })).status, 200)
      assert.deepEqual(await kinds(), [])
    })

    /** Uploads a file of five bytes. */
    async function upload(as: Person, form_id: string): Promise<void> {
      const form = new FormData()
      form.append('form_id', form_id)
      form.append('File', new File(['hello'], 'hello.txt', { type: 'text/plain' }))
      const encoded = new Response(form)
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
      const sent = await w.request('attachments', { method: 'POST', as, headers, body: await encoded.text() })
      assert.equal(sent.status, 200, sent.text)
    }
  })
}
