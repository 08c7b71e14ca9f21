import { hash } from 'node:crypto'
import type { Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { readInWorker } from '../kernel/read-in-worker.ts'
import type { Context } from '../kernel/context.ts'
import { inOrder, type Page, type LimitOffset, recordsInOrder, type Sort } from '../kernel/page.ts'
import { columnsFor, columnsWithIds, type Shape } from '../kernel/shape.ts'
import { readsAsStored, type Rows } from '../kernel/scope.ts'
import { selection } from '../kernel/selection.ts'
import { statement } from '../kernel/statement.ts'
import type { Facets } from './facets.ts'
import type { Select } from './select.ts'

/**
 * Counts stop at this number unless an exact total is requested: counting a common word costs more than reading the
 * page.
 */
export const COUNTED_HITS = 1000

/** A desk with fewer change numbers than this has so few tickets that all hits are counted. */
export const SMALL_DESK = 8000

/**
 * Estimates the number of all hits from the newest ones: `hits` of them have change numbers above `through`. All change
 * numbers are above `floor`, and at most `top`.
 */
export const estimateHits = (hits: number, through: number, top: number, floor = 0): number =>
  (hits * (top - floor)) / (top - through)

/** The hits of a search, to be read page by page and counted. */
export interface PagedSearch {
  rows(page: Page, shape: Shape): Promise<Rows>
  /** Counts the hits, up to `limit + 1`. */
  count(limit?: number): Promise<number>
  /** Reads the keys of the newest hits: their change numbers, or their ids if they have none. */
  newest(limit: number): Promise<readonly number[]>
}

/** The hits of a search, which can also be read all at once, in any order. */
export interface Search extends PagedSearch {
  /** Reads the ids of all hits in an order. */
  ids(sort: readonly Sort[]): Promise<readonly number[]>
  /** Counts the hits by the values of these columns, or by the records of relations with a join table, such as tags. */
  facets(by: readonly string[]): Promise<Facets>
}

/** The default order: the newest change first; of records changed at the same moment, the larger id first. */
export const newestFirst: readonly Sort[] = [
  { column: 'updated_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

/** The default order, in a desk whose changes are in the order of time. */
export const newestChange: readonly Sort[] = [{ column: 'change', order: 'desc' }]

/**
 * Returns true if a requested order is the default order. It is not if this caller reads other values of `updated_at` than
 * the stored ones.
 */
export const isDefaultOrder = (ctx: Context, resource: Resource, [first, second, ...more]: readonly Sort[]): boolean =>
  first === undefined ||
  (more.length === 0 &&
    first.column === 'updated_at' &&
    first.order === 'desc' &&
    (second === undefined || (second.column === 'id' && second.order === 'desc')) &&
    readsAsStored(ctx, resource, first.column))

/** Completes an order so that no two hits are equal. */
export const totalOrder = (sort: readonly Sort[]): readonly Sort[] =>
  sort.some(({ column }) => column === 'id') ? sort : [...sort, { column: 'id', order: 'desc' }]

/**
 * Reads a page of the hits in the requested order, or in the default order.
 * @param largest the largest of the resources that the query reads; if it has many records, a read worker runs the query.
 */
export async function readSorted(
  ctx: Context,
  resource: Resource,
  hits: Select,
  page: Page,
  shape: Shape,
  largest = resource,
): Promise<Rows> {
  const columns = columnsFor(resource, shape)
  const order = page.sort.length === 0 ? newestFirst : totalOrder(page.sort)
  const query = recordsInOrder(ctx, resource, columns, order, hits, limitOffsetOf(page))
  return { resource, columns, cells: await readInWorker(ctx, largest, query) }
}

/** Reads the records of hits by their keys, in an order; without `order`, the newest change first. */
export async function readHits(
  ctx: Context,
  resource: Resource,
  shape: Shape,
  column: 'id' | 'change',
  keys: readonly number[],
  order: readonly Sort[] = column === 'change' ? newestChange : newestFirst,
): Promise<Rows> {
  const columns = columnsWithIds(ctx, resource, shape)
  if (keys.length === 0) return { resource, columns, cells: [] }
  const by = order.map((sort) => `${sort.column} ${sort.order}`).join()
  const read = statement(ctx, `hits by ${column}:${resource.name}:${columns.join()}:${by}`, (input) => {
    const records = dynamic(ctx.db)
      .selectFrom(resource.path)
      .select(selection(ctx, resource, columns))
      .where(ctx.db.dialect.among(sql.ref(`${resource.path}.${column}`), input(0)))
    return inOrder(ctx, resource, records, order)
  })
  return { resource, columns, cells: await read(`[${keys.join()}]`) }
}

/**
 * Reads the ids of all hits in the requested order, as one text: a hundred thousand rows would take longer to transfer.
 */
export async function readIds(
  ctx: Context,
  resource: Resource,
  hits: Select,
  sort: readonly Sort[],
): Promise<readonly number[]> {
  const order = sort.length === 0 ? newestFirst : totalOrder(sort)
  const sorted = inOrder(ctx, resource, hits.select(`${resource.path}.id`), order)
  const query = dynamic(ctx.db)
    .selectFrom(sql<Record<string, unknown>>`${sorted}`.as('sorted'))
    .select(ctx.db.dialect.integersAsJson(sql.ref('sorted.id')).as('ids'))
  const [[ids] = []] = await readInWorker(ctx, resource, query)
  return JSON.parse(ids as string) as number[]
}

/**
 * Counts rows, up to `limit + 1`. Exact counts are cached until the next commit by their statement, so that callers with
 * equal rights share them.
 * @param largest the largest of the resources that the query reads; if it has many records, a read worker counts.
 */
export async function countOf(ctx: Context, hits: Select, limit?: number, largest?: Resource): Promise<number> {
  const counted = limit === undefined ? hits : hits.limit(limit + 1)
  const query = dynamic(ctx.db)
    .selectFrom(counted.as('hits'))
    .select((eb) => eb.fn.countAll().as('count'))
  const count = async () => {
    const [row] = await (largest ? readInWorker(ctx, largest, query) : ctx.db.arrays(query.compile()))
    return Number(row?.[0])
  }
  if (limit !== undefined) return count()
  const { sql: text, parameters } = query.compile()
  return ctx.cache.getOrCompute(`count:${hash('sha256', text + JSON.stringify(parameters))}`, count)
}

/** The limit and offset of a page, for a statement that is not cached. */
export const limitOffsetOf = (page: Page): LimitOffset => ({
  perPage: sql.val(page.perPage),
  offset: sql.val(offsetOf(page)),
})

/** The number of hits before a page. */
export const offsetOf = ({ page, perPage }: Page): number => Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)

/** Computes a value on first use, at most once. */
export function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= compute())
}
