/** Reads values of other records that the rules of tickets depend on, in the transaction of the write. */
import { noOwner, type Access } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import { Fault } from '../../errors/fault.ts'
import type { Unit, FieldValues } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { type RelatedValues, type FollowUp, endOfFollowUp } from './changes.ts'
import { isAgent } from '../user/is-agent.ts'

/** The ticket states of the desk. */
export interface States {
  readonly stateTypeOf: RelatedValues['stateTypeOf']
  /**
   * Ids of states: `first` for new tickets, `followUp` for tickets that were answered or reopened (`default_follow_up`), and the
   * first ones of the types `closed` and `merged`.
   */
  readonly first: number | undefined
  readonly followUp: number | undefined
  readonly closed: number | undefined
  readonly merged: number | undefined
}

/** The connection to read from: that of a unit of work or of the desk. */
type ReadConnection = Pick<Unit, 'desk' | 'db'>

/** Reads the ticket states, which administrators can change. */
export async function statesOf(unit: ReadConnection): Promise<States> {
  const run = writeStatement(unit, 'states', () => selectStates(unit))
  const rows = (await run()) as [id: number, type: string, isCreate: unknown, isFollowUp: unknown][]
  const types = new Map(rows.map(([id, type]) => [id, type]))
  const idWhere = (matches: (row: (typeof rows)[number]) => boolean) => rows.find(matches)?.[0]
  return {
    stateTypeOf: (state) => types.get(state),
    first: idWhere(([, , isCreate]) => Boolean(isCreate)),
    followUp: idWhere(([, , , isFollowUp]) => Boolean(isFollowUp)),
    closed: idWhere(([, type]) => type === 'closed'),
    merged: idWhere(([, type]) => type === 'merged'),
  }
}

const selectStates = ({ db }: ReadConnection) =>
  dynamic(db)
    .selectFrom('ticket_states')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select([
      'ticket_states.id',
      'ticket_state_types.name',
      'ticket_states.default_create',
      'ticket_states.default_follow_up',
    ])
    .orderBy('ticket_states.id')

/** Reads the values that the derived columns of a write depend on. @param actsAsAgent true if the caller acts as an agent. */
export async function readRelatedValues(
  unit: Unit,
  before: FieldValues | undefined,
  values: FieldValues,
  actsAsAgent: boolean,
): Promise<RelatedValues> {
  const after = { ...before, ...values }
  const customer = after['customer_id'] as number | undefined
  const newCustomer = customer !== undefined && customer !== before?.['customer_id']
  const namesOrganization = values['organization_id'] !== undefined
  const owner = (after['owner_id'] as number | undefined) ?? noOwner
  const group = after['group_id'] as number
  const [states, priority_id, organizations, ownerHasAccess, follow_up_assignment] = await inParallel([
    statesOf(unit),
    before || values['priority_id'] !== undefined ? undefined : defaultPriority(unit),
    customer !== undefined && (newCustomer || namesOrganization)
      ? organizationsOf(unit, customer, namesOrganization)
      : undefined,
    !before || owner === noOwner || isAgentIn(unit, owner, group, 'full'),
    !before || actsAsAgent || groupOf(unit, group).then((settings) => settings.follow_up_assignment),
  ])
  return {
    now: unit.now,
    stateTypeOf: states.stateTypeOf,
    defaults: { state_id: states.first, priority_id },
    organizations,
    ownerHasAccess,
    actsAsAgent,
    group: { follow_up_assignment },
  }
}

/** Reads the settings of a group for replies to closed tickets. */
export async function groupOf(unit: ReadConnection, id: number): Promise<FollowUp & { follow_up_assignment: boolean }> {
  const run = writeStatement(unit, 'group:follow-up', (input) =>
    dynamic(unit.db)
      .selectFrom('groups')
      .select(['follow_up_possible', 'reopen_time_in_days', 'follow_up_assignment'])
      .where('id', '=', input(0)),
  )
  const [[possible, days, assignment] = []] = await run(id)
  return {
    follow_up_possible: (possible as string | undefined) ?? 'yes',
    reopen_time_in_days: (days as number | null | undefined) ?? null,
    follow_up_assignment: Boolean(assignment),
  }
}

