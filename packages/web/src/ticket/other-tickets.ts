import type { TicketRecord } from '@deskbell/client'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { useStableOrder } from '../state/use-stable-order.ts'
import type { Ticket } from './ticket-types.ts'

interface CustomerResponse {
  readonly ticket_ids_open: readonly number[]
  readonly assets: { readonly Ticket?: { readonly [id: string]: TicketRecord } }
}

/**
 * Returns up to 15 other open tickets of a ticket's customer, most recently changed first. The order stays the same while
 * the ticket is shown. Undefined while they are loaded for the first time; empty if that fails.
 */
export function useOtherTickets({ id, record }: Pick<Ticket, 'id' | 'record'>): readonly TicketRecord[] | undefined {
  const { value, error } = useLive(
    client.live({
      key: `tickets of customer ${record.customer_id}`,
      load: () => client.request<CustomerResponse>('GET', `ticket_customer?customer_id=${record.customer_id}`),
      events: ['ticket.created', 'ticket.merged'],
    }),
  )
  const others = value?.ticket_ids_open
    .filter((otherId) => otherId !== id)
    .flatMap((otherId) => value.assets.Ticket?.[otherId] ?? [])
  return useStableOrder(others, `${id} ${record.customer_id}`)?.records ?? (error === undefined ? undefined : [])
}
