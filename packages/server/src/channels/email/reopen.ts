import { resources } from '@deskbell/contract'
import type { WriteContext } from '../../kernel/context.ts'
import { statesOf } from '../../resources/ticket/related-values.ts'
import { change } from '../../writing/write.ts'

/** Types of states in which agents do not look at a ticket, so that a failed mail would go unnoticed. */
const restingTypes: readonly (string | undefined)[] = ['closed', 'pending reminder', 'pending action']

/** Gives a closed or pending ticket the state for follow-ups, because a mail of an agent was not delivered. */
export async function reopen(ctx: WriteContext, ticket: number): Promise<void> {
  const { stateTypeOf, followUp } = await statesOf(ctx)
  const { state_id } = await ctx.db.sql
    .selectFrom('tickets')
    .select('state_id')
    .where('id', '=', ticket)
    .executeTakeFirstOrThrow()
  if (followUp === undefined || !restingTypes.includes(stateTypeOf(state_id))) return
  await change(ctx, resources.ticket, ticket, { state_id: followUp })
}
