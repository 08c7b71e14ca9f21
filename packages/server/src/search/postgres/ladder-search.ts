import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { bucketsOf, type Span } from '../../db/ladder.ts'
import { matchCondition } from '../../db/tsquery.ts'
import type { Context } from '../../kernel/context.ts'
import type { Page, Sort } from '../../kernel/page.ts'
import type { Bound } from '../bound.ts'
import {
  COUNTED_HITS,
  estimateHits,
  isDefaultOrder,
  offsetOf,
  once,
  type PagedSearch,
  readHits,
  SMALL_DESK,
  totalOrder,
} from '../hits.ts'
import { toSqlCondition, rowByRow } from '../planner/sql-condition.ts'
import { type Branch, branchesOf } from './branches.ts'
import { ladderOf } from './ladder-bounds.ts'
import { readerOf } from './reader.ts'
import { readSortedHits, SAMPLED_HITS, type SortedHits } from './sorted-search.ts'

/**
 * Searches tickets on PostgreSQL in the default order, from the newest to the oldest. The index cannot return hits in
 * an order, so the steps of one statement ask for the hits of the newest times, then for those of the times before,
 * until a page is full. One statement sees one state of the database.
 * @param fallback the search for other orders, and for trees that no index answers.
 */
export function ladderSearch(
  ctx: Context,
  resource: Resource,
  computeTree: () => Promise<Bound>,
  fallback: PagedSearch,
): PagedSearch {
  const read = readerOf(ctx)
  const computeBranches = once(async () => branchesOf(resource, await computeTree()))
  /** What reading a page determined about the number of hits. */
  let known: KnownCount

  async function newestHits(limit: number): Promise<RawBuilder<unknown> | undefined> {
    const branches = await computeBranches()
    return branches && hitsOf(ctx, resource, branches, await ladderOf(ctx), limit)
  }

  /** Reads the ids of a page, and determines whether the hits are few enough to be counted. */
  async function idsOf(page: Page): Promise<number[] | undefined> {
    const start = offsetOf(page)
    const end = start + page.perPage
    const limit = Math.max(end + 1, SAMPLE)
    const hits = await newestHits(limit)
    if (!hits) return undefined
    const query = sql`with hits as materialized (${hits})
      select (select count(*) from hits) as count, (select min(key) from hits) as oldest,
        (select max(change) from ${sql.table(resource.path)}) as top, (select jsonb_agg(found.id) from (
        select id from hits order by time desc, id desc limit ${sql.val(page.perPage)} offset ${sql.val(start)}) as found) as ids`
    const [[count, oldest, top, ids] = []] = await read(query)
    known = knownOf({ count: Number(count), oldest: Number(oldest), top: Number(top) }, limit)
    return (ids ?? []) as number[]
  }

  /** Reads the ids of a page in another order; undefined if all hits have to be sorted. */
  async function idsInOrder(page: Page, order: readonly Sort[]): Promise<readonly number[] | undefined> {
    const newest = await newestHits(SAMPLED_HITS + 1)
    if (!newest) return undefined
    const start = offsetOf(page)
    const part = { order, start, end: start + page.perPage }
    const { ids, ...hits } = await readSortedHits({ ctx, read, resource }, newest, await computeTree(), part)
    known = knownOf(hits, SAMPLED_HITS + 1)
    return ids
  }

  return {
    async rows(page, shape) {
      const order = isDefaultOrder(ctx, resource, page.sort) ? undefined : totalOrder(page.sort)
      const ids = await (order ? idsInOrder(page, order) : idsOf(page))
      if (!ids) return fallback.rows(page, shape)
      return readHits(ctx, resource, shape, 'id', ids, order)
    },
    async count(limit) {
      if (known === 'many' && limit !== undefined) return limit + 1
      if (known !== undefined && known !== 'many') return Math.min(known.count, (limit ?? Infinity) + 1)
      const hits = limit === undefined ? undefined : await newestHits(limit + 1)
      if (!hits) return fallback.count(limit)
      const [row] = await read(sql`select count(*) from (${hits}) as hits`)
      return Number(row?.[0])
    },
    async newest(limit) {
      const hits = await newestHits(limit)
      if (!hits) return fallback.newest(limit)
      const query = sql`select key from (${hits}) as hits order by time desc, id desc`
      return (await read(query)).map(([key]) => Number(key))
    },
  }
}

/** Minimum number of hits that are read, so that a few recent ones are not taken for many. */
const SAMPLE = 31

/** The number of hits; `many` if there are too many to count; undefined if it is not known. */
type KnownCount = { readonly count: number } | 'many' | undefined

/** What the newest hits say about the number of all. @param limit the number of hits that was asked for. */
function knownOf({ count, oldest, top }: Omit<SortedHits, 'ids'>, limit: number): KnownCount {
  if (count < limit) return { count }
  return areMany(count, oldest, top) ? 'many' : undefined
}

