import type { Messages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'
import { showRefusal } from './undo.ts'

/**
 * Sends a write for a ticket, and requests the ticket again. A refusal is shown in a toast. Resolves to false if the
 * service refused.
 */
export async function writeTo(
  t: Messages,
  ticket: Pick<Ticket, 'number'>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  json?: unknown,
): Promise<boolean> {
  try {
    await client.request(method, path, json === undefined ? {} : { json })
    await ticketView(ticket.number).refresh()
    return true
  } catch (error) {
    showRefusal(t, error)
    return false
  }
}
