import { type Expression, sql, type SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { dynamic } from '../../db/dynamic.ts'
import { ticketScope } from './scope.ts'

/**
 * Whether a column holds the id of a ticket that the caller sees; undefined where they see all of them. What hangs on a
 * ticket (links, mentions, notifications) is as visible as the ticket.
 * @param name the ticket's table in the statement, to tell several apart.
 */
export function ofSeenTicket(ctx: Context, column: string, name = 'seen_ticket'): Expression<SqlBool> | undefined {
  const seen = ticketScope(ctx, name)
  if (!seen) return undefined
  return sql<SqlBool>`exists ${dynamic(ctx.db)
    .selectFrom(`tickets as ${name}`)
    .select(sql`1`.as('one'))
    .where(sql.ref(`${name}.id`), '=', sql.ref(column))
    .where(seen)}`
}
