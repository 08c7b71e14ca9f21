import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { ownershipOf } from '../../resources/ticket/reads.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import { idIn } from '../query.ts'

/** Returns the id of a ticket, after checking that the caller sees it as an agent. @throws Fault `not_found`, `forbidden`. */
export async function requireTicketAsAgent(ctx: Context, idText: string | undefined): Promise<number> {
  const id = idIn(idText ?? '', resources.ticket.model)
  if (roleFor('see', ctx.actor, await ownershipOf(ctx.db, id)) !== 'agent') throw new Fault('forbidden')
  return id
}
