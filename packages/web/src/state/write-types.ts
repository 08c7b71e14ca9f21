import type { TextName } from '../messages/languages.ts'
import type { LocalDraft } from './draft-types.ts'
import type { Values } from './save-unless-changed.ts'

/** The version of a ticket that a change is based on. */
export interface TicketChange {
  /** The number of the ticket. */
  readonly number: string
  /** The values of the changed attributes in that version. */
  readonly seen: { readonly [attribute: string]: unknown }
  /** The entity tag of that version. */
  readonly tag: string
}

/** The parts of the ticket screen that show waiting actions. */
export type ActionPart = 'title' | 'tags' | 'checklist' | 'links' | 'time' | 'subscribers'

/** An action on a ticket other than a change of its attributes: adding a tag, checking off a task, running a macro. */
export interface TicketAction {
  /** The number of the ticket. */
  readonly number: string
  readonly part: ActionPart
  /** The text that describes the action; `name` fills its placeholder. */
  readonly text: TextName
  readonly name?: string
  /** Attributes that it may overwrite, as the user saw them. It is refused if somebody else has changed one of them. */
  readonly seen?: Values
}

/** A write that waits on this device until the service has confirmed it. */
export interface QueuedWrite {
  /** Determines the order of the writes. */
  readonly id: number
  readonly userId: number
  /** The id of the ticket, whose writes are sent in order. Null for a new ticket. */
  readonly ticketId: number | null
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: object
  /** The service executes writes with the same key only once. */
  readonly idempotencyKey: string
  /** The draft of the message. It is restored if the service refuses the write. */
  readonly draft?: LocalDraft
  /** The change of attributes. It is sent unless somebody else has changed the same ones meanwhile. */
  readonly change?: TicketChange
  /** The action on the ticket, if the write is not a change of attributes. */
  readonly action?: TicketAction
  /** True if the user has decided to send it in spite of a conflict. */
  readonly isForced?: boolean
  /** The time of submission, in milliseconds since 1970. */
  readonly at: number
  /** True if it has to wait for the connection: an attempt to send it, or a write before it, has failed. */
  readonly isLate?: boolean
  /** The reason for the refusal. A refused write is sent again only if the user asks for it. */
  readonly refusal?: string
  /** True if it was refused because of a conflict. */
  readonly isConflict?: boolean
}

/** Returns true for a write of the user, and false for those that only delete sent drafts. */
export const isByUser = ({ draft, change, action }: QueuedWrite): boolean => (draft ?? change ?? action) !== undefined

/** A write before it is queued. */
export type NewWrite = Pick<
  QueuedWrite,
  'userId' | 'ticketId' | 'method' | 'path' | 'json' | 'draft' | 'change' | 'action'
>
