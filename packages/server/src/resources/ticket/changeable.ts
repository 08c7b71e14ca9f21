import { resources } from '@deskbell/contract'
import { Fault } from '../../errors/fault.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { recordOf } from '../../writing/write.ts'
import { actsAs } from './rights.ts'

/**
 * The ticket, when the caller may change it as an agent, seen or not: that is what tags and links ask for (reference,
 * section 6.6).
 * @throws Fault `not_found` and `forbidden`.
 */
export async function changeableTicket(ctx: WriteContext, id: number): Promise<FieldValues> {
  const ticket = await recordOf(ctx, resources.ticket, id)
  if (actsAs('change', ctx.actor, ticket) === 'agent') return ticket
  throw new Fault('forbidden')
}
