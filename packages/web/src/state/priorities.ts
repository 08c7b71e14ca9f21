import type { TicketPriorityRecord } from '@deskbell/client'
import { client } from './client.ts'

let requested: Promise<readonly TicketPriorityRecord[]> | undefined

/** Requests the priorities of tickets. Callers at the same time share a request. */
export function loadPriorities(): Promise<readonly TicketPriorityRecord[]> {
  requested ??= client
    .request<TicketPriorityRecord[]>('GET', 'ticket_priorities')
    .finally(() => (requested = undefined))
  return requested
}
