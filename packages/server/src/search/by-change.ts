import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { isLarge, readInWorker } from '../kernel/read-in-worker.ts'
import type { Context } from '../kernel/context.ts'
import type { Sort } from '../kernel/page.ts'
import { columnsFor } from '../kernel/represent.ts'
import { from } from '../kernel/scope.ts'
import { selection } from '../kernel/selection.ts'
import { type Placeholder, statement } from '../kernel/statement.ts'
import type { Bound } from './bound.ts'
import { firstByColumn, isUsual } from './by-column.ts'
import { byWalks, changesOf, deep, pageOf } from './by-walks.ts'
import { ledByPeople } from './led-by-people.ts'
import { isEndless, isFoundSoon, isLong, isUncounted, outlookOf } from './endless.ts'
import { facetsOf } from './facets.ts'
import { countOf, countUpTo, offsetOf, once, readIds, readSorted, type PagedSearch, type Search } from './hits.ts'
import { type Select, tableOf } from './select.ts'
import { minMax } from './table-range.ts'
import { isEachAHit, isEverything, isFar, isWhole, oneOfWhole, type Walk } from './walk.ts'
import { walksOf } from './walks.ts'

/**
 * Searches resources whose rows have a change number. Descending change numbers are the order of a search, so the first
 * page is found by reading an index from its end, without sorting.
 * @param inOrder whether the order of change numbers is the order of `updated_at`: see `isSortedByTime`.
 * @param spelled the predicate for reading a page; `bound` is for counting all hits.
 * @param understood the predicate before anything was looked up.
 */
export function byChange(
  ctx: Context,
  resource: Resource,
  inOrder: boolean,
  bound: Bound,
  spelled = bound,
  understood = bound,
): Search {
  const walks = oneOfWhole(walksOf(ctx, resource, spelled, inOrder))
  const question = questionOf(ctx, walks)
  const usual: PagedSearch =
    question === undefined
      ? byWalks(ctx, resource, bound, walks)
      : byIndex(ctx, resource, bound, walks[0] as Walk, question)
  return {
    async rows(page, shape) {
      if (inOrder && isUsual(ctx, resource, page.sort)) return usual.rows(page, shape)
      const found = await firstByColumn(ctx, resource, { understood, bound, walks }, page, shape)
      if (found) return found
      return readSorted(ctx, resource, await hitsOf(ctx, resource, walks), page, shape)
    },
    async ids(sort) {
      const order = inOrder && isUsual(ctx, resource, sort) ? newestChange : sort
      return readIds(ctx, resource, await hitsOf(ctx, resource, walks), order)
    },
    facets: async (by) => facetsOf(ctx, resource, await hitsOf(ctx, resource, walks), by),
    async count(most) {
      if (most === undefined && spelled !== bound) return byChange(ctx, resource, inOrder, bound).count()
      return usual.count(most)
    },
  }
}

/** The order in which `updated_at` is sorted without sorting. */
const newestChange: readonly Sort[] = [{ column: 'change', order: 'desc' }]

