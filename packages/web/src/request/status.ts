import type { RequestRecord } from './request-types.ts'

/** The status that a customer sees instead of the state. */
export type Status = 'received' | 'working' | 'yourTurn' | 'waiting' | 'solved'

type StatusFields = Pick<RequestRecord, 'pending_time' | 'waiting_since' | 'last_contact_agent_at'>

/**
 * Returns the status of a request.
 * @param stateType the name of the type of its state.
 */
export function statusOf(request: StatusFields, stateType: string | undefined, now: Date): Status {
  if (stateType === 'closed' || stateType === 'merged') return 'solved'
  const { pending_time: until, waiting_since: waitingSince, last_contact_agent_at: answeredAt } = request
  if (stateType?.startsWith('pending') && until !== null && new Date(until) > now) return 'waiting'
  if (answeredAt !== null && waitingSince === null) return 'yourTurn'
  return stateType === 'new' ? 'received' : 'working'
}

/** The time of the last message that the customer may read. */
export const lastMessageAt = ({ last_contact_at: at, created_at: created }: RequestRecord): string => at ?? created

/** Sorts requests: those that wait for a reply from the customer first, then by the last message. */
export function sortRequests<T extends RequestRecord>(
  requests: readonly T[],
  statusFor: (request: T) => Status,
): readonly T[] {
  const rank = (request: T) => (statusFor(request) === 'yourTurn' ? 0 : 1)
  return requests.toSorted(
    (a, b) => rank(a) - rank(b) || lastMessageAt(b).localeCompare(lastMessageAt(a)) || b.id - a.id,
  )
}
