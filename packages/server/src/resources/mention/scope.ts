import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { Scope, Slice } from '../../kernel/context.ts'
import { asAgent, seesAllTickets } from '../ticket/scope.ts'

/**
 * Who works on a ticket sees who subscribed to it. Customers do not, and no search or condition tells them, although the
 * ticket is theirs.
 */
const mentionScope: Scope = (ctx, table) => {
  if (seesAllTickets(ctx.actor)) return undefined
  const seen = asAgent(ctx, 'mentioned_ticket')
  if (!seen) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`exists ${dynamic(ctx.db)
    .selectFrom('tickets as mentioned_ticket')
    .select(sql`1`.as('one'))
    .where(sql.ref('mentioned_ticket.id'), '=', sql.ref(`${table}.mentionable_id`))
    .where(seen)}`
}

export const mentionSlice: Slice = { listScope: mentionScope }
