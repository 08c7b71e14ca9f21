import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { type Resource, resources, systemUser } from '@deskbell/contract'
import type { IndexLimits } from '../kernel/context.ts'
import { reindex } from '../upkeep/reindex.ts'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { fulfils } from './conditions.ts'
import { attributesIn, conditions } from './random-conditions.ts'
import { eachDialect, type Open } from './each-dialect.ts'
import { visibilityOf, tablesOf } from './expected-visibility.ts'
import { referenceSearch } from './reference-search.ts'
import type { By, Row } from './model.ts'
import { isReadable, namesOnlyReadable } from './paths.ts'
import { randomQueries } from './random-queries.ts'
import { addRandomTickets, changeAtRandom } from './random-tickets.ts'
import { addRandomCustomFields } from './random-custom-fields.ts'
import { type Person, type World, world } from './world.ts'

/**
 * An administrator who reads every group, three agents of different groups, one of whom is a customer too, three
 * customers, and those of `addCallers`.
 */
const callers: readonly Person[] = ['admin', 'rita', 'omar', 'ines', 'nils', 'maya', 'zoe', 'paul', 'plain', 'gone']
const agents: readonly Person[] = ['admin', 'rita', 'omar', 'ines', 'plain']
/** The callers who may search users and organizations: the agents, and `gone`, whom `addCallers` makes an administrator only. */
const staff: readonly Person[] = [...agents, 'gone']
/** The callers who may search each resource, and its share of the queries. */
const searched: readonly [Resource, readonly Person[], share: number][] = [
  [resources.ticket, callers, 10],
  [resources.user, staff, 3],
  [resources.organization, staff, 2],
  [resources.group, ['admin'], 1],
]

/** Time zones far from UTC in both directions, with daylight saving time, and with offsets of half an hour. */
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Asia/Kolkata',
  'America/St_Johns',
)

/** The random data and queries of a comparison. */
interface ComparisonOptions {
  readonly seed: number
  /** The data change before each round. */
  readonly rounds: number
  /** The number of queries in all rounds together. */
  readonly queries: number
  /**
   * A `large` desk uses other query plans, and its pages may omit totals. In a `small` one only a few words of articles are
   * indexed, so that many tickets exceed the limits.
   */
  readonly size?: 'small' | 'large'
  readonly open?: Open | undefined
}

/**
 * Runs random queries on random data and compares every page and every count with the reference search, which reads all
 * records. In every other round the index is rebuilt, so that its documents are sorted by change; in the others they are not.
 */
export async function compareSearches({
  seed,
  rounds,
  queries,
  size = 'small',
  open = eachDialect.sqlite,
}: ComparisonOptions): Promise<void> {
  const w = await world(open, size === 'small' ? { indexLimits: fewWords } : {})
  try {
    const pools = await addRandomTickets(w, { seed })
    await addCallers(w, pools.organizations)
    await addRandomCustomFields(w, seed)
    if (size === 'large') await pretendMillionTickets(w)
    for (let round = 0; round < rounds; round += 1) {
      await changeAtRandom(w, pools, seed * 1000 + round)
      if (round % 2 === 0) await reindex(w.desk)
      const shares = searched.reduce((sum, [, , share]) => sum + share, 0)
      for (const [resource, people, share] of searched) {
        const numRuns = Math.ceil((queries * share) / shares / rounds)
        await compare(w, resource, people, { seed: seed * 1000 + round, numRuns }, size)
      }
    }
    await compareConditions(w, { seed, numRuns: Math.ceil(queries / 4) })
    assert.deepEqual(w.logged, [])
  } finally {
    await w.close()
  }
}

/**
 * Turns three people into other kinds of callers: a customer of two organizations, an agent without groups, and an
 * administrator who is no agent.
 */
async function addCallers({ desk, ids }: World, organizations: readonly number[]): Promise<void> {
  const [paul, plain, gone] = [ids['paul'], ids['plain'], ids['gone']] as [number, number, number]
  await unitOfWork(desk, systemUser, async (unit) => {
    await update(unit, 'user', gone, { active: true })
    const { sql } = unit.db
    await sql.deleteFrom('roles_users').where('user_id', '=', gone).execute()
    const roles = [
      { user_id: plain, role_id: 2 },
      { user_id: gone, role_id: 1 },
    ]
    await sql.insertInto('roles_users').values(roles).execute()
    const second = { user_id: paul, organization_id: organizations[0] as number }
    await sql.insertInto('organizations_users').values(second).execute()
  })
}

/** Limits so low that many tickets exceed them. */
const fewWords: IndexLimits = { article: { words: 14, different: 10 }, ticket: { words: 24, different: 16 } }

/**
 * Adds a ticket with the id 1,000,000 and the change number 2,000,000, from which the service estimates the number of
 * tickets. Later changes have higher numbers.
 */
export async function pretendMillionTickets(w: World): Promise<void> {
  const ticket = { number: '1000000', title: 'the last of a million', group_id: 1, customer_id: 3, owner_id: 1 }
  const rest = { state_id: 1, priority_id: 2, create_article_type_id: 1, create_article_sender_id: 1 }
  await unitOfWork(w.desk, systemUser, async (unit) => {
    const id = await insert(unit, 'ticket', { id: 1_000_000, ...ticket, ...rest })
    await unit.db.sql.updateTable('tickets').set({ change: 2_000_000 }).where('id', '=', id).execute()
  })
}

