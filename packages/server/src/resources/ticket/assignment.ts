/** Assigns tickets to the agents of a group. */
import { noOwner } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { FieldValues, Unit } from '../../kernel/context.ts'
import type { Assignment } from '../macro/perform.ts'
import { dateOfDesk } from '../../kernel/zone.ts'
import { isAgent } from '../user/is-agent.ts'

/**
 * Returns the agent who gets the ticket: the next in turn or, with `least_busy`, the one with the fewest open tickets in all
 * groups, in turn if several have equally few. Candidates are the active agents with full access to the group who are not out
 * of office. The chosen agent moves to the end of the order.
 * @returns undefined if there is no candidate.
 */
export async function nextOwner(unit: Unit, ticket: FieldValues, method: Assignment): Promise<number | undefined> {
  const group = Number(ticket['group_id'])
  // Locks the group, so that two tickets that arrive at the same time go to two agents.
  await unit.db.dialect.lock('groups', group)?.execute(unit.db.sql)
  const next = await firstCandidate(unit, group, method)
  if (next === undefined) return undefined
  await moveToEnd(unit, group, next)
  return next
}

async function firstCandidate(unit: Unit, group: number, method: Assignment): Promise<number | undefined> {
  const today = await dateOfDesk(unit)
  const { rows } = await sql<{ id: number }>`
    select users.id from users
    left join assignment_turns turns on turns.user_id = users.id and turns.group_id = ${group}
    where users.active = ${sql.lit(true)} and users.id <> ${noOwner} and ${isAgent()}
      and (exists (select 1 from groups_users g
          where g.user_id = users.id and g.group_id = ${group} and g.access = 'full')
        or exists (select 1 from groups_roles g join roles_users u on u.role_id = g.role_id join roles r on r.id = g.role_id
          where u.user_id = users.id and r.active = ${sql.lit(true)} and g.group_id = ${group} and g.access = 'full'))
      and not (users.out_of_office = ${sql.lit(true)}
        and coalesce(users.out_of_office_start_at, ${today}) <= ${today}
        and coalesce(users.out_of_office_end_at, ${today}) >= ${today})
    order by ${sql.join([...(method === 'least_busy' ? [openTickets] : []), sql`coalesce(turns.turn, 0)`, sql`users.id`])}
    limit 1`.execute(unit.db.sql)
  return rows[0]?.id
}

const openTickets = sql`(select count(*) from tickets
  join ticket_states s on s.id = tickets.state_id join ticket_state_types t on t.id = s.state_type_id
  where tickets.owner_id = users.id and t.name not in ('closed', 'merged'))`

/** Moves an agent to the end of the order of a group. */
async function moveToEnd({ db }: Unit, group_id: number, user_id: number): Promise<void> {
  const { last } = await db.sql
    .selectFrom('assignment_turns')
    .select((eb) => eb.fn.max('turn').as('last'))
    .where('group_id', '=', group_id)
    .executeTakeFirstOrThrow()
  const turn = (last ?? 0) + 1
  await dynamic(db)
    .insertInto('assignment_turns')
    .values({ group_id, user_id, turn })
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ turn }))
    .execute()
}
