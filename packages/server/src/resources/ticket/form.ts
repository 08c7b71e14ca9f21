import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { type Context, may } from '../../kernel/context.ts'
import { offeredGroups } from './related-values.ts'
import { isAgent } from '../user/is-agent.ts'
import { roleFor } from './rights.ts'

/** The ids that the form of a new ticket offers to the caller. */
export interface TicketForm {
  readonly groups: readonly number[]
  readonly states: readonly number[]
  readonly priorities: readonly number[]
  /** Ids of possible owners by group, for agents. */
  readonly owners: ReadonlyMap<number, readonly number[]>
}

/**
 * Returns the choices for a new ticket. Agents choose from the groups in which they may create tickets, customers from those
 * offered to them. The form offers customers no state, priority or owner.
 */
export async function ticketForm(ctx: Context): Promise<TicketForm> {
  const groups = await groupsFor(ctx)
  if (!may(ctx.actor, 'ticket.agent')) return { groups, states: [], priorities: [], owners: new Map() }
  return {
    groups,
    states: await activeStates(ctx),
    priorities: await activePriorities(ctx),
    owners: await ownersOf(ctx, groups),
  }
}

async function activeStates({ db }: Context): Promise<number[]> {
  const states = await db.sql
    .selectFrom('ticket_states')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select('ticket_states.id')
    .where('ticket_states.active', '=', true)
    .where('ticket_state_types.name', '<>', 'merged')
    .orderBy('ticket_states.id')
    .execute()
  return states.map(({ id }) => id)
}

async function activePriorities({ db }: Context): Promise<number[]> {
  const priorities = await db.sql
    .selectFrom('ticket_priorities')
    .select('id')
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return priorities.map(({ id }) => id)
}

/** Returns the active groups in which the caller may create a ticket as an agent, or as a customer to whom the group is offered. */
async function groupsFor({ actor, db }: Context): Promise<number[]> {
  const active = await db.sql.selectFrom('groups').select('id').where('active', '=', true).orderBy('id').execute()
  const offered = new Set((await offeredGroups(db).execute()).map(({ id }) => id))
  return active.flatMap(({ id }) => {
    const role = roleFor('create', actor, { group_id: id, customer_id: actor.id })
    return role === 'agent' || (role === 'customer' && offered.has(id)) ? [id] : []
  })
}

/** Reads the active agents with full access to each of the groups, directly or by a role. */
async function ownersOf({ db }: Context, groups: readonly number[]): Promise<Map<number, number[]>> {
  const owners = new Map<number, number[]>(groups.map((id) => [id, []]))
  const rows = await dynamic(db)
    .selectFrom('users')
    .innerJoin(
      sql<{ group_id: number; user_id: number }>`(select group_id, user_id from groups_users where access = 'full'
        union select g.group_id, u.user_id from groups_roles g join roles_users u on u.role_id = g.role_id
        join roles r on r.id = g.role_id where r.active = ${sql.lit(true)} and g.access = 'full')`.as('full_access'),
      'full_access.user_id',
      'users.id',
    )
    .select(['full_access.group_id', 'users.id'])
    .where('users.active', '=', true)
    .where(isAgent())
    .orderBy('users.id')
    .execute()
  for (const { group_id, id } of rows) owners.get(Number(group_id))?.push(Number(id))
  return owners
}
