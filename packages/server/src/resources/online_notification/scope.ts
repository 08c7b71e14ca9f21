import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Scope, Slice } from '../../kernel/context.ts'
import { ofSeenTicket } from '../ticket/seen.ts'

/** Selects the caller's own notifications, as long as the caller sees the ticket. */
const notificationScope: Scope = (ctx, table) => {
  const own = sql<SqlBool>`${sql.ref(`${table}.user_id`)} = ${ctx.actor.id}`
  const seen = ofSeenTicket(ctx, `${table}.o_id`)
  return seen ? expressionBuilder<never>().and([own, seen]) : own
}

export const notificationScopes: Slice = { listScope: notificationScope }
