import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources, systemUser } from '@deskbell/contract'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { visibilityOf, type Tables, tablesOf } from '../testing/expected-visibility.ts'
import { pretendMillionTickets } from '../testing/compare-searches.ts'
import { referenceSearch } from '../testing/reference-search.ts'
import { eachDialect, type Open } from '../testing/each-dialect.ts'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { reindex } from '../upkeep/reindex.ts'
import { readStoredValue } from '../kernel/settings.ts'
import { searchSettings } from './settings.ts'

const queries = [
  '*',
  'printer',
  'scanner',
  'state:open',
  'printer -customer.firstname:nils',
  'customer.organization.name:harbor',
  'article.internal:true OR title:printer',
  'created_at:[2025-12-10 TO 2026-01-31]',
  'created_at:>2025-12-20 printer',
  'updated_at:>2026-03-02T09:00:05Z',
  'printer updated_at:<2026-03-02T09:00:07Z',
  'id:<30 -toner',
]

/** The page sizes to request, and how many pages of each. */
const pagings = [
  { size: 1, pages: 5 },
  { size: 4, pages: 3 },
  { size: 100, pages: 2 },
]

interface Desk {
  readonly name: string
  readonly open?: Open | undefined
  readonly prepare: (w: World) => Promise<unknown>
  readonly callers: readonly Person[]
  readonly columns: readonly string[]
}

const columns = ['id', 'number', 'title', 'created_at', 'updated_at']

const desks: readonly Desk[] = [
  {
    name: 'with a sorted index',
    prepare: async (w) => {
      await pretendMillionTickets(w)
      await fill(w)
      await reindex(w.desk)
    },
    callers: ['admin', 'ines'],
    columns,
  },
  {
    name: 'with an unsorted index',
    prepare: async (w) => {
      await pretendMillionTickets(w)
      await fill(w)
      await addOldTicket(w)
      assert.notEqual(await readStoredValue(w.desk.database, 'search_order'), searchSettings.search_order)
    },
    callers: ['rita', 'maya'],
    columns,
  },
  // On PostgreSQL, one column is enough: the service sorts by all of them in the same way.
  { name: 'on PostgreSQL', open: eachDialect.postgres, prepare: fill, callers: ['admin', 'maya'], columns: ['title'] },
]

for (const { name, open, prepare, callers, columns } of desks) {
  describe(`a search in a large desk, ${name}`, { skip: name === 'on PostgreSQL' && !open }, () => {
    let w: World
    let tables: Tables
    before(async () => {
      w = await world(open)
      await addRandomTickets(w, { seed: 7 })
      await prepare(w)
      tables = await tablesOf(w.desk.database)
    })
    after(() => w.close())

    for (const as of callers) {
      for (const column of columns) {
        for (const order of ['asc', 'desc'] as const) {
          test(`is sorted by ${column}, ${order}, as ${as}`, async () => {
            const visibility = visibilityOf(tables, w.ids[as] as number)
            for (const query of queries) {
              const expected = referenceSearch({ tables, visibility, now: w.desk.now() }, resources.ticket, query, {
                column,
                order,
              })
              const url = `tickets/search?query=${encodeURIComponent(query)}&sort_by=${column}&order_by=${order}`
              for (const { size, pages } of pagings) {
                const ids: number[] = []
                for (let page = 1; page <= pages; page += 1) {
                  const { json, text } = await w.request(`${url}&per_page=${size}&page=${page}&fields=id`, { as })
                  assert.ok(json.tickets, text)
                  ids.push(...json.tickets)
                }
                assert.deepEqual(ids, expected.slice(0, size * pages), query)
              }
            }
          })
        }
      }
    }
  })
}

/** Adds more tickets than a search sorts at once. Their three times of creation are between those of the other tickets. */
function fill(w: World): Promise<void> {
  return unitOfWork(w.desk, systemUser, async (unit) => {
    const references = { group_id: 1, customer_id: w.ids['nils'] as number, owner_id: 1, state_id: 2, priority_id: 2 }
    for (let index = 0; index < 1200; index += 1) {
      const created_at = `2026-01-${10 + Math.floor(index / 400)}T10:00:00.000Z`
      const title = index % 100 === 0 ? 'scanner' : 'One of many'
      await insert(unit, 'ticket', { ...references, number: String(2_000_000 + index), title, created_at })
    }
  })
}

/** Adds a ticket that was changed before the others, as an import does. */
const addOldTicket = (w: World): Promise<number> =>
  unitOfWork(w.desk, systemUser, (unit) =>
    insert(unit, 'ticket', {
      group_id: 1,
      customer_id: w.ids['nils'] as number,
      owner_id: 1,
      state_id: 2,
      priority_id: 2,
      number: '3000000',
      title: 'printer scanner',
      updated_at: '2025-12-24T10:00:00.000Z',
    }),
  )
