import { useMessages } from '../messages/messages.tsx'
import type { Ticket } from './ticket-types.ts'
import { offerUndo } from './undo.ts'
import { writeTo } from './write.ts'

/** Adds tags to a ticket and removes them. A toast offers an undo. */
export function useTags(ticket: Ticket) {
  const t = useMessages()
  const put = (item: string) => writeTo(t, ticket, 'POST', 'tags/add', { object: 'Ticket', o_id: ticket.id, item })
  const drop = (item: string) =>
    writeTo(t, ticket, 'DELETE', 'tags/remove', { object: 'Ticket', o_id: ticket.id, item })
  return {
    add: async (item: string) =>
      (await put(item)) && offerUndo(t, ticket, t('ticket.tagAdded', { name: item }), () => drop(item)),
    remove: async (item: string) =>
      (await drop(item)) && offerUndo(t, ticket, t('ticket.tagRemoved', { name: item }), () => put(item)),
  }
}
