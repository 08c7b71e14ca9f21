import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Scope, Slice } from '../../kernel/context.ts'
import { either } from '../conditions.ts'
import { ownRecords } from '../scopes.ts'
import { ofSeenTicket } from '../ticket/seen.ts'

/** The caller's own drafts, while the caller sees their tickets. */
const draftScope: Scope = (ctx, table) => {
  const own = ownRecords(ctx, table)
  const seen = ofSeenTicket(ctx, `${table}.ticket_id`)
  if (!own || !seen) return own
  const isNew = sql<SqlBool>`${sql.ref(`${table}.ticket_id`)} is null`
  return expressionBuilder<never>().and([own, either([isNew, seen])])
}

export const draftScopes: Slice = { listScope: draftScope }
