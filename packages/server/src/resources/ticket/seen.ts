import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { relatedTo } from '../conditions.ts'
import { ticketScope } from './scope.ts'

/**
 * Selects rows, such as links and notifications, whose column has the id of a ticket that the caller sees; undefined for
 * all rows.
 * @param alias the alias of the tickets table; several conditions in one statement need different ones.
 */
export function ofSeenTicket(ctx: Context, column: string, alias = 'seen_ticket'): Expression<SqlBool> | undefined {
  const seen = ticketScope(ctx, alias)
  return seen && relatedTo(ctx, { table: 'tickets', alias, key: column }, seen)
}
