import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { may, type Scope, type Slice } from '../../kernel/context.ts'
import { anyOf } from '../conditions.ts'
import { ownRecords } from '../scopes.ts'
import { ofSeenTicket } from '../ticket/seen.ts'

/** Kinds of drafts that customers have: they write answers and new tickets. */
export const customerKinds: readonly string[] = ['reply', 'new_ticket']

/**
 * Selects the caller's own drafts of new tickets and of tickets that the caller sees. Kinds such as notes need the
 * permission `ticket.agent`, which a token of an agent may lack.
 */
const draftScope: Scope = (ctx, table) => {
  const own = ownRecords(ctx, table)
  const isForCustomers = sql<SqlBool>`${sql.ref(`${table}.kind`)} in (${sql.join(customerKinds)})`
  const allowed = own && (may(ctx.actor, 'ticket.agent') ? own : expressionBuilder<never>().and([own, isForCustomers]))
  const seen = ofSeenTicket(ctx, `${table}.ticket_id`)
  if (!allowed || !seen) return allowed
  const isNew = sql<SqlBool>`${sql.ref(`${table}.ticket_id`)} is null`
  return expressionBuilder<never>().and([allowed, anyOf([isNew, seen])])
}

export const draftScopes: Slice = { listScope: draftScope }
