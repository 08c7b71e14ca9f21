import type { Access, Permission } from '@deskbell/contract'
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { type Actor, type Context, may, type Scope, type WriteContext } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { hold } from './hold.ts'
import { asAgent, either, seesAllTickets } from './ticket/scope.ts'

/** Scopes that several resources share. */

export const noRows = sql<SqlBool>`1 = 0`

/** Every row for whoever holds one of the permissions, none for others. */
export const holders =
  (...anyOf: readonly Permission[]): Scope =>
  ({ actor }) =>
    may(actor, ...anyOf) ? undefined : noRows

/**
 * Tools of agents: those that name no group, and those of the groups one has access to; administrators see all.
 * @param pairs the table between the tool and its groups.
 */
export const ofGroups =
  (pairs: string, near: string, admin: Permission): Scope =>
  (ctx, table) => {
    if (may(ctx.actor, admin)) return undefined
    if (!may(ctx.actor, 'ticket.agent')) return noRows
    return namesNoneOr(ctx, table, { pairs, near, far: 'group_id', ids: accessible(ctx.actor) })
  }

/** Rows that are paired with nothing, or with one of the ids. */
export function namesNoneOr(
  { db }: Context,
  table: string,
  { pairs, near, far, ids }: { pairs: string; near: string; far: string; ids: readonly number[] },
): Expression<SqlBool> {
  const id = sql.ref(`${table}.id`)
  const named = dynamic(db).selectFrom(pairs).select(near)
  const one = named.where(db.dialect.among(sql.ref(`${pairs}.${far}`), sql.val(`[${ids.join()}]`)))
  return expressionBuilder<never>().or([sql<SqlBool>`${id} not in ${named}`, sql<SqlBool>`${id} in ${one}`])
}

/** The groups an actor has access to at any level. */
export const accessible = ({ groups }: Actor): number[] => [...new Set(Object.values(groups).flat())]

/** What agents keep beside a ticket: for those who see the ticket as agents, and for whoever else may see all of it. */
export const besideTicket =
  (...alsoFor: readonly Permission[]): Scope =>
  (ctx, table) => {
    if (seesAllTickets(ctx.actor) || (alsoFor.length > 0 && may(ctx.actor, ...alsoFor))) return undefined
    return sql<SqlBool>`exists ${dynamic(ctx.db)
      .selectFrom('tickets as its_ticket')
      .select(sql`1`.as('one'))
      .where(sql.ref('its_ticket.id'), '=', sql.ref(`${table}.ticket_id`))
      .where(either([asAgent(ctx, 'its_ticket')]))}`
  }

/** @throws Fault `forbidden` where the caller has none of the levels of access to the ticket as an agent. */
export async function workOn(ctx: WriteContext, ticket: number, ...anyOf: readonly Access[]): Promise<void> {
  const group = await hold(ctx, ticket)
  const has = anyOf.some((access) => ctx.actor.groups[access].includes(group))
  if (!may(ctx.actor, 'ticket.agent') || !has) throw new Fault('forbidden')
}
