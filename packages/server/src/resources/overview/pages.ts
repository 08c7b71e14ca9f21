import { resources } from '@deskbell/contract'
import type { Cell } from '../../db/dialect.ts'
import { type Context, effective } from '../../kernel/context.ts'
import { whereIds } from '../../kernel/by-ids.ts'
import { type Page, type Sort } from '../../kernel/page.ts'
import { columnsFor, type Shape } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { offsetOf } from '../../search/hits.ts'
import type { Tickets } from './tickets.ts'

/** The offset from which on a page is read by the ids of its tickets, because skipping many rows is slow. */
const DEEP_OFFSET = 500

/** Reads a page of a list, at any depth. */
export async function pageOf(ctx: Context, tickets: Tickets, page: Page, shape: Shape): Promise<Rows> {
  const offset = offsetOf(page)
  if (offset < DEEP_OFFSET) return tickets.rows(page, shape)
  const ids = await idsInOrder(ctx, tickets, page.sort)
  return rowsInOrder(ctx, ids.subarray(offset, offset + page.perPage), shape)
}

/** Returns the ids of all tickets of a list in their order, cached until the next commit. */
async function idsInOrder(ctx: Context, tickets: Tickets, sort: readonly Sort[]): Promise<Uint32Array> {
  const key = `ids:${ctx.actor.key}:${JSON.stringify(sort)}:${tickets.key}`
  const cached = ctx.cache.get<Uint32Array>(key)
  if (cached) return cached
  const ids = Uint32Array.from(await tickets.ids(sort))
  ctx.cache.set(key, ids, ids.byteLength)
  return ids
}

async function rowsInOrder(ctx: Context, ids: Uint32Array, shape: Shape): Promise<Rows> {
  const resource = effective(ctx, resources.ticket)
  const columns = columnsFor(resource, shape)
  const query = from(ctx, resource)
    .select(selection(ctx, resource, columns))
    .where(whereIds(ctx, resource, [...ids]))
  const cells = await ctx.db.arrays(query.compile())
  // The first column is the id.
  const byId = new Map(cells.map((row) => [row[0], row]))
  // A ticket that has been deleted meanwhile is omitted.
  return { resource, columns, cells: [...ids].flatMap((id) => (byId.has(id) ? [byId.get(id) as Cell[]] : [])) }
}
