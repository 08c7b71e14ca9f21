import type { Model, Ref } from './model.ts'

/** Options of `client.events()`. */
export interface EventOptions {
  /** The cursor: the `id` of the last event received. Default `now`: only new events. */
  after?: number | 'now' | undefined
  /** Only events with these names: `ticket.created`, `ticket.*`, `*.deleted`. */
  names?: string | readonly string[] | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds until the response begins. Default: the `timeout` of the client. */
  timeout?: number | undefined
  /** Milliseconds without data after which the connection is reopened. Default 45,000. */
  idle?: number | undefined
  headers?: HeadersInit | undefined
}

/** An agent who has a ticket open. */
export interface Present {
  readonly user_id: number
  readonly activity: 'viewing' | 'writing'
  /** The kind of article that is being written; null if the agent's client names none. */
  readonly kind: 'reply' | 'note' | 'phone' | null
  /** When the activity began, as ISO 8601. */
  readonly since: string
}

/** A change of a record that the caller may read. */
export interface ServiceEvent {
  /** The cursor; it grows in commit order. Null for `ticket.presence`, which is not stored. */
  readonly id: number | null
  /** The name of the event, such as `ticket.created`. */
  readonly name: string
  /** The model of the record, such as `Ticket`. */
  readonly object: string
  /** The id of the record. */
  readonly o_id: number
  /** The name of the collection of the record, such as `tickets`. */
  readonly collection: string
  /** The ticket that the record belongs to. */
  readonly ticket_id: number | null
  /** The changed attributes, with values if the caller may read the history of the record. */
  readonly changes: { readonly [attribute: string]: { readonly from?: unknown; readonly to?: unknown } }
  /** The user who made the change, if the caller may see it. */
  readonly created_by_id: number | null
  readonly created_at: Date
  /** Only with `ticket.presence`: the agents who have the ticket open. */
  readonly presence?: readonly Present[]
  /** A reference to the record. Reading it requests the record. */
  readonly record: Ref<Model & { readonly [attribute: string]: unknown }>
}
