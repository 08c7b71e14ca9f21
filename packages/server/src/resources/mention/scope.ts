import type { Scope, Slice } from '../../kernel/context.ts'
import { anyOf, relatedTo } from '../conditions.ts'
import { seenCondition, seesAllTickets } from '../ticket/rights.ts'

/** Selects subscriptions to the tickets that the caller sees as an agent. Customers see none, not even of their own tickets. */
const mentionScope: Scope = (ctx, table) => {
  if (seesAllTickets(ctx.actor)) return undefined
  const seen = anyOf([seenCondition(ctx, 'agent', 'its_ticket')])
  return relatedTo(ctx, { table: 'tickets', alias: 'its_ticket', key: `${table}.mentionable_id` }, seen)
}

export const mentionScopes: Slice = { listScope: mentionScope }
