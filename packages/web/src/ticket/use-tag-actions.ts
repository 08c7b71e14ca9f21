import { type Messages, useMessages } from '../messages/messages.tsx'
import type { Ticket } from './ticket-types.ts'
import { withUndo } from './undo.ts'
import { performAction } from './perform-action.ts'

/** Returns functions that add and remove tags of a ticket. A toast offers an undo. */
export function useTagActions(ticket: Ticket) {
  const t = useMessages()
  const change = (perform: () => Promise<boolean>, text: string, undo: () => Promise<boolean>) =>
    withUndo(t, ticket, async () => ((await perform()) ? { text, undo } : undefined))
  return {
    add: (name: string) =>
      change(
        () => addTag(t, ticket, name),
        t('ticket.tagAdded', { name }),
        () => removeTag(t, ticket, name),
      ),
    remove: (name: string) =>
      change(
        () => removeTag(t, ticket, name),
        t('ticket.tagRemoved', { name }),
        () => addTag(t, ticket, name),
      ),
  }
}

/** Adds a tag to a ticket, as `performAction` does. */
export const addTag = (t: Messages, ticket: Ticket, item: string): Promise<boolean> =>
  performAction(t, ticket, { method: 'POST', path: 'tags/add', text: 'action.addTag', ...parametersOf(ticket, item) })

/** Removes a tag from a ticket, as `performAction` does. */
export const removeTag = (t: Messages, ticket: Ticket, item: string): Promise<boolean> =>
  performAction(t, ticket, {
    method: 'DELETE',
    path: 'tags/remove',
    text: 'action.removeTag',
    ...parametersOf(ticket, item),
  })

const parametersOf = ({ id }: Ticket, item: string) => ({
  json: { object: 'Ticket', o_id: id, item },
  part: 'tags' as const,
  name: item,
})
