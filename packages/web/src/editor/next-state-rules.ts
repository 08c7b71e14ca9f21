import type { DraftContent } from '../state/draft-types.ts'
import type { Choices } from '../ticket/choices.ts'

const storageKey = (groupId: number) => `deskbell.next-state.${groupId}`

/** Returns the state that the user chose last with a message in a group; notes and pending states do not count. */
const rememberedState = (groupId: number): number | undefined =>
  Number(localStorage.getItem(storageKey(groupId))) || undefined

/** Stores the state for the next message in the group that is not internal. */
export const rememberState = (groupId: number, stateId: number): void =>
  localStorage.setItem(storageKey(groupId), String(stateId))

type TicketWithState = { readonly record: { readonly state_id: number; readonly group_id: number } }

/**
 * Returns the changes of the ticket that are sent with a message: the new state, possibly with a pending time, or none
 * if the state stays.
 * @param closesTicket true if the user has chosen to close the ticket.
 */
export function attributesFor(
  writing: DraftContent,
  { record }: TicketWithState,
  { states }: Choices,
  closesTicket: boolean,
) {
  const { pending_time } = writing.ticket_attributes
  const closed = states.find(({ type, isChoosable }) => type === 'closed' && isChoosable)
  if (closesTicket && closed) return { state_id: closed.id }
  const chosen = nextStateOf(writing, record)
  return chosen === record.state_id && pending_time === undefined
    ? {}
    : { ...writing.ticket_attributes, state_id: chosen }
}

/**
 * Returns the state of the ticket after sending: the chosen state. By default, an internal message does not change the
 * state, and any other message sets the one that was chosen last in the group, if there is one.
 */
export function nextStateOf(
  { ticket_attributes, new_article }: DraftContent,
  record: TicketWithState['record'],
): number {
  const chosen = ticket_attributes['state_id']
  if (typeof chosen === 'number') return chosen
  return (new_article.internal ? undefined : rememberedState(record.group_id)) ?? record.state_id
}
