import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import * as fc from 'fast-check'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type By, type Row, sortedBy } from '../../testing/model.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'

type Ticket = Row & {
  readonly group_id: number
  readonly state_id: number
  readonly owner_id: number
  readonly priority_id: number
}

const size = 650
const mine = { 'ticket.owner_id': { operator: 'is', pre_condition: 'current_user.id', value: '' } }
const is = (...values: number[]) => ({ operator: 'is', value: values.map(String) })
const overviews: Readonly<
  Record<string, [condition: Record<string, unknown>, matches: (ticket: Ticket, user: number) => boolean]>
> = {
  everything: [{}, () => true],
  mine: [mine, ({ owner_id }, user) => owner_id === user],
  urgent: [{ 'ticket.priority_id': is(3), 'ticket.state_id': is(1, 2) }, (t) => t.priority_id === 3 && t.state_id < 3],
  closed: [{ 'ticket.state_id': is(4) }, ({ state_id }) => state_id === 4],
}

const idsOf = ({ index }: { index: { tickets: Ticket[] } }) => index.tickets.map(({ id }) => id)

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`lists of overviews on ${dialect}`, () => {
    let w: World
    /** The tickets that overviews show to a person: those of groups with the levels `read` and `overview`. */
    const shownTo = async (as: Person): Promise<Ticket[]> => {
      const groups = as === 'rita' ? [w.ids['Printers']] : [w.ids['Users']]
      const rows = await w.desk.database.sql.selectFrom('tickets').selectAll().orderBy('id').execute()
      return (rows as unknown as Ticket[]).filter(({ group_id }) => groups.includes(group_id))
    }
    const view = (link: string, more = '', as: Person = 'rita') =>
      w.request(`ticket_overviews?view=${link}${more}`, { as })

    before(async () => {
      w = await world(open)
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (let index = 0; index < size; index++) {
          await insert(unit, 'ticket', {
            number: String(90_000 + index),
            title: `Ticket ${index % 7}`,
            group_id: w.ids[index % 20 === 0 ? 'Network' : 'Printers'] as number,
            customer_id: w.ids['nils'] as number,
            owner_id: index % 3 === 0 ? (w.ids['rita'] as number) : 1,
            state_id: [1, 2, 4][index % 3] as number,
            priority_id: 1 + (index % 3),
          })
        }
        for (const [link, [condition]] of Object.entries(overviews)) {
          const order = { by: 'title', direction: 'DESC' }
          const overview_id = await insert(unit, 'overview', { name: link, link, prio: 1, condition, order, view: {} })
          await unit.db.sql.insertInto('overviews_roles').values({ overview_id, role_id: 2 }).execute()
        }
      })
    })
    after(() => w.close())

    test('every page has its part of the list, whichever page is read first', async () => {
      const all = await shownTo('rita')
      const columns = fc.constantFrom('title', 'priority_id', 'created_at', 'number', 'id', 'updated_at', 'owner_id')
      const order = fc.record({ column: columns, order: fc.constantFrom('asc' as const, 'desc' as const) })
      await fc.assert(
        fc.asyncProperty(order, fc.constantFrom(60, 200), async (by: By, perPage) => {
          const tie: By = { column: 'id', order: 'desc' }
          const expected = sortedBy(all, by.column === 'id' ? [by] : [by, tie]).map(({ id }) => id)
          const pages = Array.from({ length: Math.ceil(all.length / perPage) }, (_, index) => index + 1).toReversed()
          for (const page of pages) {
            const reply = await view(
              'everything',
              `&sort_by=${by.column}&order_by=${by.order}&per_page=${perPage}&page=${page}&fields=title`,
            )
            assert.equal(reply.status, 200, reply.text)
            assert.deepEqual(idsOf(reply.json), expected.slice((page - 1) * perPage, page * perPage))
            assert.equal(reply.headers['x-total-count'], String(all.length))
          }
        }),
        { numRuns: dialect === 'sqlite' ? 25 : 6 },
      )
    })

    test('pages and counts are exact after every write', async () => {
      const some = await shownTo('rita')
      const write = fc.record({
        id: fc.constantFrom(...some.map(({ id }) => id)),
        body: fc.oneof(
          fc.record({ state_id: fc.constantFrom(1, 2, 4) }),
          fc.record({ priority_id: fc.constantFrom(1, 2, 3) }),
          fc.record({ owner_id: fc.constantFrom(1, w.ids['rita'] as number) }),
          fc.record({ group_id: fc.constantFrom(w.ids['Network'] as number, w.ids['Printers'] as number) }),
          fc.constant(undefined),
        ),
      })
      await fc.assert(
        fc.asyncProperty(write, async ({ id, body }) => {
          const method = body ? 'PUT' : 'DELETE'
          const reply = await w.request(`tickets/${id}`, body ? { method, as: 'rita', body } : { method })
          assert.ok([200, 403, 404].includes(reply.status), reply.text)
          for (const as of ['rita', 'admin'] as const) {
            const tickets = await shownTo(as)
            const listed: { link: string; count: number }[] = (await w.request('ticket_overviews', { as })).json
            for (const [link, [, matches]] of Object.entries(overviews)) {
              const expected = tickets.filter((ticket) => matches(ticket, w.ids[as] as number)).map((t) => t.id)
              assert.equal(listed.find((one) => one.link === link)?.count, expected.length, `${as}: ${link}`)
            }
          }
          const expected = (await shownTo('rita')).map((ticket) => ticket.id)
          // Page 12 begins at offset 550; from `DEEP_OFFSET` on, pages are read by cached ids.
          const page = await view('everything', '&sort_by=id&per_page=50&page=12&fields=id')
          assert.deepEqual(idsOf(page.json), expected.slice(550, 600))
        }),
        { numRuns: dialect === 'sqlite' ? 40 : 8 },
      )
    })

    test('query and condition select some of the tickets, and fields some of their keys', async () => {
      const all = await shownTo('rita')
      const closed = all.filter(({ state_id, title }) => state_id === 4 && title === 'Ticket 3').map(({ id }) => id)
      const condition = { 'ticket.state_id': is(4) }
      const body = { view: 'everything', query: 'title:"Ticket 3"', condition, sort_by: 'id', fields: 'title' }
      const posted = await w.request('ticket_overviews', { method: 'POST', as: 'rita', body })
      assert.deepEqual(idsOf(posted.json), closed)
      assert.equal(posted.json.index.count, closed.length)
      const [first] = Object.values(posted.json.assets.Ticket)
      assert.deepEqual(Object.keys(first as object).toSorted(), ['id', 'state_id', 'title', 'updated_at'])
      const asked = await view(
        'everything',
        `&query=${encodeURIComponent('title:"Ticket 3" state_id:4')}&sort_by=id&fields=title`,
      )
      assert.deepEqual(asked.json, posted.json)
    })

    test('groups have the order of the list, and each counts its tickets on all pages', async () => {
      for (const [group_by, group_direction] of [
        ['owner', 'ASC'],
        ['organization_id', 'DESC'],
      ] as const) {
        const body = { name: 'Grouped', condition: {}, group_by, group_direction, view: { s: ['title'] } }
        const { id } = (await w.request('saved_views', { method: 'POST', as: 'rita', body })).json
        const link = `saved:${id}`
        const { assets, index } = (await view(link, '&groups=true')).json
        const column = group_by === 'owner' ? 'owner_id' : group_by
        const values = index.tickets.map((ticket: { id: number }) => assets.Ticket[ticket.id][column])
        const counted = [...new Set(values)].map((value) => ({
          value,
          count: values.filter((one: unknown) => one === value).length,
        }))
        assert.deepEqual(index.groups, counted)
        assert.deepEqual((await view(link, '&groups=true&per_page=10&page=2')).json.index.groups, counted)
        assert.equal((await view(link)).json.index.groups, undefined)
        assert.equal((await view(link, '&groups=true&sort_by=title')).json.index.groups, undefined)
      }
      assert.equal((await view('everything', '&groups=true')).json.index.groups, undefined)
    })

    test('a list that is grouped by an unknown attribute has no groups, even if it is ordered by a reference', async () => {
      const order = { by: 'owner_id', direction: 'ASC' }
      const body = { name: 'Ungrouped', condition: {}, order, group_by: 'deleted_field', view: { s: ['title'] } }
      const { id } = (await w.request('saved_views', { method: 'POST', as: 'rita', body })).json
      const { index } = (await view(`saved:${id}`, '&groups=true')).json
      assert.ok(index.tickets.length > 0)
      assert.equal(index.groups, undefined)
    })

    test('the level `overview` limits lists and counts; a page beyond the end is empty', async () => {
      const network = `&query=${encodeURIComponent('group:Network')}`
      assert.equal((await view('everything', network)).json.index.count, 0)
      assert.ok((await w.request('tickets/search?query=group:Network', { as: 'rita' })).json.tickets_count > 0)
      assert.equal((await view('everything', '', 'omar')).json.index.count, 0)
      assert.deepEqual((await view('everything', '', 'nils')).json, { assets: {}, index: {} })
      assert.deepEqual((await view('everything', '&per_page=200&page=9007199254740991')).json.index.tickets, [])
      for (const wrong of ['&sort_by=nothing', '&fields=nothing', '&query=title:', '&condition=[', '&time_zone=Mars']) {
        assert.equal((await view('everything', wrong)).status, 422, wrong)
      }
      assert.equal((await w.request('ticket_overviews?view=everything', { as: 'anonymous' })).status, 403)
      assert.deepEqual(w.logged, [])
    })
  })
}
