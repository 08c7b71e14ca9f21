import type { Resource } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { readInWorker } from '../kernel/read-in-worker.ts'
import type { Context } from '../kernel/context.ts'
import { inOrder, type Page, recordsInOrder, type Sort } from '../kernel/page.ts'
import { columnsFor, type Shape } from '../kernel/represent.ts'
import { conditionOf, everything, readsAsStored, type Rows } from '../kernel/scope.ts'
import type { Bound } from './bound.ts'
import { condition, hasWords, together } from './compile.ts'
import { expectedShare } from './endless.ts'
import { offsetOf, pieceOf, totalOrder } from './hits.ts'
import { type Select, tableOf } from './select.ts'
import type { Walk } from './walk.ts'

/** Indexed columns in which hardly two rows have the same value. */
const walked: readonly string[] = ['id', 'number', 'title', 'created_at', 'updated_at']

/** The number of rows that are examined in the order of a column before all hits are collected and sorted. */
const mostLooked = 1000

/** Whether a requested order is the default order: the newest change first. */
export const isUsual = (ctx: Context, resource: Resource, [first, second, ...more]: readonly Sort[]): boolean =>
  first === undefined ||
  (more.length === 0 &&
    first.column === 'updated_at' &&
    first.order === 'desc' &&
    (second === undefined || (second.column === 'id' && second.order === 'desc')) &&
    readsAsStored(ctx, resource, first.column))

/**
 * Reads a page in the order of a column by examining the first rows in that order, if enough of them are expected to be
 * hits: collecting and sorting half a million hits takes half a second. Undefined if the page is not full.
 */
export async function firstByColumn(
  ctx: Context,
  resource: Resource,
  { understood, bound, walks }: { readonly understood: Bound; readonly bound: Bound; readonly walks: readonly Walk[] },
  page: Page,
  shape: Shape,
): Promise<Rows | undefined> {
  const [first] = page.sort
  if (!first || !walked.includes(first.column) || !readsAsStored(ctx, resource, first.column)) return undefined
  const [perPage, offset] = [page.perPage, offsetOf(page)]
  if (offset + perPage > (await expectedShare(ctx, resource, bound)) * mostLooked) return undefined
  const order = totalOrder(page.sort)
  const ranges = rangesOf(understood, first.column).map((range) =>
    condition(ctx, resource, resource.path, everything, range),
  )
  const among = tableOf(ctx, resource.path).selectAll().where(together('and', ranges))
  const firstRows = inOrder(ctx, resource, among, order).limit(mostLooked)
  // Rows that the caller cannot read are excluded before the index is queried.
  const scope = conditionOf(ctx, resource, 'list', 'row', 'filter')
  const isFound = together(
    'or',
    walks.map((walk) => isFoundBy(ctx, resource, walk)),
  )
  const found: Select = dynamic(ctx.db)
    .selectFrom(sql<Record<string, unknown>>`${firstRows}`.as('row'))
    .where(together('and', scope ? [scope, isFound] : [isFound]))
  const columns = columnsFor(resource, shape)
  const query = recordsInOrder(ctx, resource, columns, order, found, pieceOf(page), 'row')
  const cells = await readInWorker(ctx, resource, query)
  return cells.length === perPage ? { resource, columns, cells } : undefined
}

/** The ranges of the column that every hit is in, so that the scan skips other rows. */
const rangesOf = (understood: Bound, column: string): Bound[] =>
  (understood.kind === 'and' ? understood.of : [understood]).filter(
    (part) => part.kind === 'column' && part.column === column && part.test.is === 'between',
  )

/** The condition that a walk would find a row, evaluated on that row. */
function isFoundBy(
  ctx: Context,
  resource: Resource,
  { match, conditions, part }: Omit<Walk, 'among'>,
): Expression<SqlBool> {
  const change = sql.ref('row.change')
  return together('and', [
    ...part.map((within) => within(change)),
    ...conditions.map(({ holdsForRow }) => holdsForRow),
    ...(match ? [hasWords(ctx, resource, match, change)] : []),
  ])
}
