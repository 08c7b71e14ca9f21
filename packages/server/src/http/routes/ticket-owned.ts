import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { unknownId } from '../../kernel/crud.ts'
import { Fault } from '../../errors/fault.ts'
import { actsAs } from '../../resources/ticket/rights.ts'
import { idIn } from '../query.ts'

const { ticket } = resources

/** The id of a ticket that the caller sees as an agent. @throws Fault `not_found`, `forbidden`. */
export async function asAgent(ctx: Context, given: string | undefined): Promise<number> {
  const id = idIn(given ?? '', ticket.model)
  if (actsAs('see', ctx.actor, await owned(ctx, id)) !== 'agent') throw new Fault('forbidden')
  return id
}

/** What rights and follow-ups depend on. @throws Fault `not_found`. */
export async function owned({ db }: Context, id: number) {
  const row = await db.sql
    .selectFrom('tickets')
    .select(['group_id', 'customer_id', 'organization_id', 'state_id', 'close_at', 'last_close_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw unknownId(ticket, id)
  return row
}
