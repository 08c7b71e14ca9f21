import { type Resource, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Actor, Desk } from '../kernel/context.ts'
import { roleFor, type Ownership, rightsColumns } from '../resources/ticket/rights.ts'

/** The people who have a ticket open, for the streams of agents. It is not stored, so it has no id. */
export interface PresenceEvent {
  readonly ticket: Ownership
  readonly text: string
}

export const presenceEventName = 'ticket.presence'

/** Only agents see the presence at a ticket: customers must not learn who works on it. */
export const seesPresence = (actor: Actor, ticket: Ownership): boolean => roleFor('see', actor, ticket) === 'agent'

/** Makes the presence events of tickets; none for deleted ones. */
export async function presenceEvents(desk: Desk, tickets: readonly number[]): Promise<PresenceEvent[]> {
  if (tickets.length === 0) return []
  const { sql: db, dialect } = desk.database
  const rows = await db
    .selectFrom('tickets')
    .select(['id', ...rightsColumns])
    .where(dialect.among(sql.ref('id'), sql.val(`[${tickets.join()}]`)))
    .orderBy('id')
    .execute()
  return rows.map((ticket) => ({ ticket, text: textOf(desk, ticket.id) }))
}

/** The same keys as a stored event, and the people. */
function textOf({ presence, now }: Desk, ticket: number): string {
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
    presence: presence.at(ticket),
  })
}
