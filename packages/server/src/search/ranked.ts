import type { Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import type { Page } from '../kernel/page.ts'
import { columnsWithIds, type Shape } from '../kernel/shape.ts'
import type { Rows } from '../kernel/scope.ts'
import { selection } from '../kernel/selection.ts'
import type { Bound } from './bound.ts'
import { offsetOf, type PagedSearch } from './hits.ts'

/** The value of `sort_by` for sorting by relevance. */
export const relevance = 'relevance'

/**
 * The number of most recently changed hits that are scored; older hits follow, newest first. Scoring a word that 300,000
 * tickets contain would take a third of a second.
 */
export const RESCORE_WINDOW = 2000

/** A hit with its score: 0 without a matching word; higher is better. */
export interface Rescored {
  /** The value of the column named by `Ranking.column`. */
  readonly key: number
  readonly score: number
}

/** Hits in the order of relevance. */
export interface Ranking {
  /** The column of the keys. */
  readonly column: 'change' | 'id'
  /** Returns the best scored hits after an offset; equally relevant hits in the default order. */
  best(limit: number, offset: number): Promise<Rescored[]>
}

/** Returns true if a query has words other than excluded ones, so that hits can differ in relevance. */
export function hasRelevance(bound: Bound): boolean {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.some(hasRelevance)
  return bound.kind === 'related' ? hasRelevance(bound.of) : bound.kind === 'text' || bound.kind === 'pattern'
}

/** Reads a page of the hits, the best first; with the order `asc`, the best last. */
export async function readRanked(
  ctx: Context,
  resource: Resource,
  ranking: Ranking,
  search: PagedSearch,
  page: Page,
  shape: Shape,
): Promise<Rows> {
  const isReversed = page.sort[0]?.order === 'asc'
  const total = isReversed ? await search.count() : 0
  const end = isReversed ? Math.max(0, total - offsetOf(page)) : offsetOf(page) + page.perPage
  const start = isReversed ? Math.max(0, end - page.perPage) : offsetOf(page)
  const columns = columnsWithIds(ctx, resource, shape)
  const best = start < RESCORE_WINDOW ? await ranking.best(Math.min(end, RESCORE_WINDOW) - start, start) : []
  const { cells } = await readRescored(ctx, resource, shape, ranking.column, best)
  const firstUnscored = Math.max(start, RESCORE_WINDOW)
  if (end > firstUnscored) {
    // The default order continues after the scored hits; its pages begin at multiples of their size.
    const unscored = await pagesBetween(firstUnscored, end, (unscoredPage) => search.rows(unscoredPage, shape))
    cells.push(...unscored)
  }
  return { resource, columns, cells: isReversed ? cells.toReversed() : cells }
}

async function pagesBetween(
  from: number,
  to: number,
  read: (page: Page) => Promise<Rows>,
): Promise<Rows['cells'][number][]> {
  const perPage = to - from
  const cells: Rows['cells'][number][] = []
  for (let page = Math.floor(from / perPage) + 1; (page - 1) * perPage < to; page += 1) {
    const rows = await read({ page, perPage, sort: [] })
    const start = (page - 1) * perPage
    cells.push(...rows.cells.slice(Math.max(0, from - start), Math.max(0, to - start)))
  }
  return cells
}

/** Reads the records of scored hits, in their order. */
export async function readRescored(
  ctx: Context,
  resource: Resource,
  shape: Shape,
  column: string,
  best: readonly Rescored[],
): Promise<{ resource: Resource; columns: readonly string[]; cells: Rows['cells'][number][] }> {
  const columns = columnsWithIds(ctx, resource, shape)
  if (best.length === 0) return { resource, columns, cells: [] }
  const key = sql.ref(`${resource.path}.${column}`)
  const query = dynamic(ctx.db)
    .selectFrom(resource.path)
    .select([...selection(ctx, resource, columns), key.as('key')])
    .where(ctx.db.dialect.among(key, sql.val(JSON.stringify(best.map(({ key }) => key)))))
  const byKey = new Map((await ctx.db.arrays(query.compile())).map((row) => [Number(row.pop()), row]))
  const cells = best.flatMap((hit) => {
    const row = byKey.get(hit.key)
    return row ? [row] : []
  })
  return { resource, columns, cells }
}
