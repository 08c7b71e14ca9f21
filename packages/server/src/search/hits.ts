import type { Resource } from '@deskbell/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { type AnyTables, dynamic } from '../db/dynamic.ts'
import { newestId, readInWorker } from '../kernel/read-in-worker.ts'
import { type Context, declared } from '../kernel/context.ts'
import { type Page, type Piece, recordsInOrder, type Sort } from '../kernel/page.ts'
import { columnsFor, type Shape } from '../kernel/represent.ts'
import type { Rows } from '../kernel/scope.ts'
import { type Bound, relatedResources } from './bound.ts'

/** Counting stops here unless an exact total is asked for: counting a common word costs more than the page. */
export const countUpTo = 1000

/** What was searched for, ready to be read page by page and to be counted. */
export interface Search {
  rows(page: Page, shape: Shape): Promise<Rows>
  /** The number of hits, at most `most` and one more. */
  count(most?: number): Promise<number>
}

/** Rows of a table, or of several, that are still being narrowed down. */
export type Select = SelectQueryBuilder<AnyTables, string, object>

/** A table as it is, whoever asks: which rows the caller sees has to be said beside. */
export const tableOf = (ctx: Context, table: string): Select => dynamic(ctx.db).selectFrom(table)

/** Newest first, the larger id first among those of one moment (product, section 3). */
const newestFirst: readonly Sort[] = [
  { column: 'updated_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

/** An order in which no two hits are equal. */
export const totalOrder = (sort: readonly Sort[]): readonly Sort[] =>
  sort.some(({ column }) => column === 'id') ? sort : [...sort, { column: 'id', order: 'desc' }]

/**
 * A page of the hits in the order that is asked for, or in the usual one.
 * @param among the resource with the most records that are looked through.
 */
export async function readSorted(
  ctx: Context,
  resource: Resource,
  hits: Select,
  page: Page,
  shape: Shape,
  among = resource,
): Promise<Rows> {
  const columns = columnsFor(resource, shape)
  const order = page.sort.length === 0 ? newestFirst : totalOrder(page.sort)
  const query = recordsInOrder(ctx, resource, columns, order, hits, pieceOf(page))
  return { resource, columns, cells: await readInWorker(ctx, among, query) }
}

/**
 * How many rows there are, at most `most` and one more.
 * @param resource whose rows they are, where counting them may take long.
 */
export async function countOf(ctx: Context, hits: Select, most?: number, resource?: Resource): Promise<number> {
  const some = most === undefined ? hits : hits.limit(most + 1)
  const query = dynamic(ctx.db)
    .selectFrom(some.as('hits'))
    .select((of) => of.fn.countAll().as('count'))
  const [row] = await (resource ? readInWorker(ctx, resource, query) : ctx.db.arrays(query.compile()))
  return Number(row?.[0])
}

/** The values of a page in a statement that is not kept. */
export const pieceOf = (page: Page): Piece => ({ perPage: sql.val(page.perPage), offset: sql.val(offsetOf(page)) })

/** How many hits stand before a page. */
export const offsetOf = ({ page, perPage }: Page): number => Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)

/** The resource with the most records among those that have to be looked through for a query: its own, or others it reaches. */
export async function largestOf(ctx: Context, resource: Resource, bound: Bound): Promise<Resource> {
  let largest = { resource, size: await newestId(ctx, resource) }
  for (const name of new Set(relatedResources(bound))) {
    const other = declared(name)
    const size = await newestId(ctx, other)
    if (size > largest.size) largest = { resource: other, size }
  }
  return largest.resource
}

/** The first and the last value of a column that has an index; undefined where there are no records. */
export async function minMax<T>(
  ctx: Context,
  { path }: Resource,
  column: string,
): Promise<{ first: T; last: T } | undefined> {
  // Asked for in one statement they would be looked for in all rows.
  const end = async (order: 'asc' | 'desc') => {
    const rows = dynamic(ctx.db).selectFrom(path).select(column).orderBy(column, order).limit(1)
    return (await ctx.db.arrays(rows.compile()))[0]?.[0] as T | undefined
  }
  const [first, last] = [await end('asc'), await end('desc')]
  return first === undefined || last === undefined ? undefined : { first, last }
}

/** What takes a statement, and is needed once or never. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
