import { sql } from 'kysely'
import type { WriteContext } from '../../kernel/context.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { lockTicket } from '../ticket/lock.ts'

/** Deletes the accounted time of an article. */
export async function deleteTimeOf(ctx: WriteContext, article: number, ticket: number): Promise<void> {
  const { numDeletedRows } = await ctx.db.sql
    .deleteFrom('time_accountings')
    .where('ticket_article_id', '=', article)
    .executeTakeFirst()
  if (numDeletedRows) await updateTotal(ctx, ticket)
}

/**
 * Updates the time of a ticket to the sum of its accounted times.
 * @param except id of an entry that is about to be deleted.
 */
export async function updateTotal(ctx: WriteContext, ticket: number, except = 0): Promise<void> {
  await lockTicket(ctx, ticket)
  const { sum } = await ctx.db.sql
    .selectFrom('time_accountings')
    .select(sql<number | string>`coalesce(sum(time_unit), 0)`.as('sum'))
    .where('ticket_id', '=', ticket)
    .where('id', '<>', except)
    .executeTakeFirstOrThrow()
  const { time_unit: from } = await ctx.db.sql
    .selectFrom('tickets')
    .select('time_unit')
    .where('id', '=', ticket)
    .executeTakeFirstOrThrow()
  const to = (Math.round(Number(sum) * 100) / 100).toString()
  await update(ctx, 'ticket', ticket, { time_unit: to })
  await record(ctx, { type: 'updated', name: 'ticket', id: ticket, changes: { time_unit: { from, to } } })
}
