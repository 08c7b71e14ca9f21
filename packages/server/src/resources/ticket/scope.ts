import { resources } from '@deskbell/contract'
import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  type Actor,
  type Context,
  effective,
  may,
  type Scope,
  type Slice,
  type SearchView,
} from '../../kernel/context.ts'
import { ticketRules } from './rules.ts'
import { seenAs } from './rights.ts'

/**
 * Which tickets a caller sees (reference, section 6.4): agents those of the groups they may read; customers their own
 * and those of organizations that share. Whoever is both sees both; whoever is neither sees none.
 */
export const ticketScope: Scope = (ctx, table, use) => {
  if (seesAllTickets(ctx.actor)) return undefined
  return either([asAgent(ctx, table, use), asCustomer(ctx, table)])
}

/** The tickets a caller sees as an agent, internal articles included. */
export const asAgent = (ctx: Context, table: string, use?: 'filter'): Expression<SqlBool> | undefined =>
  anyOf(seenAs(ctx, 'agent', table, use))

/** The tickets a caller sees as a customer, without what is internal. */
export const asCustomer = (ctx: Context, table: string): Expression<SqlBool> | undefined =>
  anyOf(seenAs(ctx, 'customer', table))

const anyOf = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> | undefined =>
  conditions.length > 1 ? either(conditions) : conditions[0]

export const seesAllTickets = (actor: Actor): boolean => may(actor, 'ticket.agent') && actor.readsAllGroups

/** Custom fields that are not for customers, only in the tickets that the caller sees as an agent. */
const staffScope: Scope = (ctx, table) =>
  seesAllTickets(ctx.actor) ? undefined : (asAgent(ctx, table) ?? sql<SqlBool>`1 = 0`)

/** The plain answer has no `*_ids` (reference, section 2.3, exception 1). */
export const ticketSlice: Slice = {
  listScope: ticketScope,
  staffScope,
  plain: 'columns',
  searchViews,
  columns: (ctx, table) => {
    const articles = articleCount(ctx, table)
    return articles ? { article_count: articles } : {}
  },
  rules: ticketRules,
}

/** Customers count the articles that they may read; undefined where the caller reads all of them. */
function articleCount(ctx: Context, table: string): RawBuilder<unknown> | undefined {
  if (seesAllTickets(ctx.actor) || !may(ctx.actor, 'ticket.customer')) return undefined
  const count = sql.ref(`${table}.article_count`)
  const open = sql`${count} - ${sql.ref(`${table}.internal_article_count`)}`
  const agent = asAgent(ctx, table)
  return agent ? sql`case when ${agent} then ${count} else ${open} end` : open
}

/** As an agent one finds tickets by everything, as a customer not by internal articles. */
function searchViews(ctx: Context, table: string): SearchView[] {
  if (seesAllTickets(ctx.actor)) return [{ rows: undefined, sees: () => true }]
  const agent = asAgent(ctx, table, 'filter')
  const customer = asCustomer(ctx, table)
  const of = { customer_id: [ctx.actor.id], organization_id: ctx.actor.sharedOrganizations }
  const isCustom = (column: string) => effective(ctx, resources.ticket).fields[column]?.custom !== undefined
  return [
    ...(agent ? [{ rows: agent, of: { group_id: ctx.actor.groups.read }, sees: () => true }] : []),
    ...(customer
      ? [{ rows: customer, of, sees: (column: string) => isCustom(column) || !column.startsWith('internal_') }]
      : []),
  ]
}

/** One of the conditions, never without one: nothing to choose from means no row. */
export function either(conditions: readonly (Expression<SqlBool> | undefined)[]): Expression<SqlBool> {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql<SqlBool>`1 = 0` : expressionBuilder<never>().or(given)
}
