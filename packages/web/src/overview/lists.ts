import { client } from '../state/client.ts'
import { conditionOf, type ListSearch, orderOf, queryOf } from './list-address.ts'
import type { RequestRows, ListResponse, TicketRow } from './row-types.ts'
import { idCondition, rowFields, rowsRequest } from './rows-request.ts'
import { TicketList } from './ticket-list.ts'

/** Maximum number of lists in memory, so that going back shows them at once. */
const MAX_LISTS = 12

const lists = new Map<string, TicketList>()

/** Returns the list of an overview with the filters and order of an address. The same address returns the same list. */
export function listFor(link: string, search: ListSearch): TicketList {
  const key = JSON.stringify([link, conditionOf(search), queryOf(search), orderOf(search)])
  const list = lists.get(key) ?? new TicketList(requesterFor(link, search))
  lists.delete(key)
  lists.set(key, list)
  for (const [oldest] of lists) {
    if (lists.size <= MAX_LISTS) break
    lists.delete(oldest)
  }
  return list
}

/** Requests the first rows of a list, unless they are loaded. */
export const preloadList = (link: string, search: ListSearch): void => listFor(link, search).loadRows(0, 0)

const requesterFor =
  (link: string, search: ListSearch): RequestRows =>
  ({ ignoresList, ...page }) =>
    ignoresList && page.ids
      ? rowsOfTickets(page.ids)
      : client.request<ListResponse>('POST', 'ticket_overviews', { json: rowsRequest(link, search, page) })

/** Returns the rows of tickets, whether or not a list contains them. */
async function rowsOfTickets(ids: readonly number[]): Promise<ListResponse> {
  const json = { condition: idCondition(ids), per_page: ids.length, fields: rowFields, full: true }
  const { assets } = await client.request<Pick<ListResponse, 'assets'>>('POST', 'tickets/search', { json })
  return { assets, index: { tickets: Object.values(assets.Ticket ?? {}).map(({ id }: TicketRow) => ({ id })) } }
}

client.on('event', ({ id, name, object, o_id, ticket_id, created_by_id }) => {
  const ticketId = object === 'Ticket' ? o_id : ticket_id
  // Events of presence have no id, and change no ticket.
  if (ticketId === null || id === null) return
  for (const list of lists.values()) list.reportChange(ticketId, created_by_id ?? undefined, name === 'ticket.created')
})
client.on('stream', ({ missed }) => {
  if (missed) for (const list of lists.values()) list.recheck()
})
client.on('session', () => lists.clear())
