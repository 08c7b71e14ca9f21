import { resources } from '@deskbell/contract'
import { Fault } from '../../errors/fault.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { recordOf } from '../../writing/write.ts'
import { roleFor } from './rights.ts'

/**
 * Returns a ticket that the caller may change as an agent. The right to read it is not required, because agents may also
 * change the tags and links of tickets that they cannot read.
 * @throws Fault `not_found` and `forbidden`.
 */
export async function changeableTicket(ctx: WriteContext, id: number): Promise<FieldValues> {
  const ticket = await recordOf(ctx, resources.ticket, id)
  if (roleFor('change', ctx.actor, ticket) === 'agent') return ticket
  throw new Fault('forbidden')
}
