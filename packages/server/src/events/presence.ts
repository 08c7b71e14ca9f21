import { type Resource, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Actor, Desk } from '../kernel/context.ts'
import { roleFor, type Ownership, rightsColumns } from '../resources/ticket/rights.ts'

/** An event that names the people who have a ticket open, for the streams of agents. It is not stored, so it has no id. */
export interface PresenceEvent {
  readonly ticket: Ownership
  readonly text: string
}

export const presenceEventName = 'ticket.presence'

/** Returns true for agents of the ticket. Customers must not learn who is working on it. */
export const seesPresence = (actor: Actor, ticket: Ownership): boolean => roleFor('see', actor, ticket) === 'agent'

/** Returns the presence events of tickets; deleted tickets have none. */
export async function presenceEvents(desk: Desk, tickets: readonly number[]): Promise<PresenceEvent[]> {
  if (tickets.length === 0) return []
  const { sql: db, dialect } = desk.database
  const rows = await db
    .selectFrom('tickets')
    .select(['id', ...rightsColumns])
    .where(dialect.among(sql.ref('id'), sql.val(`[${tickets.join()}]`)))
    .orderBy('id')
    .execute()
  return rows.map((ticket) => ({ ticket, text: serialize(desk, ticket.id) }))
}

/** Returns the event as JSON, with the keys of a stored event and the people at the ticket. */
function serialize({ presence, now }: Desk, ticket: number): string {
  const { model, path }: Resource = resources.ticket
  return JSON.stringify({
    id: null,
    name: presenceEventName,
    object: model,
    collection: path,
    o_id: ticket,
    ticket_id: ticket,
    changes: {},
    created_by_id: null,
    created_at: now().toISOString(),
    presence: presence.peopleAt(ticket),
  })
}
