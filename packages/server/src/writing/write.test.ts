import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type World, world } from '../testing/world.ts'
import { eachDialect } from '../testing/each-dialect.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`writing records, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const post = (url: string, body: object, headers: Record<string, string> = {}) =>
      w.request(url, { method: 'POST', body, headers })
    const put = (url: string, body: object, headers: Record<string, string> = {}) =>
      w.request(url, { method: 'PUT', body, headers })

    const assertRefused = async (body: object, path: string, sentence: RegExp) => {
      const reply = await post('ticket_states', body)
      assert.equal(reply.status, 422, reply.text)
      assert.equal(reply.json.details[0].path, path)
      assert.match(reply.json.error, sentence)
    }
    const countRows = async () => {
      const [histories] = await w.desk.database.sql
        .selectFrom('histories')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .execute()
      const [events] = await w.desk.database.sql
        .selectFrom('events')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .execute()
      return [Number(histories?.n), Number(events?.n)]
    }

    test('a record is created, read, updated in part and deleted', async () => {
      const created = await post('ticket_priorities', { name: '4 urgent', note: "it's hot" })
      assert.equal(created.status, 201, created.text)
      const { id } = created.json
      assert.equal(created.json.note, "it's hot")
      assert.equal(created.json.created_by_id, w.ids['admin'])
      assert.deepEqual((await w.request(`ticket_priorities/${id}`)).json, created.json)
      w.pass(5000)
      const changed = await put(`ticket_priorities/${id}`, { active: false })
      assert.equal(changed.status, 200)
      assert.deepEqual(changed.json, { ...created.json, active: false, updated_at: changed.json.updated_at })
      assert.ok(changed.json.updated_at > created.json.updated_at)
      const gone = await w.request(`ticket_priorities/${id}`, { method: 'DELETE' })
      assert.equal(gone.status, 200)
      assert.deepEqual(gone.json, {})
      assert.equal((await w.request(`ticket_priorities/${id}`)).status, 404)
    })

    test('deleting a referenced record is refused with the message that clients rely on', async () => {
      const reply = await w.request('ticket_states/2', { method: 'DELETE' })
      assert.equal(reply.status, 422)
      assert.equal(reply.json.error, "Can't delete, object has references.")
      assert.equal((await w.request('ticket_states/2')).status, 200)
    })

    test('errors name the field that is missing, too long, of the wrong kind or a duplicate', async () => {
      const good = { name: 'waiting', state_type_id: 2 }
      await assertRefused({ state_type_id: 2 }, 'name', /'name' is missing/)
      await assertRefused({ name: 'waiting' }, 'state_type_id', /'state_type_id' is missing/)
      for (const blank of [null, '', ' \t']) await assertRefused({ ...good, name: blank }, 'name', /'name' is missing/)
      await assertRefused({ ...good, name: 'x'.repeat(251) }, 'name', /too long \(maximum is 250/)
      await assertRefused({ ...good, name: { a: 1 } }, 'name', /expected a text/)
      await assertRefused({ ...good, name: 'a\0b' }, 'name', /NUL/)
      await assertRefused({ ...good, active: 'perhaps' }, 'active', /true or false/)
      await assertRefused(
        { ...good, state_type_id: 99 },
        'state_type_id',
        /Invalid value for param 'state_type_id': 99/,
      )
      await assertRefused({ ...good, state_type_id: 2 ** 60 }, 'state_type_id', /Invalid value/)
      await assertRefused(
        { name: 'waiting', state_type: 'Nope' },
        'state_type',
        /No lookup value found for 'state_type': "Nope"/,
      )
      await assertRefused({ ...good, name: 'open' }, 'name', /This object already exists/)
      assert.equal((await w.request('ticket_states?per_page=100')).json.length, 6)
    })

    test('a time on a day that does not exist is refused', async () => {
      const ticket = { title: 'Leap', group: 'Printers', customer: 'nils@desk.example', state: 'pending reminder' }
      const openTicket = (pending_time: string) =>
        w.request('tickets', { method: 'POST', as: 'rita', body: { ...ticket, pending_time } })
      for (const time of ['2026-02-29T10:00:00Z', '2026-04-31', '2026-02-30T23:59:00+14:00']) {
        const { status, json } = await openTicket(time)
        assert.deepEqual([status, json.details?.[0].path], [422, 'pending_time'], time)
      }
      const leap = await openTicket('2028-02-29T00:30:00+01:00')
      assert.equal(leap.json.pending_time, '2028-02-28T23:30:00.000Z')
    })

    test('references are accepted by name, an id takes precedence, and ignored keys are listed in a header', async () => {
      const body = { name: 'parked', state_type: 'open', id: 3, created_at: '2001-01-01T00:00:00Z', nmae: 'x' }
      const created = await post('ticket_states', body)
      assert.equal(created.status, 201)
      assert.equal(created.json.state_type_id, 2)
      assert.notEqual(created.json.id, 3)
      assert.equal(created.headers['x-ignored-attributes'], 'id, created_at, nmae')
      const both = await put(`ticket_states/${created.json.id}?expand=true`, { state_type: 'open', state_type_id: 5 })
      assert.equal(both.json.state_type, 'closed')
      assert.equal(both.headers['x-ignored-attributes'], undefined)
    })

    test('writes need the permission, and an existing record', async () => {
      for (const as of ['rita', 'nils', 'plain'] as const) {
        const reply = await w.request('ticket_states', { as, method: 'POST', body: { name: 'mine', state_type_id: 2 } })
        assert.equal(reply.status, 403)
        assert.equal((await w.request('ticket_states/1', { as, method: 'DELETE' })).status, 403)
      }
      assert.equal((await put('ticket_states/999', { name: 'x' })).status, 404)
      assert.equal((await put('ticket_states/abc', { name: 'x' })).status, 404)
    })

    test('a body that is not an object is refused; an empty one changes only the time and the author of the last change', async () => {
      for (const body of ['[1]', '"x"', '3']) {
        const reply = await w.request('ticket_states', {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
        assert.equal(reply.status, 422)
      }
      const { json } = await w.request('ticket_states/1')
      const reply = await put('ticket_states/1', {})
      assert.deepEqual({ ...reply.json, updated_at: 0, updated_by_id: 0 }, { ...json, updated_at: 0, updated_by_id: 0 })
    })

    test('If-Match allows a write only if the ETag is current', async () => {
      const { headers } = await w.request('ticket_states/2')
      const etag = headers['etag'] as string
      assert.equal((await put('ticket_states/2', { note: 'a' }, { 'if-match': etag })).status, 200)
      w.pass(1)
      const late = await put('ticket_states/2', { note: 'b' }, { 'if-match': etag })
      assert.equal(late.status, 412)
      const now = await w.request('ticket_states/2?expand=true')
      assert.equal(now.json.note, 'a')
      const again = await put('ticket_states/2', { note: 'c' }, { 'if-match': now.headers['etag'] as string })
      assert.equal(again.status, 200)
      const tagOfWrite = again.headers['etag'] as string
      assert.equal((await put('ticket_states/2', { note: 'd' }, { 'if-match': tagOfWrite })).status, 200)
      assert.equal((await put('ticket_states/2', { note: null }, { 'if-match': '*' })).status, 200)
    })

    test('a write accepts the ETag of a read in another format; with `fields`, that of a read of the same fields', async () => {
      const url = 'ticket_articles/1'
      const formats = ['', '?expand=true', '?full=true']
      const fields = '?fields=id,updated_at'
      for (const requested of [...formats, fields]) {
        for (const read of requested === fields ? [fields] : formats) {
          w.pass(1)
          const tag = (await w.request(`${url}${read}`)).headers['etag'] as string
          const written = await put(`${url}${requested}`, { internal: false }, { 'if-match': tag })
          assert.equal(written.status, 200, `read ${read}, written ${requested}`)
          const tagOfWrite = written.headers['etag'] as string
          w.pass(1)
          assert.equal(
            (await put(`${url}${requested}`, {}, { 'if-match': tagOfWrite })).status,
            200,
            `response to ${requested}`,
          )
          w.pass(1)
          assert.equal((await put(`${url}${requested}`, {}, { 'if-match': tag })).status, 412, `late, ${read}`)
        }
      }
    })

    test('an idempotency key replays its response for a day, and is refused for another request', async () => {
      const headers = { 'idempotency-key': 'k-1' }
      const one = await post('ticket_priorities', { name: 'once' }, headers)
      assert.equal(one.status, 201)
      const two = await post('ticket_priorities', { name: 'once' }, headers)
      assert.equal(two.status, 201)
      assert.equal(two.text, one.text)
      assert.equal(two.headers['idempotency-replayed'], 'true')
      const other = await post('ticket_priorities', { name: 'twice' }, headers)
      assert.equal(other.status, 422)
      assert.match(other.json.error, /Idempotency-Key/)
      // Keys are separate for each user: Rita can use the same one for a request of her own.
      const body = { title: 'Toner', group_id: 2, customer_id: 3 }
      const theirs = await w.request('tickets', { as: 'rita', method: 'POST', body, headers })
      assert.deepEqual([theirs.status, theirs.json.title], [201, 'Toner'])
      w.pass(24 * 3600 * 1000 + 1)
      const next = await post('ticket_priorities', { name: 'twice' }, headers)
      assert.equal(next.status, 201, next.text)
    })

    test('concurrent requests with the same idempotency key create one record', async () => {
      const headers = { 'idempotency-key': 'k-2' }
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => post('ticket_priorities', { name: 'crowd' }, headers)),
      )
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
      assert.equal(new Set(replies.map(({ json }) => json.id)).size, 1)
    })

    test('a failed write releases its idempotency key, and leaves neither history nor event', async () => {
      const previous = await countRows()
      const headers = { 'idempotency-key': 'k-3' }
      assert.equal((await post('ticket_priorities', { name: '2 normal' }, headers)).status, 422)
      assert.deepEqual(await countRows(), previous)
      assert.equal((await post('ticket_priorities', { name: 'later' }, headers)).status, 201)
      const [histories, events] = previous as [number, number]
      assert.deepEqual(await countRows(), [histories + 1, events + 1])
    })

    test('the history lists the changes, references by name', async () => {
      const { json } = await post('ticket_states', { name: 'first', state_type_id: 2 })
      await put(`ticket_states/${json.id}`, { state_type_id: 5, name: 'second', note: null })
      const rows = await w.desk.database.sql
        .selectFrom('histories')
        .select(['type', 'attribute', 'value_from', 'value_to', 'id_from', 'id_to'])
        .where('object', '=', 'Ticket::State')
        .where('o_id', '=', json.id)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        rows.map((row) => Object.values(row).join()),
        ['created,,,,,', 'updated,state_type,open,closed,2,5', 'updated,name,first,second,,'],
      )
    })
  })
}