async function compare(
  w: World,
  resource: Resource,
  people: readonly Person[],
  options: { seed: number; numRuns: number },
  deskSize: 'small' | 'large',
): Promise<void> {
  const tables = await tablesOf(w.desk.database)
  const limits = w.desk.indexLimits
  const visibility = new Map(people.map((person) => [person, visibilityOf(tables, w.ids[person] as number)]))
  const columns =
    resource === resources.ticket
      ? ['title', 'number', 'created_at', 'updated_at', 'customer_id', 'id', 'shelf', 'boxes']
      : ['id', 'created_at']
  const by: fc.Arbitrary<By | undefined> = fc.option(
    fc.record({ column: fc.constantFrom(...columns), order: fc.constantFrom('asc', 'desc') }),
    { nil: undefined, freq: 4 },
  )
  const searches = fc.tuple(
    randomQueries(resource.path),
    fc.constantFrom(...people),
    fc.constantFrom(3, 7, 100),
    by,
    zones,
  )
  const property = fc.asyncProperty(searches, async ([query, person, size, sort, zone]) => {
    // The custom field `code` is for agents only; for other callers it does not exist.
    fc.pre(agents.includes(person) || !/\bcode:|_:(?:\w+\.)*code\b/.test(query))
    const visible = visibility.get(person)
    assert.ok(visible)
    if (!namesOnlyReadable(visible, resource, query)) {
      const { status, json } = await w.request(`${resource.path}/search?query=${encodeURIComponent(query)}`, {
        as: person,
      })
      assert.deepEqual([status, /expected a field of /.test(json.error)], [422, true], json.error)
      return
    }
    const expected = referenceSearch(
      { tables, visibility: visible, now: w.desk.now(), zone, limits },
      resource,
      query,
      sort,
    )
    const order = sort ? `&sort_by=${sort.column}&order_by=${sort.order}` : ''
    const plain = `${resource.path}/search?query=${encodeURIComponent(query)}&time_zone=${encodeURIComponent(zone)}`
    const url = `${plain}${order}`
    const ids: number[] = []
    for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page += 1) {
      const reply = await w.request(`${url}&page=${page}&per_page=${size}&fields=id`, { as: person })
      assert.equal(reply.status, 200, reply.text)
      const total = reply.headers['x-total-count']
      if (deskSize === 'small' || total !== undefined) {
        assert.equal(total, String(expected.length), `the total on page ${page}`)
      }
      const list = resource === resources.ticket ? reply.json.tickets : reply.json.map(({ id }: { id: number }) => id)
      assert.ok(list.length <= size)
      ids.push(...list)
    }
    assert.deepEqual(ids, expected)
    await compareRelevance(w, plain, person, expected)
    const { json } = await w.request(`${url}&only_total_count=true`, { as: person })
    assert.deepEqual(json, { total_count: expected.length })
  })
  await fc.assert(property, options)
}

/** Compares searches by a condition alone with the reference: the same tickets in the same order. */
async function compareConditions(w: World, options: { seed: number; numRuns: number }): Promise<void> {
  const tables = await tablesOf(w.desk.database)
  const property = fc.asyncProperty(conditions, fc.constantFrom(...callers), zones, async (condition, as, zone) => {
    const me = w.ids[as] as number
    const visibility = visibilityOf(tables, me)
    const now = w.desk.now()
    const visibleIds = referenceSearch({ tables, visibility, now }, resources.ticket, '*')
    const rows = new Map((tables['tickets'] as unknown as readonly Row[]).map((row) => [row.id, row]))
    const expected = visibleIds.filter((id) =>
      fulfils({ tables, visibility, now, me, zone }, rows.get(id) as Row, condition),
    )
    const body = { condition, per_page: 1000, fields: 'id', time_zone: zone }
    const { status, json, text } = await w.request('tickets/search', { as, method: 'POST', body })
    if (!attributesIn(condition).every((path) => isReadable(visibility, resources.ticket, path))) {
      assert.deepEqual([status, /there is no attribute /.test(json.error)], [422, true], text)
      return
    }
    assert.equal(status, 200, text)
    assert.deepEqual(json.tickets, expected)
  })
  await fc.assert(property, options)
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/** Sorting by relevance returns the same hits, each once, over all pages; without words it is rejected. */
async function compareRelevance(w: World, url: string, as: Person, expected: readonly number[]): Promise<void> {
  const ids: number[] = []
  for (let page = 1; page <= Math.ceil(expected.length / 50) + 1; page += 1) {
    const { status, json, text } = await w.request(`${url}&sort_by=relevance&per_page=50&page=${page}&fields=id`, {
      as,
    })
    if (status === 422 && json.error === 'sort_by=relevance: needs words in the query.') return
    assert.equal(status, 200, text)
    ids.push(...(json.tickets ?? json.map(({ id }: { id: number }) => id)))
  }
  assert.deepEqual(sorted(ids), sorted(expected), 'by relevance')
}
