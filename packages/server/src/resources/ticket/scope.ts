import { resources } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Context, effective, may, type Scope, type SearchView, type Slice } from '../../kernel/context.ts'
import { anyOf, noRows } from '../conditions.ts'
import { type ActingRole, grantsOf, seenCondition, seesAllTickets } from './rights.ts'

/** Selects the tickets that a caller sees as an agent or as a customer; a caller may be both. */
export const ticketScope: Scope = (ctx, table, use) => {
  if (seesAllTickets(ctx.actor)) return undefined
  return anyOf([seenCondition(ctx, 'agent', table, use), seenCondition(ctx, 'customer', table)])
}

const staffScope: Scope = (ctx, table) =>
  seesAllTickets(ctx.actor) ? undefined : (seenCondition(ctx, 'agent', table) ?? noRows)

/** The slice of tickets. A plain ticket that is read by id or in a list has no keys `*_ids`: see docs/decisions/oddities.md. */
export const ticketScopes: Slice = {
  listScope: ticketScope,
  staffScope,
  plain: 'columns',
  searchViews,
  columns: (ctx, table) => {
    const articles = articleCount(ctx, table)
    return articles ? { article_count: articles } : {}
  },
}

/** Returns the number of articles that the caller may read, as SQL; undefined if the caller reads all of them. */
function articleCount(ctx: Context, table: string): RawBuilder<unknown> | undefined {
  if (seesAllTickets(ctx.actor) || !may(ctx.actor, 'ticket.customer')) return undefined
  const count = sql.ref(`${table}.article_count`)
  const publicArticles = sql`${count} - ${sql.ref(`${table}.internal_article_count`)}`
  const agent = seenCondition(ctx, 'agent', table)
  return agent ? sql`case when ${agent} then ${count} else ${publicArticles} end` : publicArticles
}

/** Returns the views for searches: agents search all columns, but customers do not search internal articles. */
function searchViews(ctx: Context, table: string): SearchView[] {
  if (seesAllTickets(ctx.actor)) return [{ rows: undefined, sees: () => true }]
  const agent = seenCondition(ctx, 'agent', table, 'filter')
  const customer = seenCondition(ctx, 'customer', table)
  // The name of a custom field may begin with `internal_`, too.
  const isCustom = (column: string) => effective(ctx, resources.ticket).fields[column]?.custom !== undefined
  const isPublic = (column: string) => isCustom(column) || !column.startsWith('internal_')
  return [
    ...(agent ? [{ rows: agent, of: idsSeenAs(ctx, 'agent'), sees: () => true }] : []),
    ...(customer ? [{ rows: customer, of: idsSeenAs(ctx, 'customer'), sees: isPublic }] : []),
  ]
}

/** Returns the ids, by column, of which a ticket must have at least one so that the caller sees it in a role. */
const idsSeenAs = ({ actor }: Context, role: ActingRole): Record<string, readonly number[]> =>
  Object.fromEntries(
    grantsOf('see', actor).flatMap((grant) => (grant.role === role ? [[grant.column, grant.ids]] : [])),
  )
