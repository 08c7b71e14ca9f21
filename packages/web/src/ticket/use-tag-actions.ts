import { useMessages } from '../messages/messages.tsx'
import type { Ticket } from './ticket-types.ts'
import { withUndo } from './undo.ts'
import { performAction } from './perform-action.ts'

/** Returns functions that add and remove tags of a ticket. A toast offers an undo. */
export function useTagActions(ticket: Ticket) {
  const t = useMessages()
  const parametersOf = (item: string) => ({
    json: { object: 'Ticket', o_id: ticket.id, item },
    part: 'tags' as const,
    name: item,
  })
  const addTag = (item: string) =>
    performAction(t, ticket, { method: 'POST', path: 'tags/add', text: 'action.addTag', ...parametersOf(item) })
  const removeTag = (item: string) =>
    performAction(t, ticket, { method: 'DELETE', path: 'tags/remove', text: 'action.removeTag', ...parametersOf(item) })
  const change = (perform: () => Promise<boolean>, text: string, undo: () => Promise<boolean>) =>
    withUndo(t, ticket, async () => ((await perform()) ? { text, undo } : undefined))
  return {
    add: (name: string) =>
      change(
        () => addTag(name),
        t('ticket.tagAdded', { name }),
        () => removeTag(name),
      ),
    remove: (name: string) =>
      change(
        () => removeTag(name),
        t('ticket.tagRemoved', { name }),
        () => addTag(name),
      ),
  }
}
