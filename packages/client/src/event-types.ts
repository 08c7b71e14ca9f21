import type { Model, Ref } from './model.ts'

/** What `client.events()` listens to, and how patiently. */
export interface EventOptions {
  /** The cursor to go on from: the `id` of the last event that was seen. Default `now`: what is to come. */
  after?: number | 'now' | undefined
  /** Only events with these names: `ticket.created`, `ticket.*`, `*.deleted`. */
  names?: string | readonly string[] | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds until the service has begun to answer. Default 30,000. */
  timeout?: number | undefined
  /** Milliseconds without a word after which the connection counts as dead and is opened again. Default 45,000. */
  idle?: number | undefined
  headers?: HeadersInit | undefined
}

/** Something that happened to a record that the caller may read. */
export interface ServiceEvent {
  /** The cursor; grows in the order of commits. */
  readonly id: number
  /** What happened, such as `ticket.created`. */
  readonly name: string
  /** The kind of record and its id. */
  readonly object: string
  readonly o_id: number
  /** The ticket it belongs to. */
  readonly ticket_id: number | null
  /** What changed, by attribute; with the values where the caller may read the history of the record. */
  readonly changes: { readonly [attribute: string]: { readonly from?: unknown; readonly to?: unknown } }
  /** Who did it, where the caller may know. */
  readonly created_by_id: number | null
  readonly created_at: Date
  /** The record, not loaded: it is asked for when it is read. */
  readonly record: Ref<Model & { readonly [attribute: string]: unknown }>
}
