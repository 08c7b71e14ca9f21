import { useMessages } from '../messages/messages.tsx'
import type { Ticket } from './ticket-types.ts'
import { withUndo } from './undo.ts'
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
  const change = (make: () => Promise<boolean>, text: string, undo: () => Promise<boolean>) =>
    withUndo(t, ticket, async () => ((await make()) ? { text, undo } : undefined))
  return {
    add: (name: string) =>
      change(
        () => put(name),
        t('ticket.tagAdded', { name }),
        () => drop(name),
      ),
    remove: (name: string) =>
      change(
        () => drop(name),
        t('ticket.tagRemoved', { name }),
        () => put(name),
      ),
  }
}
