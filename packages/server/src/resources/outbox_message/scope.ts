import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { holds, may, type Scope, type Slice } from '../../kernel/context.ts'
import { ownRecords } from '../scopes.ts'
import { limitsOf } from './limits.ts'

/**
 * Selects the caller's own messages. With a token that is limited to the rights of a customer, an agent sees only the
 * messages that were written with the same limits.
 */
const outboxScope: Scope = (ctx, table) => {
  const own = ownRecords(ctx, table)
  const { actor } = ctx
  if (!own || may(actor, 'ticket.agent') || !holds(actor.permissions, 'ticket.agent')) return own
  const limits = JSON.stringify(limitsOf(actor))
  // PostgreSQL writes spaces into JSON; names of permissions have none.
  const isSame = sql<SqlBool>`replace(cast(${sql.ref(`${table}.limits`)} as text), ' ', '') = ${limits}`
  return expressionBuilder<never>().and([own, isSame])
}

export const outboxMessageScopes: Slice = { listScope: outboxScope }
