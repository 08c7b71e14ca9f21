import { conditionOf, type ListSearch, orderOf, queryOf } from './list-address.ts'

/** Number of rows in a request. */
export const PAGE_SIZE = 50

/** The keys of `TicketRow`, the only requested attributes of tickets. */
export const rowFields =
  'id,number,title,state_id,priority_id,group_id,owner_id,customer_id,organization_id,tags,escalation_at,pending_time,waiting_since,created_at,updated_at'

/** Returns the time zone of the browser. The first call takes tens of milliseconds. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the parameters that select the tickets of a list.
 * @param link of the list; undefined for the first one.
 */
export function requestOf(link: string | undefined, search: ListSearch) {
  const condition = conditionOf(search)
  const query = queryOf(search)
  return {
    ...(link === undefined ? { first: true } : { view: link }),
    time_zone: timeZone(),
    ...(Object.keys(condition).length > 0 && { condition }),
    ...(query !== undefined && { query }),
  }
}

interface Page {
  readonly page?: number
  readonly per_page?: number
  /** Only these tickets. */
  readonly ids?: readonly number[]
}

/** Returns the request for rows of a list. A list is grouped only in the order of its overview. */
export function rowsRequest(link: string | undefined, search: ListSearch, { ids, ...page }: Page) {
  const order = orderOf(search)
  const { condition, ...request } = requestOf(link, search)
  const conditions = { ...condition, ...(ids && idCondition(ids)) }
  return {
    ...request,
    fields: rowFields,
    ...page,
    ...(Object.keys(conditions).length > 0 && { condition: conditions }),
    ...(order ? { sort_by: order.by, order_by: order.direction } : !ids && { groups: true }),
  }
}

/** Returns the condition for some tickets. */
export const idCondition = (ids: readonly number[]) => ({ 'ticket.id': { operator: 'is', value: ids.map(String) } })
