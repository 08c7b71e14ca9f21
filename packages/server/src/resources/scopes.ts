/** Scopes that several resources share. */
import type { Permission } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import { type Actor, may, type Scope } from '../kernel/context.ts'
import { anyOf, linkedToNoneOr, noRows, relatedTo } from './conditions.ts'
import { seenCondition, seesAllTickets } from './ticket/rights.ts'

/** Returns a scope of all rows for callers with one of the permissions, and of none for others. */
export const forPermission =
  (...permissions: readonly Permission[]): Scope =>
  ({ actor }) =>
    may(actor, ...permissions) ? undefined : noRows

/** Selects the records that the caller has created, for personal resources. */
export const ownRecords: Scope = ({ actor }, table) => sql<SqlBool>`${sql.ref(`${table}.created_by_id`)} = ${actor.id}`

/**
 * Returns a scope for tools of agents, such as macros. It selects tools without groups, and those of groups that the caller
 * has access to; administrators see all.
 * @param link the table that links the tools with groups.
 * @param near its column with the id of the tool.
 * @param admin the permission of administrators.
 */
export const forGroups =
  (link: string, near: string, admin: Permission): Scope =>
  (ctx, table) => {
    if (may(ctx.actor, admin)) return undefined
    if (!may(ctx.actor, 'ticket.agent')) return noRows
    return linkedToNoneOr(ctx, table, { link, near, far: 'group_id', ids: accessibleGroups(ctx.actor) })
  }

/** Returns the ids of the groups that an actor has any level of access to. */
export const accessibleGroups = ({ groups }: Actor): number[] => [...new Set(Object.values(groups).flat())]

/**
 * Returns a scope for records of a ticket that its customer does not see, such as checklists and accounted time.
 * @param alsoFor permissions whose holders see these records of all tickets.
 */
export const forAgentsOfTicket =
  (...alsoFor: readonly Permission[]): Scope =>
  (ctx, table) => {
    if (seesAllTickets(ctx.actor) || (alsoFor.length > 0 && may(ctx.actor, ...alsoFor))) return undefined
    const seen = anyOf([seenCondition(ctx, 'agent', 'its_ticket')])
    return relatedTo(ctx, { table: 'tickets', alias: 'its_ticket', key: `${table}.ticket_id` }, seen)
  }
