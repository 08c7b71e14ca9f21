import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { NotificationType } from '@deskbell/contract'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { notify } from '../../resources/online_notification/actions.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import type { Row } from '../../testing/model.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const label = 'Label printer offline'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`notifications and subscriptions on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const addNotification = (person: Person, title: string, type: NotificationType = 'update') =>
      unitOfWork(w.desk, w.ids['nils'] as number, async (unit) => {
        const [id] = await notify(unit, { users: [w.ids[person] as number], ticket: w.ids[title] as number, type })
        return id as number
      })
    const list = async (as: Person) => (await w.request('online_notifications', { as })).json as Row[]
    const put = (id: number, body: object, as: Person) =>
      w.request(`online_notifications/${id}?expand=true`, { method: 'PUT', as, body })

    const ids = async () => (await list('ines')).map(({ id }) => id).toSorted((a, b) => a - b)
    const storedIds = async () =>
      (await w.desk.database.sql.selectFrom('online_notifications').select('id').execute()).map(({ id }) => id)

    test('notifications are listed in pages of ten by default, each on one page only', async () => {
      const created: number[] = []
      for (let count = 0; count < 12; count += 1) {
        created.unshift(await addNotification('ines', label))
        w.pass(10)
      }
      const first = await w.request('online_notifications', { as: 'ines' })
      assert.equal(first.json.length, 10)
      assert.equal(first.headers['x-total-count'], '12')
      assert.match(first.headers['link'] as string, /page=2>; rel="next"/)
      const pages: number[] = []
      for (const page of [1, 2, 3, 4]) {
        const { json } = await w.request(`online_notifications?page=${page}&per_page=5`, { as: 'ines' })
        pages.push(...(json as Row[]).map(({ id }) => id))
      }
      assert.deepEqual(pages, created)
      const sorted = await w.request('online_notifications?sort_by=id&per_page=12', { as: 'ines' })
      assert.deepEqual(
        (sorted.json as Row[]).map(({ id }) => id),
        created.toReversed(),
      )
      const { json: named } = await w.request(`online_notifications?ids=${created[3]},${created[1]}`, { as: 'ines' })
      assert.deepEqual(
        (named as Row[]).map(({ id }) => id),
        [created[1], created[3]],
      )
      const full = await w.request('online_notifications?full=true&per_page=2', { as: 'ines' })
      assert.deepEqual([full.json.record_ids, full.json.total_count], [created.slice(0, 2), 12])
      for (const bad of ['page=0', 'per_page=1001', 'sort_by=nonsense', 'after=1']) {
        assert.equal((await w.request(`online_notifications?${bad}`, { as: 'ines' })).status, 422)
      }
      assert.equal(
        (await w.request('online_notifications/mark_all_as_read', { method: 'POST', as: 'ines' })).status,
        200,
      )
      for (const id of created) await w.request(`online_notifications/${id}`, { method: 'DELETE', as: 'ines' })
    })

    test('notifications are listed newest first, with all keys and, on request, with names', async () => {
      const first = await addNotification('rita', label)
      w.pass(10)
      const second = await addNotification('rita', 'Paper jam again', 'create')
      assert.deepEqual(
        (await list('rita')).map(({ id }) => id),
        [second, first],
      )
      const [, plain] = await list('rita')
      const { created_at, updated_at, ...rest } = plain as Row
      assert.equal(created_at, updated_at)
      assert.deepEqual(rest, {
        id: first,
        o_id: w.ids[label],
        object_lookup_id: 1,
        type_lookup_id: 3,
        user_id: w.ids['rita'],
        seen: false,
        updated_by_id: w.ids['nils'],
        created_by_id: w.ids['nils'],
      })
      const { json } = await w.request(`online_notifications/${first}?expand=true`, { as: 'rita' })
      assert.deepEqual(
        [json.object, json.type, json.user, json.created_by, json.updated_by],
        ['Ticket', 'update', 'rita@desk.example', 'nils@desk.example', 'nils@desk.example'],
      )
      const full = (await w.request('online_notifications?full=true', { as: 'rita' })).json
      assert.deepEqual(full.record_ids, [second, first])
      assert.ok(full.assets.User[w.ids['nils'] as number])
    })

    test('only `seen` can be changed, of one notification or of all', async () => {
      const [newest, older] = await list('rita')
      const reply = await put(older?.id as number, { seen: true, o_id: 1, user_id: 3, created_by_id: 1 }, 'rita')
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual([reply.json.seen, reply.json.o_id, reply.json.type], [true, w.ids[label], 'update'])
      assert.equal(reply.json.updated_by_id, w.ids['rita'])
      assert.equal((await put(older?.id as number, { seen: 'perhaps' }, 'rita')).status, 422)
      const all = await w.request('online_notifications/mark_all_as_read', { method: 'POST', as: 'rita' })
      assert.deepEqual([all.status, all.json], [200, {}])
      assert.ok((await list('rita')).every(({ seen }) => seen))
      const gone = await w.request(`online_notifications/${newest?.id}`, { method: 'DELETE', as: 'rita' })
      assert.deepEqual([gone.status, gone.json], [200, {}])
      assert.equal((await list('rita')).length, 1)
    })

    test('notifications of other users are neither visible nor writable', async () => {
      const [hers] = await list('rita')
      for (const as of ['omar', 'admin', 'nils', 'plain'] as const) {
        assert.deepEqual(await list(as), [])
        for (const method of ['GET', 'PUT', 'DELETE'] as const) {
          const reply = await w.request(`online_notifications/${hers?.id}`, { method, as })
          assert.equal(reply.status, 403, `${as} ${method}`)
        }
        await w.request('online_notifications/mark_all_as_read', { method: 'POST', as })
      }
      assert.equal((await w.request('online_notifications', { as: 'anonymous' })).status, 403)
      assert.equal((await w.request('online_notifications/9999', { as: 'rita' })).status, 404)
    })

    test('a notification of a ticket that its user may not read is hidden', async () => {
      const id = await addNotification('omar', label)
      assert.deepEqual(await list('omar'), [])
      assert.equal((await w.request(`online_notifications/${id}`, { as: 'omar' })).status, 403)
      const other = await addNotification('omar', 'No network in the bakery')
      assert.deepEqual(
        (await list('omar')).map((row) => row.id),
        [other],
      )
    })

    test('a notification expires ten minutes after its user marked it as seen, eight hours after others did, or after nine months', async () => {
      const own = await addNotification('ines', 'Paper jam again')
      const others = await addNotification('ines', 'Paper jam again')
      const unseen = await addNotification('ines', 'Paper jam again')
      await put(own, { seen: true }, 'ines')
      // As another user does it: `updated_by_id` is not Ines.
      await w.desk.database.transaction((db) =>
        db.sql.updateTable('online_notifications').set({ seen: true }).where('id', '=', others).execute(),
      )
      assert.deepEqual(
        await ids(),
        [own, others, unseen].toSorted((a, b) => a - b),
      )
      w.pass(10 * 60_000 + 1)
      assert.deepEqual(
        await ids(),
        [others, unseen].toSorted((a, b) => a - b),
      )
      w.pass(8 * 3_600_000)
      assert.deepEqual(await ids(), [unseen])
      const next = await addNotification('ines', 'Paper jam again')
      assert.ok(!(await storedIds()).includes(own) && !(await storedIds()).includes(others))
      assert.deepEqual(
        await ids(),
        [unseen, next].toSorted((a, b) => a - b),
      )
      w.pass(275 * 24 * 3_600_000)
      assert.deepEqual(await ids(), [])
      await addNotification('ines', 'Paper jam again')
      assert.equal((await storedIds()).length, 1)
    })

    const subscribe = (title: string, as: Person | 'anonymous', more: object = {}) =>
      w.request('mentions', {
        method: 'POST',
        as,
        body: { mentionable_type: 'Ticket', mentionable_id: w.ids[title], ...more },
      })
    const subscribed = (title: string, as: Person | 'anonymous', more = '') =>
      w.request(`mentions?mentionable_type=Ticket&mentionable_id=${w.ids[title]}${more}`, { as })

    test('an agent subscribes to a readable ticket once, with 201 and true', async () => {
      assert.deepEqual((await subscribed(label, 'rita')).json, { mentions: [] })
      for (const as of ['rita', 'rita', 'ines'] as const) {
        const reply = await subscribe(label, as)
        assert.deepEqual([reply.status, reply.text], [201, 'true'])
      }
      const { mentions } = (await subscribed(label, 'rita')).json
      assert.deepEqual(
        mentions.map((m: Row) => [m['mentionable_type'], m['mentionable_id'], m['user_id'], m['created_by_id']]),
        [
          ['Ticket', w.ids[label], w.ids['rita'], w.ids['rita']],
          ['Ticket', w.ids[label], w.ids['ines'], w.ids['ines']],
        ],
      )
      const full = (await subscribed(label, 'rita', '&full=true')).json
      assert.deepEqual(
        full.record_ids,
        mentions.map((m: Row) => m.id),
      )
      assert.ok(full.assets.Mention && full.assets.User[w.ids['ines'] as number])
      // Both return true, but only the caller's own subscription ends.
      for (const as of ['ines', 'rita'] as const) {
        const gone = await w.request(`mentions/${mentions[0].id}`, { method: 'DELETE', as })
        assert.deepEqual([gone.status, gone.text], [200, 'true'])
        const left = (await subscribed(label, 'rita')).json.mentions.length
        assert.equal(left, as === 'ines' ? 2 : 1)
      }
      assert.equal((await w.request('mentions/9999', { method: 'DELETE', as: 'rita' })).text, 'true')
    })

    test('subscribing needs the right to read as an agent', async () => {
      const network = 'No network in the bakery'
      const expected: [Person | 'anonymous', string, number][] = [
        ['omar', network, 201],
        ['omar', label, 403],
        ['ines', network, 403],
        ['admin', label, 403],
        ['nils', label, 403],
        ['plain', label, 403],
        ['gone', label, 401],
        ['anonymous', label, 403],
      ]
      for (const [as, title, status] of expected) {
        assert.equal((await subscribe(title, as)).status, status, `${as} ${title}`)
        assert.equal((await subscribed(title, as)).status, status === 201 ? 200 : status, `${as} lists ${title}`)
      }
      assert.equal((await subscribe(label, 'rita', { mentionable_type: 'User' })).status, 422)
      assert.equal((await subscribe(label, 'rita', { mentionable_id: 9999 })).status, 404)
      assert.equal((await w.request('mentions', { as: 'rita' })).status, 422)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
