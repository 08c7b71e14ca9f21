import { toasts } from '../components/toasts.ts'
import type { Messages } from '../messages/messages.tsx'
import { sendWrite } from '../state/send-write.ts'
import type { NewWrite, TicketAction } from '../state/write-types.ts'
import { currentUser } from '../state/writes.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'
import { showRefusal } from './undo.ts'

/** An action on a ticket, with the text that describes it while it waits. */
export type Action = Pick<NewWrite, 'method' | 'path' | 'json'> & Omit<TicketAction, 'number'>

/**
 * Performs an action on a ticket, and reloads the ticket. Without a connection the action waits on this device. A
 * refusal is shown in a toast. Resolves to true if the action is done.
 */
export async function performAction(
  t: Messages,
  { id, number }: Pick<Ticket, 'id' | 'number'>,
  action: Action,
): Promise<boolean> {
  const { method, path, json, ...description } = action
  const body = json === undefined ? {} : { json }
  const write = { userId: currentUser(), ticketId: id, method, path, ...body, action: { number, ...description } }
  const result = await sendWrite(write)
  if (!result) return false
  if (result.refusal === undefined) {
    // The screen of the ticket shows a failure: the action may have moved it to a group that the agent does not see.
    await ticketView(number)
      .refresh()
      .catch(() => undefined)
    return true
  }
  // A conflict has no error, because the action was not sent.
  if (result.error === undefined) toasts.show({ isError: true, icon: 'alert', text: t('ticket.notOverwritten') })
  else showRefusal(t, result.error)
  return false
}
