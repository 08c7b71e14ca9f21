import type { LocalDraft } from './draft-types.ts'

/** What a change of a ticket's attributes is based on. */
export interface TicketChange {
  /** The number of the ticket. */
  readonly number: string
  /** The values of the changed attributes that the user saw. */
  readonly seen: { readonly [attribute: string]: unknown }
  /** The entity tag of the ticket that the user saw. */
  readonly tag: string
}

/** A write that is on its way to the service. It is kept on this device until the service has answered. */
export interface QueuedWrite {
  /** Orders the writes of this device. */
  readonly id: number
  readonly userId: number
  /** Writes to one ticket are sent in their order. Null for a new ticket. */
  readonly ticketId: number | null
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: object
  /** The service carries out a write with the same key once. */
  readonly idempotencyKey: string
  /** The draft that is sent. It is there again if the service refuses the write. */
  readonly draft?: LocalDraft
  /** What is changed. It is sent unless somebody else has changed the same meanwhile. */
  readonly change?: TicketChange
  /** When the user sent it, in milliseconds since 1970. */
  readonly at: number
  /** Why the service refused it. It is not sent again. */
  readonly refusal?: string
  /** It was refused because somebody else has changed the same. */
  readonly isConflict?: boolean
}

/** A write before it is queued. */
export type NewWrite = Omit<QueuedWrite, 'id' | 'at' | 'idempotencyKey' | 'refusal' | 'isConflict'>
