import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { may, type Scope, type Slice } from '../../kernel/context.ts'
import { either } from '../conditions.ts'
import { ownRecords } from '../scopes.ts'
import { ofSeenTicket } from '../ticket/seen.ts'

/** Kinds of drafts that customers have: they write answers and new tickets. */
export const customerKinds: readonly string[] = ['reply', 'new_ticket']

/** The caller's own drafts, while the caller sees their tickets; notes only as an agent, also with a limited token. */
const draftScope: Scope = (ctx, table) => {
  const all = ownRecords(ctx, table)
  const isForCustomers = sql<SqlBool>`${sql.ref(`${table}.kind`)} in (${sql.join(customerKinds)})`
  const own = all && (may(ctx.actor, 'ticket.agent') ? all : expressionBuilder<never>().and([all, isForCustomers]))
  const seen = ofSeenTicket(ctx, `${table}.ticket_id`)
  if (!own || !seen) return own
  const isNew = sql<SqlBool>`${sql.ref(`${table}.ticket_id`)} is null`
  return expressionBuilder<never>().and([own, either([isNew, seen])])
}

export const draftScopes: Slice = { listScope: draftScope }
