import type { TicketRecord } from '@deskbell/client'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { useStableOrder } from '../state/use-stable-order.ts'
import type { Ticket } from './ticket-types.ts'

/** Maximum number of tickets that are loaded. */
const MAX_TICKETS = 15

/** Some open tickets of a customer, and the number of all. */
export interface OpenTickets {
  readonly records: readonly TicketRecord[]
  readonly total_count: number
}

/**
 * Returns the other open tickets of a ticket's customer that were changed last, and the number of all open tickets. The
 * order stays the same while the ticket is shown. Undefined while they are loaded for the first time; empty if that fails.
 */
export function useOtherTickets({ id, record }: Pick<Ticket, 'id' | 'record'>): OpenTickets | undefined {
  const { value, error } = useLive(
    client.live({
      key: `tickets of customer ${record.customer_id}`,
      load: () => findOpenTickets(record.customer_id),
      events: ['ticket.created', 'ticket.merged'],
    }),
  )
  const others = value?.records.filter((other) => other.id !== id)
  const shown = useStableOrder(others, `${id} ${record.customer_id}`)
  if (value && shown) return { ...value, records: shown.records }
  return error === undefined ? undefined : { records: [], total_count: 0 }
}

const findOpenTickets = (customerId: number) =>
  client.request<OpenTickets>('POST', 'tickets/search', {
    json: {
      query: `customer_id:${customerId} -state.state_type.name:(closed OR merged)`,
      sort_by: 'updated_at',
      order_by: 'desc',
      per_page: MAX_TICKETS,
      with_total_count: true,
    },
  })