/**
 * Estimates from the newest hits, of which `oldest` is the first change, whether there are too many to count. The estimate
 * is rough, so up to three times the limit is accepted.
 */
const areMany = (hits: number, oldest: number, top: number): boolean =>
  top >= SMALL_DESK && estimateHits(hits, oldest - 1, top) > 3 * COUNTED_HITS

/** Selects the newest hits, in any order, with their keys: the first ones of each branch, without duplicates. */
function hitsOf(
  ctx: Context,
  resource: Resource,
  branches: readonly Branch[],
  ladder: readonly Span[],
  maximum: number,
): RawBuilder<unknown> {
  const limit = sql.val(maximum)
  const selects = branches.map((branch) =>
    branch.kind === 'words' ? ladderHits(ctx, resource, branch, ladder, limit) : rowHits(ctx, resource, branch, limit),
  )
  const [only, second] = selects
  if (only && !second) return only
  return sql`select * from (${sql.join(selects, sql` union `)}) as hits order by time desc, id desc limit ${limit}`
}

/** Selects the newest tickets that match. The steps run in their order, until there are `limit` hits. */
function ladderHits(
  ctx: Context,
  resource: Resource,
  { match, rest }: Extract<Branch, { kind: 'words' }>,
  ladder: readonly Span[],
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { path } = resource
  const texts = sql.table(`${path}_text`)
  const checked =
    rest.kind === 'all'
      ? sql``
      : sql`and ${rowByRow(sql<SqlBool>`exists (select 1 from ${sql.table(path)} as row
          where row.change = text.rowid and ${toSqlCondition(ctx, resource, 'row', rest, 'row')})`)}`
  const step = ({ terms, from, to }: Part) => sql`(select text.rowid as key, text.sort_time as time, text.sort_id as id
    from ${texts} as text where ${matchCondition('text', match, terms)} and text.sort_time < ${iso(to)}
      ${from === undefined ? sql`` : sql`and text.sort_time >= ${iso(from)}`} ${checked}
    order by text.sort_time desc, text.sort_id desc limit ${limit})`
  const isMatch = rowByRow(sql<SqlBool>`exists (select 1 from ${texts} as text
    where text.rowid = newest.change and ${matchCondition('text', match)} ${checked})`)
  // Tickets that changed after the ladder was made are read in their order, one by one.
  const newest = sql`(select newest.change as key, newest.updated_at as time, newest.id
    from ${sql.table(path)} as newest where newest.updated_at >= ${iso(ladder[0]?.to ?? 0)} and ${isMatch}
    order by newest.updated_at desc, newest.id desc limit ${limit})`
  const steps = [newest, ...partsOf(ladder).map(step)]
  return sql`(select * from (${sql.join(steps, sql` union all `)}) as steps limit ${limit})`
}

/** Selects the newest tickets that refer to certain records, or reads tickets in their order until enough match. */
function rowHits(
  ctx: Context,
  resource: Resource,
  branch: Exclude<Branch, { kind: 'words' }>,
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isHit = rowByRow(toSqlCondition(ctx, resource, 'row', branch.rest, 'row'))
  const refers =
    branch.kind === 'reference'
      ? ctx.db.dialect.among(sql.ref(`row.${branch.column}`), sql.val(`[${branch.ids.join()}]`))
      : sql`true`
  // PostgreSQL cannot use an index to sort by this expression, and so does not read all tickets in their order.
  const time = branch.kind === 'reference' ? sql`row.updated_at + '0'::interval` : sql`row.updated_at`
  return sql`(select row.change as key, row.updated_at as time, row.id from ${sql.table(resource.path)} as row
    where ${refers} and ${isHit} order by ${time} desc, row.id desc limit ${limit})`
}

/** Times from `from` to `to`, and the lexemes of the buckets (`db/ladder.ts`) that contain them. */
interface Part {
  readonly terms: readonly string[]
  readonly from?: number
  readonly to: number
}

/** The buckets of each step of a ladder, and everything that is older. */
function partsOf(ladder: readonly Span[]): Part[] {
  const parts: Part[] = []
  let to = ladder[0]?.to ?? 0
  ladder.forEach(({ from }, index) => {
    // The buckets of the step before may begin so early that they cover this step, too.
    if (from >= to) return
    const next = ladder[index + 1]
    const { terms, span } = bucketsOf({ from, to }, next ? (next.to - next.from) / OVERLAP_DIVISOR : to - from)
    parts.push({ terms, ...span })
    to = span.from
  })
  return [...parts, { terms: [], to }]
}

/** The buckets of a step may cover up to one eighth of the next step. */
const OVERLAP_DIVISOR = 8

const iso = (time: number): RawBuilder<unknown> => sql`${new Date(time).toISOString()}::timestamptz`
