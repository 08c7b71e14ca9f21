import { type Live, NotFoundError, PermissionError } from '@deskbell/client'
import { useEffect } from 'react'
import { client } from '../state/client.ts'
import { readTicket, type TicketResponse } from './read-ticket.ts'
import type { Ticket } from './ticket-types.ts'

/** Returns a ticket with all data of its screen, as a live value. */
export function ticketView(number: string): Live<Ticket> {
  const view: Live<Ticket> = client.live({
    key: `ticket ${number}`,
    load: async () => {
      const path = `tickets/by_number/${encodeURIComponent(number)}?all=true&history=true`
      return readTicket(await client.request<TicketResponse>('GET', path))
    },
    events: ({ name, ticket_id }) => {
      if (ticket_id === null || name === 'ticket.presence') return false
      const { value, pending } = view.snapshot()
      // Until the id is known, an event may be about this ticket, and newer than the response that is on its way.
      return value ? ticket_id === value.id : pending
    },
  })
  return view
}

/** Returns true if a ticket does not exist, or the user may not see it. */
export const isGone = (error: unknown): boolean => error instanceof NotFoundError || error instanceof PermissionError

/**
 * Requests the shown ticket again when the service answers any request with 403 or 404. No event says that a ticket has
 * become invisible, but reports of presence, drafts and changes are refused from then on.
 */
export function useRecheck(number: string): void {
  useEffect(() => client.on('failure', ({ error }) => isGone(error) && refreshQuietly(number)), [number])
}

const refreshQuietly = (number: string) =>
  void ticketView(number)
    .refresh()
    .catch(() => undefined)

/**
 * Preloads a ticket that will probably be opened next, and the code of its screen. Failures are shown when it is
 * opened.
 */
export function preloadTicket(number: string): void {
  import('./ticket-screen.tsx').catch(() => undefined)
  const view = ticketView(number)
  if (view.snapshot().value === undefined && !preloading.has(number)) {
    preloading.add(number)
    view.refresh().then(
      () => preloading.delete(number),
      () => preloading.delete(number),
    )
  }
}

/** Numbers of tickets that are being preloaded. */
const preloading = new Set<string>()
