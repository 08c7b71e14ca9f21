import { type Resource, resources } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import type { Select } from '../../search/select.ts'
import type { DayRange, Interval, Period } from './periods.ts'

/** The dimensions by which a report groups tickets: a column, or their tags. `channel` is the type of the first article. */
export const dimensions = {
  group: { resource: resources.group, key: 'tickets.group_id', label: 'name' },
  owner: { resource: resources.user, key: 'tickets.owner_id', label: 'fullname' },
  priority: { resource: resources.ticket_priority, key: 'tickets.priority_id', label: 'name' },
  channel: { resource: resources.article_type, key: 'tickets.create_article_type_id', label: 'name' },
  tag: { resource: resources.tag, key: 'tickets_tags.tag_id', label: 'name' },
} as const satisfies Record<string, { resource: Resource; key: string; label: string }>

export type Dimension = keyof typeof dimensions

/** Columns of tickets by which a report can be filtered: it then counts only tickets with one of the given ids. */
export const filterColumns = ['group_id', 'owner_id', 'priority_id', 'create_article_type_id'] as const

export type Filters = Readonly<Partial<Record<(typeof filterColumns)[number], readonly number[]>>>

/** The parameters of a report. */
export interface ReportRequest {
  readonly range: DayRange
  readonly interval: Interval | undefined
  readonly dimension: Dimension | undefined
  readonly filters: Filters
  /** Names of tags, of which a ticket must have one. */
  readonly tags: readonly string[] | undefined
  readonly states: StateIds
  /** True if the totals of the range, and of as many days before it, are part of the result. */
  readonly isCompared: boolean
}

/** Ids of ticket states by the kinds that reports distinguish. */
export interface StateIds {
  readonly open: readonly number[]
  readonly closed: readonly number[]
  readonly merged: readonly number[]
}

/** Reads which states are open, closed and merged. */
export async function stateIdsOf(ctx: Context): Promise<StateIds> {
  return ctx.cache.getOrCompute('report: states', async () => {
    const rows = await from(ctx, resources.ticket_state)
      .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
      .select(['ticket_states.id', 'ticket_state_types.name'])
      .execute()
    const ids = (matches: (kind: unknown) => boolean) =>
      rows.filter(({ name }) => matches(name)).map(({ id }) => id as number)
    return {
      open: ids((kind) => kind !== 'closed' && kind !== 'merged'),
      closed: ids((kind) => kind === 'closed'),
      merged: ids((kind) => kind === 'merged'),
    }
  })
}

/**
 * Selects the tickets that a report counts by a time, such as that of their creation or closing: those that the caller may
 * read and that match the filters. Merged tickets are never counted, not even for the time before the merge, because they are
 * now part of another ticket.
 */
export function countedTickets(ctx: Context, request: ReportRequest): Select {
  // `filter` and `unindexed` keep the database from using any index except the one on the time.
  const tickets = from(ctx, resources.ticket, 'list', 'tickets', 'filter')
  const isUnmerged = sql<boolean>`not ${hasState(request.states.merged, 'tickets.state_id')}`
  return applyFilters(ctx, request, tickets.where(isUnmerged), (value) => ctx.db.dialect.unindexed(value))
}

/** Selects the tickets of a report that are open now: neither closed nor merged. */
export const openTickets = (ctx: Context, request: ReportRequest): Select =>
  applyFilters(ctx, request, from(ctx, resources.ticket).where(hasState(request.states.open, 'tickets.state_id')))

/**
 * Returns the condition that a column has one of these states. The ids are literal, so that partial and covering indexes are
 * used. An empty list would not be valid SQL, so -1 stands for no state.
 */
export const hasState = (ids: readonly number[], column: string) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join((ids.length > 0 ? ids : [-1]).map((id) => sql.lit(id)))})`

function applyFilters(
  ctx: Context,
  { filters, tags, dimension }: ReportRequest,
  allTickets: Select,
  column: (value: RawBuilder<unknown>) => RawBuilder<unknown> = (value) => value,
): Select {
  let tickets = tags ? allTickets.where(hasTag(ctx, tags)) : allTickets
  for (const [name, ids] of Object.entries(filters)) {
    tickets = tickets.where(ctx.db.dialect.among(column(sql.ref(`tickets.${name}`)), sql.val(`[${ids.join()}]`)))
  }
  return dimension === 'tag' ? tickets.innerJoin('tickets_tags', 'tickets_tags.ticket_id', 'tickets.id') : tickets
}

const hasTag = ({ db: { dialect } }: Context, tags: readonly string[]) => {
  const names = JSON.stringify(tags.map((tag) => tag.toLowerCase()))
  return sql<boolean>`exists (select 1 from tickets_tags tt join tags on tags.id = tt.tag_id
    where tt.ticket_id = tickets.id and ${dialect.amongTexts(sql.ref('tags.name_downcase'), sql.val(names))})`
}

/** Returns the key of a ticket in the dimension: the id of its group, owner, ...; 0 if it has none, or without a dimension. */
export const dimensionKey = ({ dimension }: ReportRequest): RawBuilder<number> =>
  dimension ? sql`coalesce(${sql.ref(dimensions[dimension].key)}, 0)` : sql`0`

/**
 * Returns the index of the period that contains a time; the number of periods for later times. The SQL is a binary tree of
 * comparisons, because there may be many periods. Callers whose query has no later times omit the last period, which saves a
 * comparison.
 */
export function periodIndexOf(time: RawBuilder<unknown>, periods: readonly Period[]): RawBuilder<number> {
  const indexWithin = (first: number, last: number): RawBuilder<number> => {
    if (first === last) return sql.lit(first)
    const middle = (first + last) >> 1
    const end = (periods[middle] as Period).to
    return sql`case when ${time} < ${end} then ${indexWithin(first, middle)} else ${indexWithin(middle + 1, last)} end`
  }
  return indexWithin(0, periods.length)
}
