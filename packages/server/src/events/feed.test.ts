import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Resource, type ResourceName, resources, systemUser } from '@deskbell/contract'
import { insert, record, unitOfWork } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { addRecords } from '../testing/records.ts'
import { type Person, tokenFor, type World, world } from '../testing/world.ts'

const people: Person[] = ['admin', 'rita', 'omar', 'ines', 'nils', 'maya', 'zoe', 'paul', 'plain']
/** The resources whose records can be read by id. */
const readable = Object.values<Resource>(resources).filter(({ can }) => can.read !== undefined)

interface FeedEvent {
  id: number
  name: string
  object: string
  o_id: number
  ticket_id: number | null
  changes: Record<string, unknown>
  created_by_id: number | null
}

/** Reads the whole feed of a person, page by page. */
async function readAll(w: World, as: Person, query = '', limit = 7): Promise<FeedEvent[]> {
  const all: FeedEvent[] = []
  for (let url: string | undefined = `events?limit=${limit}${query}`; url;) {
    const reply = await w.request(url, { as })
    assert.equal(reply.status, 200, reply.text)
    all.push(...reply.json)
    assert.ok(reply.json.length <= limit)
    url = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1]
  }
  return all
}

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the feed of events on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addRecords(w)
      const records: [ResourceName, number][] = []
      for (const resource of readable) {
        const rows = await w.desk.database.sql
          .selectFrom(resource.path as 'tickets')
          .select('id')
          .execute()
        records.push(...rows.map(({ id }) => [resource.name as ResourceName, id] as [ResourceName, number]))
      }
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (const [name, id] of records) {
          const ticket =
            name === 'article'
              ? (
                  await unit.db.sql
                    .selectFrom('ticket_articles')
                    .select('ticket_id')
                    .where('id', '=', id)
                    .executeTakeFirstOrThrow()
                ).ticket_id
              : undefined
          await record(unit, { type: 'created', name, id, ...(ticket === undefined ? {} : { ticket }) })
        }
      })
    })
    after(() => w.close())

    // The rules are the same code on both databases, so on PostgreSQL four callers are enough.
    for (const person of dialect === 'sqlite' ? people : (['admin', 'ines', 'nils', 'plain'] as const)) {
      test(`${person} gets the events of the records that ${person} may read, and no others`, async () => {
        const events = await readAll(w, person)
        const ids = events.map(({ id }) => id)
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        )
        assert.equal(new Set(ids).size, ids.length)
        const objects = new Set(events.map(({ object, o_id }) => `${object} ${o_id}`))
        for (const { model, path } of readable) {
          const rows = await w.desk.database.sql
            .selectFrom(path as 'tickets')
            .select('id')
            .execute()
          for (const { id } of rows) {
            const { status } = await w.request(`${path}/${id}`, { as: person })
            assert.equal(objects.has(`${model} ${id}`), status === 200, `${model} ${id} ${status}`)
          }
        }
      })
    }

    test('every page has a cursor, even an empty one, and later events follow that cursor', async () => {
      const now = await w.request('events?after=now', { as: 'paul' })
      assert.deepEqual(now.json, [])
      const cursor = now.headers['x-cursor'] as string
      assert.equal(now.headers['link'], undefined)
      await addUpdate(w, 'ticket', w.ids['Quiet ticket'] as number, { title: { from: 'a', to: 'b' } })
      await addUpdate(w, 'ticket', w.ids['No network in the bakery'] as number, { title: { from: 'a', to: 'b' } })
      const next = await w.request(`events?after=${cursor}`, { as: 'paul' })
      assert.deepEqual(
        next.json.map(({ name, o_id }: FeedEvent) => [name, o_id]),
        [['ticket.updated', w.ids['Quiet ticket']]],
      )
      assert.ok(Number(next.headers['x-cursor']) > next.json[0].id)
    })

    test('callers who may read the history see values, cut to 500 characters; other readers see attribute names', async () => {
      const ticket = w.ids['Quiet ticket'] as number
      const changes = { title: { from: 'old secret', to: 'x'.repeat(600) } }
      await unitOfWork(w.desk, systemUser, (unit) =>
        record(unit, { type: 'updated', name: 'ticket', id: ticket, changes }),
      )
      const last = async (as: Person) => (await readAll(w, as, '&after=0')).filter(({ o_id }) => o_id === ticket).at(-1)
      assert.deepEqual((await last('admin'))?.changes, { title: { from: 'old secret', to: 'x'.repeat(500) } })
      assert.deepEqual((await last('paul'))?.changes, { title: {} })
    })

    test('changes of masked and hidden attributes are left out', async () => {
      const maya = w.ids['maya'] as number
      const before = (await readAll(w, 'nils')).length
      await addUpdate(w, 'user', maya, { note: { from: '', to: 'difficult' } })
      assert.equal((await readAll(w, 'nils')).length, before)
      await addUpdate(w, 'user', maya, { note: { from: 'difficult', to: '' }, firstname: { from: 'Maya', to: 'Mia' } })
      const event = (await readAll(w, 'nils')).at(-1)
      assert.deepEqual(event?.changes, { firstname: {} })
      assert.equal(event?.created_by_id, null)
      await addUpdate(w, 'user', maya, { password: { from: 'a', to: 'b' } })
      assert.ok(!(await w.request('events?limit=1000')).text.includes('password'))
    })

    test('the events of a deleted record stay visible to those who could read it', async () => {
      const ticket = await unitOfWork(w.desk, systemUser, async (unit) => {
        const {
          id: _id,
          change: _change,
          number: _number,
          ...row
        } = (await unit.db.sql
          .selectFrom('tickets')
          .selectAll()
          .where('id', '=', w.ids['Label printer offline'] as number)
          .executeTakeFirstOrThrow()) as unknown as Record<string, unknown>
        const id = await insert(unit, 'ticket', { ...row, number: '999', preferences: {} })
        await record(unit, { type: 'created', name: 'ticket', id })
        return id
      })
      const { group_id, customer_id, organization_id } = await w.desk.database.sql
        .selectFrom('tickets')
        .select(['group_id', 'customer_id', 'organization_id'])
        .where('id', '=', ticket)
        .executeTakeFirstOrThrow()
      await unitOfWork(w.desk, systemUser, async (unit) => {
        await unit.db.sql.deleteFrom('tickets').where('id', '=', ticket).execute()
        const kept = { group_id, customer_id, organization_id }
        await record(unit, { type: 'deleted', name: 'ticket', id: ticket, kept })
      })
      const visible: Record<string, string[]> = {}
      for (const person of people) {
        visible[person] = (await readAll(w, person))
          .filter((e) => e.object === 'Ticket' && e.o_id === ticket)
          .map((e) => e.name)
      }
      const both = ['ticket.created', 'ticket.deleted']
      const expected = {
        admin: [],
        rita: both,
        omar: [],
        ines: both,
        nils: both,
        maya: both,
        zoe: [],
        paul: [],
        plain: [],
      }
      assert.deepEqual(visible, expected)
    })

    test('events never show the values of secrets', async () => {
      const id = await unitOfWork(w.desk, systemUser, (unit) =>
        insert(unit, 'webhook', { name: 'secret', endpoint: 'http://127.0.0.1', signature_token: 'hush' }),
      )
      await addUpdate(w, 'webhook', id, { signature_token: { from: null, to: 'hush' }, note: { from: '', to: 'loud' } })
      const last = (await readAll(w, 'admin')).at(-1)
      assert.deepEqual(last?.changes, { signature_token: {}, note: { from: '', to: 'loud' } })
    })

    test('the parameter `names` selects events by their names', async () => {
      const all = await readAll(w, 'admin')
      for (const [names, expected] of [
        ['ticket.created', (name: string) => name === 'ticket.created'],
        ['ticket.*', (name: string) => name.startsWith('ticket.')],
        ['ticket', (name: string) => name.startsWith('ticket.')],
        ['*.updated,user.*', (name: string) => /updated|^user\./.test(name)],
        ['*', () => true],
      ] as const) {
        const chosen = await readAll(w, 'admin', `&names=${encodeURIComponent(names)}`)
        assert.deepEqual(
          chosen.map(({ id }) => id),
          all.filter(({ name }) => expected(name)).map(({ id }) => id),
          names,
        )
      }
      for (const odd of ['tickets.created', 'ticket.', '.created', 'a b', 'ticket.created.x', "ticket.'--"]) {
        const reply = await w.request(`events?names=${encodeURIComponent(odd)}`)
        assert.equal(reply.status, 422, odd)
        assert.equal(reply.json.details[0].path, 'names')
      }
    })

    test('invalid cursors and limits, and callers who have not signed in, are rejected', async () => {
      for (const query of ['after=x', 'after=-1', 'after=', 'limit=0', 'limit=1001', 'after=1&after=2', 'after=1.5']) {
        assert.equal((await w.request(`events?${query}`)).status, 422, query)
      }
      assert.equal((await w.request('events', { as: 'anonymous' })).status, 403)
    })

    test('a cursor beyond the last event is rejected, because events would be missed', async () => {
      const reply = await w.request('events?after=999999999')
      assert.equal(reply.status, 410)
      assert.match(reply.json.error, /there is no event 999999999 yet/)
    })

    test('a token with limited permissions gets only the events of records that it may read', async () => {
      const token = await tokenFor(w, 'admin', { permissions: ['admin.group'] })
      const reply = await w.request('events?limit=1000', { headers: { authorization: `Token ${token}` } })
      const objects = new Set(reply.json.map(({ object }: FeedEvent) => object))
      assert.ok(objects.has('Group'))
      assert.ok(!objects.has('Ticket'))
      // Of the users, the token may read only its owner.
      const users = reply.json.filter(({ object }: FeedEvent) => object === 'User').map(({ o_id }: FeedEvent) => o_id)
      assert.deepEqual([...new Set(users)], [w.ids['admin']])
    })

    test('a page skips at most a fixed number of invisible events', async () => {
      const ticket = w.ids['No network in the bakery'] as number
      const row = { name: 'ticket.updated', object: 'Ticket', o_id: ticket, ticket_id: ticket, changes: '{}' }
      const stamped = { ...row, created_by_id: 1, created_at: '2026-03-02T09:00:00.000Z' }
      const columns = Object.keys(stamped) as (keyof typeof stamped)[]
      await w.desk.database.transaction(async ({ sql }) => {
        await sql
          .insertInto('events')
          .values(Array.from({ length: 1000 }, () => stamped) as never)
          .execute()
        const last = sql.selectFrom('events').select(columns).orderBy('id', 'desc').limit(1000)
        for (let times = 1; times < 25; times++) {
          await sql.insertInto('events').columns(columns).expression(last).execute()
        }
      })
      const first = await w.request('events?after=now&limit=10')
      const end = Number(first.headers['x-cursor'])
      const page = await w.request(`events?after=${end - 25_000}&limit=10`, { as: 'paul' })
      assert.deepEqual(page.json, [])
      assert.match(page.headers['link'] ?? '', /rel="next"/)
      assert.ok(Number(page.headers['x-cursor']) < end)
      assert.deepEqual(await readAll(w, 'paul', `&after=${end - 25_000}`), [])
    })
  })
}

const addUpdate = (w: World, kind: 'ticket' | 'user' | 'webhook', id: number, changes: object) =>
  w.desk.database.transaction((db) =>
    db.sql
      .insertInto('events')
      .values({
        name: `${kind}.updated`,
        object: resources[kind].model,
        o_id: id,
        ticket_id: kind === 'ticket' ? id : null,
        changes: JSON.stringify(changes),
        created_by_id: 1,
        created_at: '2026-03-02T09:00:00.000Z',
      })
      .execute(),
  )
