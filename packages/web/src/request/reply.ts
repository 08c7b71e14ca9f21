import { isEmpty, type DraftContent } from '../state/draft-types.ts'
import type { NewWrite } from '../state/write-types.ts'
import type { RequestRecord, StateRecord } from './request-types.ts'
import type { Status } from './status.ts'
import { messageOf } from './writing.ts'

/**
 * Returns the HTTP request that sends a reply. The reply reopens a request that is solved or waits for a date. The
 * request is a batch with a single operation, because a batch is a POST, and only a POST can have the idempotency key that makes it
 * safe to send the reply again.
 */
export function replyRequest(
  { id }: RequestRecord,
  writing: DraftContent,
  state: StateRecord | undefined,
): Pick<NewWrite, 'method' | 'path' | 'json'> {
  const body = { ...(!isEmpty(writing) && { article: messageOf(writing) }), ...(state && { state_id: state.id }) }
  return {
    method: 'POST',
    path: 'batch',
    json: { operations: [{ method: 'PUT', path: `/tickets/${id}?fields=id`, body }] },
  }
}

/** Returns the state of a request after a reply; undefined if it stays the same. */
export function nextState(
  states: readonly StateRecord[],
  status: Status,
  marksSolved: boolean,
): StateRecord | undefined {
  const active = states.filter((state) => state.active)
  if (marksSolved) return active.find(({ state_type: type }) => type === 'closed')
  if (status !== 'solved' && status !== 'waiting') return undefined
  return (
    active.find(({ default_follow_up: isFollowUp }) => isFollowUp) ??
    active.find(({ state_type: type }) => type === 'open')
  )
}
