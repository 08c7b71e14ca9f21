/** Changes tickets at certain times: sets the next state of pending tickets, and removes the owner of idle ones. */
import { noOwner, resources } from '@deskbell/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Unit, WriteContext } from '../kernel/context.ts'
import { change, recordOf } from '../writing/write.ts'
import { type DueWork, unindexed } from './due-tickets.ts'
import { type ReadRules, ruleContext } from './rules.ts'

/** Returns the work that sets the next state of tickets at their pending time, such as `closed` after `pending close`. */
export const pendingWork = (readRules: ReadRules): DueWork => ({
  failureLog: 'could not change the state of a pending ticket',
  async find({ database, now }, after, max) {
    const rows = await duePendingTickets(database.sql, now().toISOString())
      .select('tickets.id')
      .where(unindexed(database, 'id'), '>', after)
      .orderBy(unindexed(database, 'id'))
      .limit(max)
      .execute()
    return rows.map(({ id }) => id)
  },
  async act(unit, id) {
    const due = await duePendingTickets(unit.db.sql, unit.now)
      .select('ticket_states.next_state_id')
      .where('tickets.id', '=', id)
      .executeTakeFirst()
    if (!due) return
    const ctx = ruleContext(unit, await readRules(unit))
    await change(ctx, resources.ticket, id, { state_id: due.next_state_id })
  },
})

const duePendingTickets = (db: Kysely<Tables>, now: string) =>
  db
    .selectFrom('tickets')
    .innerJoin('ticket_states', 'ticket_states.id', 'tickets.state_id')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .where('ticket_state_types.name', '=', 'pending action')
    .where('ticket_states.next_state_id', 'is not', null)
    .where('tickets.pending_time', '<=', now)

/** In milliseconds. */
const MINUTE = 60_000

/**
 * Returns the work that removes the owner of new and open tickets that have not changed for the `assignment_timeout` of their
 * group.
 */
export const unassignWork = (readRules: ReadRules): DueWork => ({
  failureLog: 'could not remove the owner of an idle ticket',
  async find({ database: { sql: db }, now }, after, max) {
    const groups = await db
      .selectFrom('groups')
      .select(['id', 'assignment_timeout'])
      .where('assignment_timeout', '>', 0)
      .execute()
    const ids: number[] = []
    for (const { id: group, assignment_timeout } of groups) {
      const before = new Date(now().getTime() - (assignment_timeout ?? 0) * MINUTE).toISOString()
      ids.push(...(await idleIn(db, { group, before }, after, max)))
    }
    return ids.toSorted((a, b) => a - b).slice(0, max)
  },
  async act(unit, id) {
    const ctx = ruleContext(unit, await readRules(unit))
    const isOwned = await ownedTickets(unit.db.sql).select('tickets.id').where('tickets.id', '=', id).executeTakeFirst()
    if (isOwned && (await isIdle(ctx, id))) await change(ctx, resources.ticket, id, { owner_id: noOwner })
  },
})

async function isIdle(ctx: WriteContext, id: number): Promise<boolean> {
  const row = await recordOf(ctx, resources.ticket, id)
  const group = await recordOf(ctx, resources.group, row['group_id'] as number)
  const timeout = Number(group['assignment_timeout'] ?? 0) * MINUTE
  return timeout > 0 && Date.parse(row['updated_at'] as string) <= Date.parse(ctx.now) - timeout
}

const ownedTickets = (db: Kysely<Tables>) =>
  db.selectFrom('tickets').where('tickets.state_id', 'in', openStates(db)).where('tickets.owner_id', '<>', noOwner)

const openStates = (db: Kysely<Tables>) =>
  db
    .selectFrom('ticket_states')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select('ticket_states.id')
    .where('ticket_state_types.name', 'in', ['new', 'open'])

/** Returns the owned tickets of a group that have not changed since a time. */
async function idleIn(
  db: Unit['db']['sql'],
  { group, before }: { readonly group: number; readonly before: string },
  after: number,
  max: number,
): Promise<number[]> {
  const rows = await ownedTickets(db)
    .select('tickets.id')
    .where('tickets.group_id', '=', group)
    .where('tickets.updated_at', '<=', before)
    .where('tickets.id', '>', after)
    .orderBy('tickets.id')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}
