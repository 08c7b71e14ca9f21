import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { relatedTo } from '../conditions.ts'
import { ticketScope } from './scope.ts'

/**
 * Rows whose column holds the id of a ticket that the caller sees, such as links and notifications; undefined for all.
 * @param alias name of the ticket's table in the statement; several in one statement need different names.
 */
export function ofSeenTicket(ctx: Context, column: string, alias = 'seen_ticket'): Expression<SqlBool> | undefined {
  const seen = ticketScope(ctx, alias)
  return seen && relatedTo(ctx, { table: 'tickets', alias, key: column }, seen)
}
