import { ConnectionError } from '@deskbell/client'
import type { QueuedWrite } from '../state/write-types.ts'
import { currentUser, useWrites, writes } from '../state/writes.ts'
import { type Conflict, saveTicket } from './save-ticket.ts'
import type { Values } from '../state/save-unless-changed.ts'
import type { Ticket } from './ticket-types.ts'

/** A change of a ticket that was made without a connection. */
export interface WaitingChange {
  readonly values: Values
  /** The reason why the service refused the change; undefined while the change waits. */
  readonly refusal: string | undefined
  /** True if somebody else has changed the same attributes in the meantime. */
  readonly isConflict: boolean
  /** Withdraws the change, or discards a refused one. */
  readonly withdraw: () => Promise<unknown>
}

/**
 * Returns the changes of some attributes of a ticket, merged into one, if they wait for the connection or were refused
 * afterwards.
 */
export function useWaitingChange(ticketId: number, names: readonly string[]): WaitingChange | undefined {
  const queued = useWrites().filter(
    ({ ticketId: id, change, json = {} }) =>
      change && id === ticketId && Object.keys(json).some((name) => names.includes(name)),
  )
  const last = queued.at(-1)
  if (!last) return undefined
  return {
    values: mergeValues(queued),
    refusal: last.refusal,
    isConflict: last.isConflict ?? false,
    withdraw: () => Promise.all(queued.map(({ id }) => writes.remove(id))),
  }
}

/**
 * Saves values, unless somebody else has changed the same attributes since the user saw the ticket. Without a
 * connection, the values wait on this device. Resolves to the conflict if there is one, or to `waits` without a
 * connection.
 */
export async function saveOrWait(values: Values, seen: Ticket): Promise<Conflict | 'waits' | undefined> {
  try {
    return await saveTicket(values, seen)
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    await queue(values, seen)
    return 'waits'
  }
}

/** Returns attributes of a ticket as the user sees them: with the changes that wait. */
export function seenValues({ id, record }: Ticket, names: readonly string[]): Values {
  const waiting = writes.snapshot().filter(({ ticketId, change }) => change && ticketId === id)
  const attributes = { ...record, ...mergeValues(waiting) } as Values
  return Object.fromEntries(names.map((name) => [name, attributes[name]]))
}

async function queue(values: Values, ticket: Ticket): Promise<void> {
  const { id, number, etag } = ticket
  const change = { number, seen: seenValues(ticket, Object.keys(values)), tag: etag }
  await writes.add({ userId: currentUser(), ticketId: id, method: 'PUT', path: `tickets/${id}`, json: values, change })
  void writes.flush()
}

/** The values of several changes; the last one takes precedence. */
const mergeValues = (changes: readonly QueuedWrite[]): Values => Object.assign({}, ...changes.map(({ json }) => json))
