import type { WriteContext } from '../kernel/context.ts'

/**
 * Waits for a ticket and keeps others from changing it until the transaction ends, where several write at once.
 * @returns its group; 0 where there is no such ticket.
 */
export async function hold(ctx: WriteContext, ticket: number): Promise<number> {
  const row = ctx.db.sql.selectFrom('tickets').select('group_id').where('id', '=', ticket)
  const held = await (ctx.db.dialect.name === 'postgres' ? row.forUpdate() : row).executeTakeFirst()
  return held?.group_id ?? 0
}
