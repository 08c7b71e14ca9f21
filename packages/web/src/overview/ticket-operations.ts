import type { TicketRow } from './row-types.ts'

/** New values of properties of a ticket. */
export type Attributes = Partial<Pick<TicketRow, 'state_id' | 'priority_id' | 'owner_id' | 'group_id' | 'pending_time'>>

/** The body of a mass change. */
export interface TicketChange {
  readonly attributes?: Attributes
  readonly add_tags?: readonly string[]
  readonly remove_tags?: readonly string[]
}

/** Returns a row with a change applied. */
export function changedRow(row: TicketRow, { attributes, add_tags = [], remove_tags = [] }: TicketChange): TicketRow {
  const remaining = row.tags.filter((tag) => !remove_tags.includes(tag))
  return { ...row, ...attributes, tags: [...remaining, ...add_tags.filter((tag) => !remaining.includes(tag))] }
}

/** The values of a ticket before a change, from the response of the service. */
export interface PreviousValues {
  readonly ticket_id: number
  readonly attributes: object
  readonly added_tags?: readonly string[]
  readonly removed_tags?: readonly string[]
}

/** A write of a batch, and its ticket. */
export interface Operation {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly body: object
}

/** Returns the writes that undo a change. Tags are added and removed separately. */
export function undoOperations({ ticket_id: id, attributes, added_tags, removed_tags }: PreviousValues): Operation[] {
  const tagWrite = (method: string, path: string) => (item: string) => ({
    id,
    method,
    path,
    body: { item, object: 'Ticket', o_id: id },
  })
  return [
    ...(Object.keys(attributes).length > 0 ? [{ id, method: 'PUT', path: `/tickets/${id}`, body: attributes }] : []),
    ...(added_tags ?? []).map(tagWrite('DELETE', '/tags/remove')),
    ...(removed_tags ?? []).map(tagWrite('POST', '/tags/add')),
  ]
}
