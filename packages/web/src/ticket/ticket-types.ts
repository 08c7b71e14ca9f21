import type { GroupRecord, OrganizationRecord, TicketRecord, UserRecord } from '@deskbell/client'
import type { Article } from '../article/article-types.ts'

/** A link to another ticket; `parent` and `child` are roles of the other one. */
export interface TicketLink {
  readonly type: 'normal' | 'parent' | 'child'
  readonly ticket: TicketRecord
}

/** A subscription of an agent to a ticket. */
export interface Subscription {
  readonly id: number
  readonly user_id: number
}

/** A task of the checklist of a ticket. */
export interface Todo {
  readonly id: number
  readonly text: string
  readonly checked: boolean
}

/** An entry of the history of a ticket in the API. */
export interface HistoryItem {
  readonly id: number
  readonly object: string
  readonly type: string
  readonly created_by_id: number
  readonly created_at: string
  readonly attribute?: string
  readonly value_from?: string
  readonly value_to?: string
  readonly id_from?: number | null
  readonly id_to?: number | null
}

/** A ticket with all data of its screen. It never changes: a reload creates a new object. */
export interface Ticket {
  readonly id: number
  readonly number: string
  readonly title: string
  /** The record with custom fields. */
  readonly record: TicketRecord & { readonly [field: string]: unknown }
  /** The entity tag of the record, for `If-Match`. */
  readonly etag: string
  /** The time of the user's previous view; null if there was none. */
  readonly viewedAt: string | null
  /** Oldest first. */
  readonly articles: readonly Article[]
  readonly history: readonly HistoryItem[]
  readonly tags: readonly string[]
  readonly links: readonly TicketLink[]
  /** The tasks of the checklist, in their order. */
  readonly todos: readonly Todo[]
  readonly subscriptions: readonly Subscription[]
  /** The sum of the accounted time, in the unit of the desk. */
  readonly timeUnits: number
  readonly customer: UserRecord | undefined
  readonly organization: OrganizationRecord | undefined
  readonly group: GroupRecord | undefined
  /** Undefined while the ticket has no owner. */
  readonly owner: UserRecord | undefined
  /** Returns a user related to the ticket; undefined for the system user and for unrelated ones. */
  readonly person: (id: number) => UserRecord | undefined
}
