import { type Resource, resources } from '@deskbell/contract'
import { Fault } from '../../errors/fault.ts'
import { type Context, may } from '../../kernel/context.ts'
import type { Sort } from '../../kernel/page.ts'
import { from } from '../../kernel/scope.ts'
import { all, and, type Bound, or } from '../../search/bound.ts'
import { boundCondition } from '../../search/condition.ts'
import type { Search } from '../../search/hits.ts'
import { interpret, type SearchRequest } from '../../search/interpret.ts'
import { search, searchWith } from '../../search/search.ts'
import { todayOf, zoneOf } from '../../kernel/zone.ts'
import { grantsOf, listsAllVisible } from '../ticket/rights.ts'
import { preferencesOf } from '../user/preferences.ts'
import { ownOverviews } from './scope.ts'

/** A list of tickets: an overview or a saved view. */
export interface TicketList {
  readonly resource: Resource
  readonly id: number
  readonly name: string
  /** The name of the list in URLs. */
  readonly link: string
  readonly prio: number
  readonly updated_at: string
  readonly condition: unknown
  /** Search expression, in addition to the condition. */
  readonly query: string | null
  readonly order: unknown
  readonly group_by: string | null
  readonly group_direction: string | null
}

/** The tickets of a list. `key` identifies them in caches of the caller. */
export interface Tickets extends Search {
  readonly key: string
}

/**
 * Returns the overviews of the caller, in their order. Overviews with `organization_shared` are omitted if the caller belongs to
 * no shared organization, and those with `out_of_office` if the caller replaces no absent user today.
 */
export async function overviewsOf(ctx: Context): Promise<TicketList[]> {
  const rows = await from(ctx, resources.overview)
    .selectAll()
    .where(ownOverviews(ctx, 'overviews'))
    .orderBy('prio')
    .orderBy('id')
    .execute()
  const sharesOrganization = ctx.actor.sharedOrganizations.length > 0
  const isReplacing = rows.some((row) => row['out_of_office']) && (await isReplacement(ctx))
  return rows
    .filter((row) => (!row['organization_shared'] || sharesOrganization) && (!row['out_of_office'] || isReplacing))
    .map((row) => ({ ...(row as unknown as TicketList), resource: resources.overview, query: null }))
}

/**
 * Returns the saved views of the caller, in their order. Their links (names in URLs) contain a colon, and those of
 * overviews do not, so that they differ.
 */
export async function savedViewsOf(ctx: Context): Promise<TicketList[]> {
  if (!may(ctx.actor, 'ticket.agent')) return []
  const rows = await from(ctx, resources.saved_view).selectAll().orderBy('prio').orderBy('id').execute()
  return rows.map((row) => {
    const view = row as unknown as Omit<TicketList, 'link' | 'resource'>
    return { ...view, link: `saved:${view.id}`, resource: resources.saved_view }
  })
}

/** Returns the overview or saved view of the caller with this link, its name in URLs; undefined if there is none. */
export async function listByLink(ctx: Context, link: string): Promise<TicketList | undefined> {
  const lists = [...(await overviewsOf(ctx)), ...(await savedViewsOf(ctx))]
  return lists.find((list) => list.link === link)
}

/**
 * Returns the search for the tickets of a list that match a request; without a link, for all tickets that match it.
 * @param link the link of the overview or saved view.
 * @throws Fault `not_found` if the caller has no list with this link.
 */
export async function requestedTickets(
  ctx: Context,
  link: string | undefined,
  request: SearchRequest,
): Promise<Search> {
  if (link === undefined) return search(ctx, resources.ticket, request)
  const list = await listByLink(ctx, link)
  if (!list) throw new Fault('not_found', `Couldn't find Overview with 'link'=${link}`)
  return ticketsOf(ctx, list, request)
}

/** Sorts lists as the caller prefers: first those in the preference `overview_order`, then the others in their order. */
export async function inPreferredOrder(ctx: Context, lists: readonly TicketList[]): Promise<readonly TicketList[]> {
  const { overview_order: order } = await preferencesOf(ctx, ctx.actor.id)
  if (!Array.isArray(order)) return lists
  const positions = new Map(order.map((link, index) => [link as unknown, index]))
  const positionOf = ({ link }: TicketList) => positions.get(link) ?? Infinity
  return lists.toSorted((a, b) => (positionOf(a) === positionOf(b) ? 0 : positionOf(a) - positionOf(b)))
}

/** Returns true if the caller is today's replacement of an absent user. */
async function isReplacement(ctx: Context): Promise<boolean> {
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

/** Returns the search for the tickets that a list shows to the caller, and that match the request. */
export async function ticketsOf(
  ctx: Context,
  { condition, query }: Pick<TicketList, 'condition' | 'query'>,
  request?: SearchRequest,
): Promise<Tickets> {
  const conditionPredicate = boundCondition(ctx, resources.ticket, condition, {
    zone: await zoneOf(ctx, request?.zone),
  })
  const queryPredicate =
    query === null ? all : await interpret(ctx, resources.ticket, { text: query, zone: request?.zone })
  const requested = request ? await interpret(ctx, resources.ticket, request) : all
  const predicate = and([conditionPredicate, queryPredicate, requested, shownInOverviews(ctx)])
  return { ...(await searchWith(ctx, resources.ticket, predicate, request)), key: JSON.stringify(predicate) }
}

/** Returns the condition for tickets that overviews show to the caller. The search adds the condition that they may be read. */
function shownInOverviews({ actor }: Context): Bound {
  if (listsAllVisible(actor)) return all
  const { fields } = resources.ticket
  return or(
    grantsOf('list', actor).map(({ column, ids }): Bound => {
      return { kind: 'related', to: fields[column].to as string, by: column, of: all, ids }
    }),
  )
}

/** Returns the order of a list: by its grouping, then by its own order, then by id. Repeated columns are omitted. */
export function orderOf(list: TicketList): Sort[] {
  const { order } = list
  const { by, direction } = (typeof order === 'object' && order !== null ? order : {}) as Record<string, unknown>
  const own = sortBy(by, direction)
  const tieBreaker: Sort = { column: 'id', order: own?.order ?? 'asc' }
  const sorts = [groupingOf(list), own, tieBreaker].filter((sort) => sort !== undefined)
  const columns = sorts.map(({ column }) => column)
  return sorts.filter(({ column }, index) => columns.indexOf(column) === index)
}

/** Returns the order of the groups of a list; undefined if it is not grouped, or by an unknown column. */
export function groupingOf({ group_by, group_direction }: TicketList): Sort | undefined {
  return sortBy(group_by, group_direction)
}

/** Resolves a column for sorting; `customer` means `customer_id`. Unknown columns are ignored. */
function sortBy(by: unknown, direction: unknown): Sort | undefined {
  const fields: Resource['fields'] = resources.ticket.fields
  const column = [by, `${String(by)}_id`].find((name) => typeof name === 'string' && Object.hasOwn(fields, name))
  if (typeof column !== 'string' || fields[column]?.kind === 'object' || fields[column]?.hidden) return undefined
  return { column, order: String(direction).toLowerCase() === 'desc' ? 'desc' : 'asc' }
}
