import type { Named } from '../format/names.ts'

/** A row of a list: the attributes of a ticket. */
export interface TicketRow {
  readonly id: number
  readonly number: string
  readonly title: string
  readonly state_id: number
  readonly priority_id: number
  readonly group_id: number
  /** 1, the id of the system user, if the ticket has no owner. */
  readonly owner_id: number
  readonly customer_id: number
  readonly organization_id: number | null
  readonly tags: readonly string[]
  readonly escalation_at: string | null
  readonly pending_time: string | null
  /** The time since which the customer has been waiting for a reply; null if the customer is not waiting. */
  readonly waiting_since: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** Related records of rows, by id. Every page adds some. */
export interface Related {
  readonly people: ReadonlyMap<number, Named>
  readonly groups: ReadonlyMap<number, string>
  readonly organizations: ReadonlyMap<number, string>
  readonly states: ReadonlyMap<number, { readonly name: string; readonly typeId: number }>
}

/** The properties of a list that the overview or the saved view defines. */
export interface ListInfo {
  readonly name: string
  readonly order: { readonly by: string; readonly direction: string } | null
  /** The attribute by which tickets are grouped, such as `state_id`. */
  readonly groupBy: string | null
  /** The names of its columns. */
  readonly columns: readonly string[]
  readonly condition: object
  /** The search query of a saved view; undefined if the list has none. */
  readonly query: string | undefined
}

type Records<Shape> = { readonly [id: string]: Shape } | undefined

/** An overview or a saved view, as the service sends it. */
interface WireList {
  readonly name: string
  readonly order: { readonly by?: string; readonly direction?: string } | null
  readonly group_by: string | null
  /** `s`: the names of its columns. */
  readonly view: { readonly s?: readonly string[] } | null
  readonly condition: object | null
  readonly query?: string | null
}

/** The response of `POST ticket_overviews`. `overview` is missing if the list does not exist. */
export interface ListResponse {
  readonly assets: {
    readonly Ticket?: Records<TicketRow>
    readonly User?: Records<Named>
    readonly Group?: Records<{ readonly id: number; readonly name: string }>
    readonly Organization?: Records<{ readonly id: number; readonly name: string }>
    readonly TicketState?: Records<{ readonly id: number; readonly name: string; readonly state_type_id: number }>
    readonly Overview?: Records<WireList>
    readonly SavedView?: Records<WireList>
  }
  readonly index: {
    readonly overview?: { readonly id: number; readonly name: string }
    readonly tickets?: readonly { readonly id: number }[]
    readonly count?: number
    readonly groups?: readonly ListGroup[]
  }
}

/** Tickets with the same value in the column by which a list is grouped. */
export interface ListGroup {
  /** The id of a record; null for tickets without one. */
  readonly value: number | null
  readonly count: number
}

/** The change that removed a ticket from a list. */
export interface RemovedTicket {
  readonly reason: 'state' | 'owner' | 'group' | 'gone' | 'other'
  /** The id of the user who changed it. */
  readonly by: number | undefined
}

/** Requests rows of one list, with its filters and in its order. */
export type RequestRows = (options: {
  readonly page?: number
  readonly per_page?: number
  /** Only these tickets. */
  readonly ids?: readonly number[]
  /** True to search all tickets, not only those of the list. */
  readonly ignoresList?: boolean
}) => Promise<ListResponse>