/** Checks that customers may choose a group. @throws Fault `forbidden`. */
export async function checkOffered({ db }: Unit, group: number): Promise<void> {
  const offered = await offeredGroups(db).where('id', '=', group).executeTakeFirst()
  if (!offered) throw new Fault('forbidden')
}

/** Selects the ids of the groups that customers may choose. */
export const offeredGroups = (db: ReadConnection['db']) =>
  db.sql.selectFrom('groups').select('id').where('active', '=', true).where('offered_to_customers', '=', true)

/** Returns true if a customer may still write to a ticket: it is open, or its group allows follow-ups. */
export const canFollowUp = async (base: ReadConnection, ticket: FieldValues, now: string): Promise<boolean> =>
  Date.parse(now) <= (await followUpEnd(base, ticket))

/** Returns the time until which customers may write to a ticket, as `endOfFollowUp` does. */
export async function followUpEnd(base: ReadConnection, ticket: FieldValues): Promise<number> {
  const stateType = (await statesOf(base)).stateTypeOf(ticket['state_id'] as number)
  return stateType === 'closed'
    ? endOfFollowUp(ticket, stateType, await groupOf(base, ticket['group_id'] as number))
    : Infinity
}

/** Checks that customers may still write to a ticket. @throws Fault `invalid` for a closed one. */
export async function checkFollowUp(unit: Unit, ticket: FieldValues): Promise<void> {
  if (await canFollowUp(unit, ticket, unit.now)) return
  throw new Fault('invalid', 'Cannot follow-up on a closed ticket. Please create a new ticket.')
}

/** Returns true if a user is an active agent with a level of access to a group, directly or by a role. */
export async function isAgentIn(unit: Unit, user: number, group: number, level: Access): Promise<boolean> {
  const run = writeStatement(unit, 'agent-in', (input) => {
    const levels = [sql`${input(1)}`, sql`'full'`] as const
    const direct = sql`exists (select 1 from groups_users g where g.user_id = users.id and g.group_id = ${input(0)}
      and g.access in (${sql.join([...levels])}))`
    const byRole = sql`exists (select 1 from groups_roles g join roles_users u on u.role_id = g.role_id
      join roles r on r.id = g.role_id where u.user_id = users.id and r.active = ${sql.lit(true)} and g.group_id = ${input(0)}
      and g.access in (${sql.join([...levels])}))`
    return dynamic(unit.db)
      .selectFrom('users')
      .select('users.id')
      .where('users.id', '=', input(2))
      .where('users.active', '=', sql.lit(true))
      .where(sql<boolean>`(${direct} or ${byRole})`)
      .where(isAgent())
  })
  return (await run(group, level, user)).length > 0
}

/**
 * Returns the ids of a user's organizations, the primary one first; without a primary one there are no others.
 * @param withSecondary true to include secondary ones.
 */
export async function organizationsOf(unit: Unit, user: number, withSecondary: boolean): Promise<number[]> {
  const primary = writeStatement(unit, 'organization:primary', (input) =>
    dynamic(unit.db).selectFrom('users').select('organization_id').where('id', '=', input(0)),
  )
  const [[first] = []] = await primary(user)
  if (first === null || first === undefined) return []
  if (!withSecondary) return [first as number]
  const secondary = writeStatement(unit, 'organization:secondary', (input) =>
    dynamic(unit.db).selectFrom('organizations_users').select('organization_id').where('user_id', '=', input(0)),
  )
  return [first as number, ...(await secondary(user)).map(([id]) => id as number)]
}

async function defaultPriority(unit: Unit): Promise<number | undefined> {
  const run = writeStatement(unit, 'priority:default', () =>
    dynamic(unit.db)
      .selectFrom('ticket_priorities')
      .select('id')
      .where('default_create', '=', sql.lit(true))
      .orderBy('id')
      .limit(1),
  )
  return (await run())[0]?.[0] as number | undefined
}
