import { useMessages } from '../messages/messages.tsx'
import type { Ticket } from './ticket-types.ts'
import { offerUndo } from './undo.ts'
import { performAction } from './perform-action.ts'

/** Adds tags to a ticket and removes them. A toast offers an undo. */
export function useTags(ticket: Ticket) {
  const t = useMessages()
  const shared = (item: string) => ({
    json: { object: 'Ticket', o_id: ticket.id, item },
    part: 'tags' as const,
    name: item,
  })
  const put = (item: string) =>
    performAction(t, ticket, { method: 'POST', path: 'tags/add', text: 'action.addTag', ...shared(item) })
  const drop = (item: string) =>
    performAction(t, ticket, { method: 'DELETE', path: 'tags/remove', text: 'action.removeTag', ...shared(item) })
  return {
    add: async (item: string) =>
      (await put(item)) && offerUndo(t, ticket, t('ticket.tagAdded', { name: item }), () => drop(item)),
    remove: async (item: string) =>
      (await drop(item)) && offerUndo(t, ticket, t('ticket.tagRemoved', { name: item }), () => put(item)),
  }
}
