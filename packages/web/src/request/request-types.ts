import type { FileRecord } from '../article/stored-files.ts'
import type { Fold } from '../article/plain-text.ts'

/** A ticket in the lists of customers. Other columns are not requested. */
export interface RequestRecord {
  readonly id: number
  readonly number: string
  readonly title: string
  readonly state_id: number
  readonly pending_time: string | null
  readonly customer_id: number
  /** The name of the customer. */
  readonly customer: string
  /** The time since which the customer has been waiting for a reply; null if none is due. */
  readonly waiting_since: string | null
  readonly last_contact_agent_at: string | null
  readonly last_contact_at: string | null
  readonly created_at: string
}

/** The columns of `RequestRecord`. Priority, group, owner and tags are for agents. */
export const requestFields = [
  'id',
  'number',
  'title',
  'state_id',
  'pending_time',
  'customer_id',
  'customer',
  'waiting_since',
  'last_contact_agent_at',
  'last_contact_at',
  'created_at',
].join()

/** A state, with the name of its type: `new`, `open`, `pending reminder`, `pending action`, `closed`, `merged`. */
export interface StateRecord {
  readonly id: number
  readonly state_type: string
  readonly active: boolean
  readonly default_follow_up: boolean
}

/** A message of a request. */
export interface MessageRecord {
  readonly id: number
  readonly ticket_id: number
  readonly body: string
  readonly content_type: string
  readonly sender: string
  readonly created_by: string
  readonly created_by_id: number
  /** The name of the person on whose behalf an agent wrote the message. */
  readonly origin_by?: string
  readonly origin_by_id: number | null
  readonly created_at: string
  /** `folds`: the lines of a plain text that are quoted or a signature. */
  readonly preferences: { readonly folds?: readonly Fold[] }
  readonly attachments: readonly FileRecord[]
}

/** The columns of `MessageRecord`. */
export const messageFields = [
  'id',
  'ticket_id',
  'body',
  'content_type',
  'sender',
  'created_by',
  'created_by_id',
  'origin_by',
  'origin_by_id',
  'created_at',
  'preferences',
  'attachments',
].join()
