import type { Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import type { Sort } from '../kernel/page.ts'
import { from } from '../kernel/scope.ts'
import { all, and, type Bound, or } from './bound.ts'

/**
 * The condition that a record comes after the record `after` in the order of a search. A cursor is a position in the
 * order rather than a number of hits, so no hit is repeated or skipped when records appear or disappear meanwhile. The
 * record itself need not be a hit. The cursor 0 is the start of an order by `updated_at` (the default), and of ascending ids.
 * @throws Fault `invalid` for orders by a column other than `id` and `updated_at`, for `updated_at` if the caller may not
 * read it, and, in an order by `updated_at`, for a record that the caller cannot read.
 */
export async function cursorCondition(
  ctx: Context,
  resource: Resource,
  sort: readonly Sort[],
  after: number,
): Promise<Bound> {
  const [first] = sort
  if (first?.column === 'id') return beyond('id', after, first.order)
  if (first !== undefined && first.column !== 'updated_at') {
    throw invalid('after', `after: not supported with sort_by=${first.column}; use page and per_page.`)
  }
  if (after === 0) return all
  if (!seesChanges(ctx, resource)) throw invalid('after', 'after: only supported with sort_by=id for this caller.')
  const changedAt = await changeTimeOf(ctx, resource, after)
  const order = first?.order ?? 'desc'
  const sameTime: Bound = {
    kind: 'column',
    column: 'updated_at',
    test: { is: 'between', from: { value: changedAt, inclusive: true }, to: { value: changedAt, inclusive: true } },
  }
  const tie = sort.find(({ column }) => column === 'id')?.order ?? 'desc'
  return or([beyond('updated_at', changedAt, order), and([sameTime, beyond('id', after, tie)])])
}

function beyond(column: string, value: string | number, order: 'asc' | 'desc'): Bound {
  const edge = { value, inclusive: false }
  return { kind: 'column', column, test: { is: 'between', ...(order === 'asc' ? { from: edge } : { to: edge }) } }
}

/** Returns true if the caller may read `updated_at` of the records. Otherwise a cursor could reveal it. */
function seesChanges(ctx: Context, resource: Resource): boolean {
  const views = ctx.desk.slices[resource.name]?.searchViews?.(ctx, resource.path)
  return !views || views.every(({ sees }) => sees('updated_at'))
}

async function changeTimeOf(ctx: Context, resource: Resource, id: number): Promise<string> {
  const rows = from(ctx, resource, 'read')
    .select(sql<string>`${sql.ref(`${resource.path}.updated_at`)}`.as('changed'))
    .where(sql.ref(`${resource.path}.id`), '=', id)
  const [row] = await dynamic(ctx.db).selectFrom(rows.as('record')).select('changed').execute()
  if (row) return row['changed'] as string
  throw invalid('after', `after: there is no record with the id ${id}; use page and per_page.`)
}
