import type { DraftContent } from '../state/draft-types.ts'
import type { Choices } from '../ticket/choices.ts'

const storageKey = (group: number) => `deskbell.next-state.${group}`

/** Returns the state that the user chose last for replies in a group. */
const rememberedState = (group: number): number | undefined =>
  Number(localStorage.getItem(storageKey(group))) || undefined

/** Stores the state for the next reply in the group. */
export const rememberState = (group: number, state: number): void =>
  localStorage.setItem(storageKey(group), String(state))

type Stated = { readonly record: { readonly state_id: number; readonly group_id: number } }

/** Returns the changes of the ticket that are sent with a message: the new state, or none if the state stays. */
export function attributesFor(writing: DraftContent, { record }: Stated, { states }: Choices, close: boolean) {
  const { pending_time } = writing.ticket_attributes
  const closed = states.find(({ type, isActive }) => type === 'closed' && isActive)
  if (close && closed) return { state_id: closed.id }
  const chosen = nextStateOf(writing, record)
  return chosen === record.state_id && pending_time === undefined
    ? {}
    : { ...writing.ticket_attributes, state_id: chosen }
}

/** Returns the state that the ticket has after sending. Replies use the state that was chosen last in the group. */
export function nextStateOf({ ticket_attributes, new_article }: DraftContent, record: Stated['record']): number {
  const chosen = ticket_attributes['state_id']
  if (typeof chosen === 'number') return chosen
  return (new_article.internal ? undefined : rememberedState(record.group_id)) ?? record.state_id
}
