import type { Unit } from '../../kernel/context.ts'

/** Subscribes somebody to a ticket; who is subscribed already stays so. @returns whether it is new. */
export async function subscribe(unit: Unit, ticket: number, user: number): Promise<boolean> {
  const stamps = { created_at: unit.now, updated_at: unit.now, created_by_id: unit.by, updated_by_id: unit.by }
  const { numInsertedOrUpdatedRows: made } = await unit.db.sql
    .insertInto('mentions')
    .values({ mentionable_type: 'Ticket', mentionable_id: ticket, user_id: user, ...stamps })
    .onConflict((conflict) => conflict.columns(['mentionable_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(made)
}

/** Ends a subscription of a user. One of somebody else, or none, is passed over (reference, section 3.17). */
export async function unsubscribe({ db }: Unit, id: number, user: number): Promise<void> {
  await db.sql.deleteFrom('mentions').where('id', '=', id).where('user_id', '=', user).execute()
}

/** The users who subscribed to a ticket. */
export async function subscribersOf({ db }: Unit, ticket: number): Promise<number[]> {
  const rows = await db.sql
    .selectFrom('mentions')
    .select('user_id')
    .where('mentionable_id', '=', ticket)
    .orderBy('id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Ends the subscriptions to a ticket that goes. */
export async function deleteMentions({ db }: Unit, ticket: number): Promise<void> {
  await db.sql.deleteFrom('mentions').where('mentionable_id', '=', ticket).execute()
}

/** Who subscribed to one ticket is subscribed to another one instead, once. */
export async function moveMentions(unit: Unit, from: number, to: number): Promise<void> {
  for (const user of await subscribersOf(unit, from)) await subscribe(unit, to, user)
  await deleteMentions(unit, from)
}
