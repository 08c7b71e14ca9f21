import type { Unit } from '../../kernel/context.ts'

/** Subscribes a user to a ticket. @returns true if the subscription is new. */
export async function subscribe(unit: Unit, ticket: number, user: number): Promise<boolean> {
  const stamps = { created_at: unit.now, updated_at: unit.now, created_by_id: unit.by, updated_by_id: unit.by }
  const { numInsertedOrUpdatedRows: inserted } = await unit.db.sql
    .insertInto('mentions')
    .values({ mentionable_type: 'Ticket', mentionable_id: ticket, user_id: user, ...stamps })
    .onConflict((conflict) => conflict.columns(['mentionable_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(inserted)
}

/** Ends a subscription of a user. Unknown subscriptions and those of other users are ignored. */
export async function unsubscribe({ db }: Unit, id: number, user: number): Promise<void> {
  await db.sql.deleteFrom('mentions').where('id', '=', id).where('user_id', '=', user).execute()
}

/** Returns the ids of the subscribers of a ticket. */
export async function subscribersOf({ db }: Unit, ticket: number): Promise<number[]> {
  const rows = await db.sql
    .selectFrom('mentions')
    .select('user_id')
    .where('mentionable_id', '=', ticket)
    .orderBy('id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Deletes all subscriptions to a ticket. */
export async function deleteMentions({ db }: Unit, ticket: number): Promise<void> {
  await db.sql.deleteFrom('mentions').where('mentionable_id', '=', ticket).execute()
}

/** Moves the subscriptions of a ticket to another one, without duplicates. */
export async function moveMentions(unit: Unit, from: number, to: number): Promise<void> {
  for (const user of await subscribersOf(unit, from)) await subscribe(unit, to, user)
  await deleteMentions(unit, from)
}