/** The rows that some walks find. */
async function hitsOf(ctx: Context, resource: Resource, walks: readonly Walk[]): Promise<Select> {
  const rows = from(ctx, resource, 'list')
  if (walks.some(isEverything)) return rows
  const changes = changesOf(ctx, resource, await ledByPeople(ctx, resource, walks))
  return rows.where(sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${changes}`)
}

/** The full-text expression, if it is all there is, as a value for cached statements. */
function questionOf(ctx: Context, walks: readonly Walk[]): string | undefined {
  const [only, another] = walks
  if (!only?.match || another || !isWhole(only)) return undefined
  return ctx.db.dialect.matchValue(only.match)
}

/** Searches by a single full-text expression, with cached statements. */
function byIndex(ctx: Context, resource: Resource, bound: Bound, walk: Walk, question: string): PagedSearch {
  const outlook = once(() => outlookOf(ctx, resource, bound))
  const mayBeFar = isFar(walk)
  const isDense = isEachAHit(walk)
  /** The number of hits, if reading the page determined it; more than `countUpTo` means that there are at least so many. */
  let knownTotal: number | undefined
  return {
    async rows(page, shape) {
      const columns = columnsFor(resource, shape)
      const [perPage, offset] = [page.perPage, offsetOf(page)]
      const mayTakeLong = mayBeFar || offset > deep || isLong(await outlook())
      const where = mayTakeLong && (await isLarge(ctx, resource)) ? 'worker' : 'inline'
      const read = (name: string, query: PageQuery, ...values: unknown[]) => {
        const key = `${name}:${resource.name}:${columns.join()}`
        return statement(ctx, key, (at) => query(ctx, resource, columns, at), where)(...values)
      }
      if (offset + perPage <= countUpTo && (isDense || !isFoundSoon(await outlook()))) {
        const [name, query] = isDense
          ? (['found first', pageOfFirst] as const)
          : (['found among few', pageOfFew] as const)
        const cells = await read(name, query, question, countUpTo + 1, perPage, offset)
        knownTotal = cells[0] && Number(cells[0].at(-1))
        if (isDense || knownTotal === undefined || knownTotal <= countUpTo) return { resource, columns, cells }
      }
      return { resource, columns, cells: await read('found', pageOfIndex, question, perPage, offset) }
    },
    async count(most) {
      if (knownTotal !== undefined && (knownTotal <= countUpTo || (most ?? Infinity) <= countUpTo)) {
        return Math.min(knownTotal, (most ?? Infinity) + 1)
      }
      if (most !== undefined && isUncounted(await outlook())) return most + 1
      return countInIndex(ctx, resource, question, mayBeFar || isEndless(await outlook()), most)
    },
  }
}

/** A statement that reads the rows of a page. */
type PageQuery = (ctx: Context, resource: Resource, columns: readonly string[], input: Placeholder) => Select

/** Inputs: the full-text expression, the size of the page, its offset. */
const pageOfIndex: PageQuery = (ctx, resource, columns, input) => {
  const name = `${resource.path}_text`
  const hits = tableOf(ctx, name)
    .select('rowid')
    .where(ctx.db.dialect.matches(name, name, input(0)))
    .orderBy('rowid', 'desc')
    .limit(input<number>(1))
    .offset(input<number>(2))
  const change = sql.ref(`${resource.path}.change`)
  return tableOf(ctx, resource.path)
    .select(selection(ctx, resource, columns))
    .where(sql<SqlBool>`${change} in ${hits}`)
    .orderBy(change, 'desc')
}

/**
 * Reads all hits, if they are few, in the order in which the index is twice as fast, and returns the page. Inputs: the
 * full-text expression, the largest number of hits, the size of the page, its offset. The number of hits follows the
 * columns.
 */
const pageOfFew: PageQuery = (ctx, resource, columns, input) =>
  pageOf(ctx, resource, columns, someHits(ctx, resource, input), pageAt(input))

/** The same if each posting is a hit: the newest are read as fast as any, and include the page. */
const pageOfFirst: PageQuery = (ctx, resource, columns, input) =>
  pageOf(ctx, resource, columns, someHits(ctx, resource, input).orderBy('rowid', 'desc'), pageAt(input))

const someHits = (ctx: Context, { path }: Resource, input: Placeholder): Select =>
  tableOf(ctx, `${path}_text`)
    .select('rowid as change')
    .where(ctx.db.dialect.matches(`${path}_text`, `${path}_text`, input(0)))
    .limit(input<number>(1))

const pageAt = (input: Placeholder) => ({ perPage: input<number>(2), offset: input<number>(3) })

/** The number of hits that are counted in a moment. */
const mostCounted = 5000

/** Counts the matching rows: a few thousand inline, more of them in a read worker. */
async function countInIndex(
  ctx: Context,
  resource: Resource,
  question: string,
  isFar: boolean,
  most?: number,
): Promise<number> {
  if (!isFar) {
    const enough = most ?? mostCounted
    const [row] = await countSome(ctx, resource)(question, enough + 1)
    if (most !== undefined || Number(row?.[0]) <= enough) return Number(row?.[0])
  }
  const name = `${resource.path}_text`
  const hits = tableOf(ctx, name).where(ctx.db.dialect.matches(name, name, sql`${question}`))
  if (most !== undefined) return countOf(ctx, hits.select('rowid'), most, resource)
  // Without a limit, FTS5 counts without leaving its loop, a quarter faster.
  const all = hits.select((of) => [of.fn.countAll().as('count'), ctx.db.dialect.committedUpTo().as('state')])
  const halves =
    ctx.db.readInWorker && (await isLarge(ctx, resource)) ? await countHalves(ctx, resource, all) : undefined
  if (halves !== undefined) return halves
  const [row] = await readInWorker(ctx, resource, all)
  return Number(row?.[0])
}

/**
 * Counts both halves of the change numbers at the same time in two workers; undefined if something was written between the
 * two snapshots.
 */
async function countHalves(ctx: Context, resource: Resource, all: Select): Promise<number | undefined> {
  const { first, last } = (await minMax<number>(ctx, resource, 'change')) ?? { first: 0, last: 0 }
  const middle = sql`cast(${Math.floor((first + last) / 2)} as integer)`
  const half = (sign: '<' | '>=') =>
    readInWorker(ctx, resource, all.where(sql<SqlBool>`rowid ${sql.raw(sign)} ${middle}`))
  const [[older], [newer]] = await Promise.all([half('<'), half('>=')])
  return older?.[1] === newer?.[1] ? Number(older?.[0]) + Number(newer?.[0]) : undefined
}

/** Counts the matching rows, up to a limit. */
const countSome = (ctx: Context, resource: Resource) =>
  statement(ctx, `counted:${resource.name}`, (input) => {
    const name = `${resource.path}_text`
    const hits = tableOf(ctx, name)
      .select('rowid')
      .where(ctx.db.dialect.matches(name, name, input(0)))
      .limit(input<number>(1))
    return dynamic(ctx.db)
      .selectFrom(hits.as('hits'))
      .select((of) => of.fn.countAll().as('count'))
  })
