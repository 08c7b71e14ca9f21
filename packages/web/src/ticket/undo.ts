import type { ReactNode } from 'react'
import { sentenceOf } from '../components/empty.tsx'
import { toasts } from '../components/toasts.ts'
import type { Messages } from '../messages/messages.tsx'
import { saveTicket } from './save-ticket.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'

/** Shows a refusal of the service in a toast. */
export const showRefusal = (t: Messages, error: unknown): void =>
  void toasts.show({ isError: true, icon: 'alert', text: sentenceOf(t, error) })

/** Shows the change of a ticket in a toast that offers to undo it for ten seconds. It replaces an older offer. */
export function offerUndo(
  t: Messages,
  ticket: Pick<Ticket, 'id'>,
  text: ReactNode,
  undo: () => Promise<unknown>,
): void {
  toasts.show({
    key: `ticket ${ticket.id}`,
    icon: 'check',
    text,
    onUndo: () => void undo().catch((error: unknown) => showRefusal(t, error)),
  })
}

/** Attributes that the service changes together: the state with the pending time, the group with the owner. */
const companions: { readonly [attribute: string]: string | undefined } = {
  state_id: 'pending_time',
  group_id: 'owner_id',
}

/** Offers to restore attributes of a ticket as they were before a change. Later changes by others stay. */
export function offerToRestore(t: Messages, before: Ticket, attributes: readonly string[], text: ReactNode): void {
  const after = ticketView(before.number).snapshot().value ?? before
  const names = new Set([...attributes, ...attributes.flatMap((name) => companions[name] ?? [])])
  // A ticket that is not pending accepts no pending time, not even an empty one.
  const values = [...names].flatMap((name) => {
    const value = before.record[name]
    return name === 'pending_time' && value === null ? [] : [[name, value] as const]
  })
  offerUndo(t, before, text, async () => {
    const conflict = await saveTicket(Object.fromEntries(values), after)
    if (conflict) toasts.show({ isError: true, icon: 'alert', text: t('ticket.notUndone') })
  })
}
