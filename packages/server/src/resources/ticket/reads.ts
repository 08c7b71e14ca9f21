import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import type { Context, Unit } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { rightsColumns } from './rights.ts'
import { ofSeenTicket } from './seen.ts'
import { unknownId } from '../../errors/fault.ts'

/** Finds a ticket by its number, whether or not the caller may read it. */
export async function idOfNumber({ sql: db }: Connection, number: string): Promise<number | undefined> {
  return (await db.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst())?.id
}

/** Reads the columns of a ticket on which rights and replies to closed tickets depend. @throws Fault `not_found`. */
export async function ownershipOf({ sql: db }: Connection, id: number) {
  const row = await db
    .selectFrom('tickets')
    .select([...rightsColumns, 'state_id', 'close_at', 'last_close_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw unknownId(resources.ticket, id)
  return row
}

/** Returns true if a ticket was merged into another one. */
export async function isMerged({ sql: db }: Connection, ticket: number): Promise<boolean> {
  const row = await db
    .selectFrom('tickets')
    .innerJoin('ticket_states', 'ticket_states.id', 'tickets.state_id')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select('tickets.id')
    .where('tickets.id', '=', ticket)
    .where('ticket_state_types.name', '=', 'merged')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the ids of those tickets of a customer or an organization that the caller sees: at most `limit` open ones and as many
 * closed ones, the last changed first.
 */
export async function ticketsOf(
  ctx: Context,
  column: 'customer_id' | 'organization_id',
  id: number,
  limit: number,
): Promise<{ open: number[]; closed: number[] }> {
  const read = async (isOpen: boolean) => {
    const isClosed = sql<boolean>`state_id in (select s.id from ticket_states s
      join ticket_state_types t on t.id = s.state_type_id where t.name in ('closed', 'merged'))`
    const rows = await from(ctx, resources.ticket)
      .select('tickets.id')
      .where(`tickets.${column}`, '=', id)
      .where((eb) => (isOpen ? eb.not(isClosed) : isClosed))
      .orderBy('tickets.change', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => row['id'] as number)
  }
  return { open: await read(true), closed: await read(false) }
}

/** Records that the user of a unit of work viewed a ticket. */
export async function recordView({ db, by, now }: Unit, ticket: number): Promise<void> {
  await db.sql
    .insertInto('recent_views')
    .values({ user_id: by, ticket_id: ticket, viewed_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'ticket_id']).doUpdateSet({ viewed_at: now }))
    .execute()
}

/** Returns the tickets that the caller viewed last and may still read, with the times. */
export function recentViews(ctx: Context, limit: number): Promise<{ ticket_id: number; viewed_at: string }[]> {
  const seen = ofSeenTicket(ctx, 'recent_views.ticket_id')
  const own = ctx.db.sql
    .selectFrom('recent_views')
    .select(['ticket_id', 'viewed_at'])
    .where('user_id', '=', ctx.actor.id)
  return (seen ? own.where(seen) : own).orderBy('viewed_at', 'desc').orderBy('ticket_id', 'desc').limit(limit).execute()
}

/** Returns the time at which the caller last viewed a ticket; null if the caller never did. */
export async function lastViewOf({ db, actor }: Context, ticket: number): Promise<string | null> {
  const row = await db.sql
    .selectFrom('recent_views')
    .select('viewed_at')
    .where('user_id', '=', actor.id)
    .where('ticket_id', '=', ticket)
    .executeTakeFirst()
  return row?.viewed_at ?? null
}
