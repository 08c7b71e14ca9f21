import { expressionBuilder } from 'kysely'
import type { Scope, Slice } from '../../kernel/context.ts'
import { ofSeenTicket } from '../ticket/seen.ts'

/** Selects links between two tickets that the caller sees. */
const linkScope: Scope = (ctx, table) => {
  const source = ofSeenTicket(ctx, `${table}.link_object_source_value`, 'source_ticket')
  const target = ofSeenTicket(ctx, `${table}.link_object_target_value`, 'target_ticket')
  return source && target && expressionBuilder<never>().and([source, target])
}

export const linkScopes: Slice = { listScope: linkScope }
