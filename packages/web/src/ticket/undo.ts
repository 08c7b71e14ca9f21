import type { ReactNode } from 'react'
import { sentenceOf } from '../components/sentence-of.ts'
import { toasts } from '../components/toasts.ts'
import type { Messages } from '../messages/messages.tsx'
import { saveTicket } from './save-ticket.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'

/** Shows a refusal of the service in a toast. */
export const showRefusal = (t: Messages, error: unknown): void =>
  void toasts.show({ isError: true, icon: 'alert', text: sentenceOf(t, error) })

/** A change that can be undone. */
export interface Undoable {
  /** Describes the change: "Priority is now 3 high". */
  readonly text: ReactNode
  /** Resolves to false if it cannot be undone; the user then sees the reason. */
  readonly undo: () => Promise<boolean>
}

/**
 * Performs a change of a ticket, and shows it in a toast that offers to undo it for ten seconds. The toast replaces an
 * older one about the same ticket. Events may show the change before the service has answered, so Ctrl+Z works from the
 * beginning: if it is pressed before the change is saved, the change is undone right after it is saved. Resolves to true
 * if there was a change. Rejects if `perform` rejects.
 */
export async function withUndo(
  t: Messages,
  { id }: Pick<Ticket, 'id'>,
  perform: () => Promise<Undoable | undefined>,
): Promise<boolean> {
  let isUndone = false
  const withdraw = toasts.offerUndo(() => void (isUndone = true))
  try {
    const change = await perform()
    if (!change) return false
    const onUndo = () => void change.undo().catch((error: unknown) => showRefusal(t, error))
    if (isUndone) onUndo()
    else toasts.show({ key: `ticket ${id}`, icon: 'check', text: change.text, onUndo })
    return true
  } finally {
    withdraw()
  }
}

/**
 * Attributes that the service may change when another one is changed: for example, a new state removes the pending
 * time. Undoing the change restores both.
 */
const companions: { readonly [attribute: string]: string | undefined } = {
  state_id: 'pending_time',
  group_id: 'owner_id',
  customer_id: 'organization_id',
}

/** Returns a change whose undo restores attributes of a ticket as they were before. Later changes by others stay. */
export function undoableChange(t: Messages, before: Ticket, attributes: readonly string[], text: ReactNode): Undoable {
  const after = ticketView(before.number).snapshot().value ?? before
  const names = new Set([...attributes, ...attributes.flatMap((name) => companions[name] ?? [])])
  // An empty pending time is left out, because the service itself clears it in a state that is not pending.
  const values = [...names].flatMap((name) => {
    const value = before.record[name]
    return name === 'pending_time' && value === null ? [] : [[name, value] as const]
  })
  return {
    text,
    undo: async () => {
      const conflict = values.length > 0 && (await saveTicket(Object.fromEntries(values), after))
      if (conflict) toasts.show({ isError: true, icon: 'alert', text: t('ticket.notUndone') })
      return !conflict
    },
  }
}
