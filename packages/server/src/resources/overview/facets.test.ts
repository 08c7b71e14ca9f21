import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'

type Ticket = Readonly<Record<string, number>> & { readonly tags: readonly string[] }
interface Facets {
  readonly total: number
  readonly facets: Readonly<Record<string, readonly { value: number | string; count: number }[]>>
}

const columns = ['state_id', 'group_id', 'owner_id', 'priority_id']
const people: readonly Person[] = ['admin', 'rita', 'omar', 'ines', 'nils', 'plain']
const queries = [
  '',
  'state:open',
  'printer',
  'tags:printer',
  'priority_id:>1 NOT group:Network',
  'title:"no such title"',
]
const condition = { 'ticket.state_id': { operator: 'is', value: ['2', '4'] } }

/** Counts values one by one. */
function counted(values: readonly (number | string)[]): Facets['facets'][string] {
  const counts = new Map<number | string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

const expectedOf = (tickets: readonly Ticket[]): Facets => ({
  total: tickets.length,
  facets: {
    ...Object.fromEntries(columns.map((name) => [name, counted(tickets.map((ticket) => ticket[name] as number))])),
    tags: counted(tickets.flatMap(({ tags }) => tags)),
  },
})

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`facets of tickets on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (let index = 0; index < 60; index++) {
          await insert(unit, 'ticket', {
            number: String(90_000 + index),
            title: `Printer ${index % 7}`,
            group_id: w.ids[['Network', 'Printers', 'Users'][index % 3] as string] as number,
            customer_id: w.ids[index % 2 === 0 ? 'nils' : 'zoe'] as number,
            owner_id: index % 5 === 0 ? (w.ids['rita'] as number) : 1,
            state_id: [1, 2, 4][index % 4] ?? 2,
            priority_id: 1 + (index % 3),
          })
        }
        const all = { name: 'Everything', link: 'everything', prio: 1, condition: {}, order: {}, view: {} }
        const overview_id = await insert(unit, 'overview', all)
        await unit.db.sql.insertInto('overviews_roles').values({ overview_id, role_id: 2 }).execute()
      })
    })
    after(() => w.close())

    const facets = (query: string, as: Person | 'anonymous' = 'rita') => w.request(`tickets/facets?${query}`, { as })
    /** The tickets of a search, one by one, with their tags. */
    const find = async (query: string, as: Person, path = 'tickets/search?expand=true&per_page=500&query=') => {
      const { json } = await w.request(`${path}${encodeURIComponent(query)}`, { as })
      return json as Ticket[]
    }

    test('the counts are those of the tickets that the search returns, for everybody', async () => {
      for (const as of people) {
        for (const query of queries) {
          const reply = await facets(`query=${encodeURIComponent(query)}`, as)
          assert.equal(reply.status, 200, reply.text)
          assert.deepEqual(reply.json, expectedOf(await find(query, as)), `${as}: ${query}`)
        }
      }
      assert.equal((await facets('', 'anonymous')).status, 403)
    })

    test('a condition, a query and a view are combined; views show only groups with the level `overview`', async () => {
      const all = await find('printer', 'rita')
      const printers = all.filter((ticket) => ticket['group_id'] === w.ids['Printers'])
      assert.ok(printers.length < all.length)
      const matching = printers.filter((ticket) => [2, 4].includes(ticket['state_id'] as number))
      const body = { view: 'everything', query: 'printer', condition, by: 'state_id,tags' }
      const { json } = await w.request('tickets/facets', { method: 'POST', as: 'rita', body })
      const { total, facets: by } = expectedOf(matching)
      assert.deepEqual(json, { total, facets: { state_id: by['state_id'], tags: by['tags'] } })
      const asked = await facets(
        `view=everything&query=printer&by=state_id,tags&condition=${encodeURIComponent(JSON.stringify(condition))}`,
      )
      assert.deepEqual(asked.json, json)
    })

    test('the counts change with every write, and a saved view counts for its owner alone', async () => {
      const body = { name: 'Mine', condition, view: { s: ['title'] } }
      const view = (await w.request('saved_views', { method: 'POST', as: 'rita', body })).json.id
      const first: Facets = (await facets(`view=saved:${view}`)).json
      const [one] = (await find('state_id:2 group:Printers', 'rita')) as [Ticket]
      const change = { method: 'PUT', as: 'rita', body: { state_id: 1 } } as const
      assert.equal((await w.request(`tickets/${one['id']}`, change)).status, 200)
      const tag = { object: 'Ticket', o_id: one['id'], item: 'facet' }
      assert.equal((await w.request('tags/add', { method: 'POST', as: 'rita', body: tag })).status, 201)
      assert.equal((await facets(`view=saved:${view}`)).json.total, first.total - 1)
      assert.deepEqual((await facets('query=tags:facet&by=tags')).json, {
        total: 1,
        facets: { tags: counted(['facet', ...one.tags]) },
      })
      assert.equal((await facets(`view=saved:${view}`, 'ines')).status, 404)
    })

    test('invalid parameters are refused with their names', async () => {
      for (const [query, status, path] of [
        ['by=customer_id', 422, 'by'],
        ['by=state_id,__proto__', 422, 'by'],
        ['query=title:', 422, 'query'],
        ['condition=[', 422, 'condition'],
        ['time_zone=Mars', 422, 'time_zone'],
        ['view=unknown', 404, undefined],
      ] as const) {
        const reply = await facets(query)
        assert.equal(reply.status, status, query)
        assert.equal(reply.json.details?.[0]?.path, path, query)
      }
      assert.deepEqual(w.logged, [])
    })
  })
}
