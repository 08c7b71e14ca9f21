import type { WriteContext } from '../../kernel/context.ts'
import { resources } from '@deskbell/contract'
import { Fault } from '../../errors/fault.ts'
import { lockRecord } from '../../writing/write.ts'
import { type Action, roleFor } from './rights.ts'

/**
 * Locks a ticket until the end of the transaction.
 * @returns the id of its group; 0 if there is no such ticket.
 */
export async function lockTicket(ctx: WriteContext, id: number): Promise<number> {
  await lockRecord(ctx, resources.ticket, id)
  const row = await ctx.db.sql.selectFrom('tickets').select('group_id').where('id', '=', id).executeTakeFirst()
  return row?.group_id ?? 0
}

/** Locks a ticket for a caller who acts on it as an agent. @throws Fault `forbidden` for others. */
export async function lockAsAgent(ctx: WriteContext, id: number, action: Action): Promise<void> {
  const group_id = await lockTicket(ctx, id)
  if (roleFor(action, ctx.actor, { group_id }) !== 'agent') throw new Fault('forbidden')
}
