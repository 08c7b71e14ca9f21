import type { Resource } from '@deskbell/contract'
import type { Context } from '../kernel/context.ts'
import type { Sort } from '../kernel/page.ts'
import { readsAsStored } from '../kernel/scope.ts'
import { indexesOf } from './catalogue.ts'

/** Maximum number of rows that a search reads in the order of a column. */
export const MAX_READ_IN_ORDER = 16_000

/**
 * Returns true if rows are read in an order until `end` of them match: the order has an index, and hits are close to each
 * other. @param share the number of hits per change number; change numbers go up to `top`.
 */
export function isReadInOrder(
  ctx: Context,
  resource: Resource,
  [by]: readonly Sort[],
  share: number,
  end: number,
  top: number,
): boolean {
  const isIndexed = by && indexesOf(resource).orders.includes(by.column) && readsAsStored(ctx, resource, by.column)
  // Reading in the order of the column examines about end / share rows; reading all hits, about share * top.
  return isIndexed === true && share * share > end / top
}
