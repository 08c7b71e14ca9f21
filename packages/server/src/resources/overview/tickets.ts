import { type Resource, resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import type { Sort } from '../../kernel/page.ts'
import { from } from '../../kernel/scope.ts'
import { all, and, type Bound, or } from '../../search/bound.ts'
import { boundCondition } from '../../search/condition.ts'
import type { Search } from '../../search/hits.ts'
import { searchWith } from '../../search/run.ts'
import { todayOf, zoneOf } from '../../kernel/zone.ts'
import { grantsOf, listsAllSeen } from '../ticket/rights.ts'
import { ownOverviews } from './scope.ts'

/** An overview as callers use it. */
export interface Overview {
  readonly id: number
  readonly name: string
  readonly link: string
  readonly prio: number
  readonly updated_at: string
  readonly condition: unknown
  readonly order: unknown
  readonly group_by: string | null
  readonly group_direction: string | null
}

/** Returns the overviews of the caller, in their order. */
export async function overviewsOf(ctx: Context): Promise<Overview[]> {
  const rows = await from(ctx, resources.overview)
    .selectAll()
    .where(ownOverviews(ctx, 'overviews'))
    .orderBy('prio')
    .orderBy('id')
    .execute()
  const shares = ctx.actor.sharedOrganizations.length > 0
  const away = rows.some((row) => row['out_of_office']) && (await standsIn(ctx))
  return rows.filter(
    (row) => (!row['organization_shared'] || shares) && (!row['out_of_office'] || away),
  ) as unknown as Overview[]
}

/** Returns whether the caller is today's replacement of an absent user. */
async function standsIn(ctx: Context): Promise<boolean> {
  const today = await todayOf(ctx)
  const absent = await ctx.db.sql
    .selectFrom('users')
    .select('id')
    .where('out_of_office_replacement_id', '=', ctx.actor.id)
    .where('out_of_office', '=', true)
    .where('out_of_office_start_at', '<=', today)
    .where('out_of_office_end_at', '>=', today)
    .executeTakeFirst()
  return absent !== undefined
}

/** Returns the search for the tickets that an overview shows to the caller. */
export async function ticketsOf(ctx: Context, { condition }: Pick<Overview, 'condition'>): Promise<Search> {
  const bound = boundCondition(ctx, resources.ticket, condition, { zone: await zoneOf(ctx, undefined) })
  return searchWith(ctx, resources.ticket, and([bound, shownInOverviews(ctx)]))
}

/** The tickets that overviews show to the caller. The search itself adds the condition that the caller may read them. */
function shownInOverviews({ actor }: Context): Bound {
  if (listsAllSeen(actor)) return all
  const { fields } = resources.ticket
  return or(
    grantsOf('list', actor).map(({ column, ids }): Bound => {
      return { kind: 'related', to: fields[column].to as string, by: column, of: all, ids }
    }),
  )
}

/** Returns the order of an overview: first by its grouping, then by its own order. */
export function orderOf({ order, group_by, group_direction }: Overview): Sort[] {
  const { by, direction } = (typeof order === 'object' && order !== null ? order : {}) as Record<string, unknown>
  const own = sortBy(by, direction)
  const tie: Sort = { column: 'id', order: own?.order ?? 'asc' }
  const sorts = [sortBy(group_by, group_direction), own, tie].filter((sort) => sort !== undefined)
  const columns = new Set<string>()
  return sorts.filter(({ column }) => !columns.has(column) && columns.add(column))
}

/** Resolves a column for sorting; `customer` means `customer_id`. Unknown columns are ignored. */
function sortBy(by: unknown, direction: unknown): Sort | undefined {
  const fields: Resource['fields'] = resources.ticket.fields
  const column = [by, `${String(by)}_id`].find((name) => typeof name === 'string' && Object.hasOwn(fields, name))
  if (typeof column !== 'string' || fields[column]?.kind === 'object' || fields[column]?.hidden) return undefined
  return { column, order: String(direction).toLowerCase() === 'desc' ? 'desc' : 'asc' }
}
