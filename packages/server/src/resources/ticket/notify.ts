/** Selects the agents who are notified of events of a ticket, in the web interface and by mail. */
import { noOwner, type NotificationReason, type NotificationType } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { subscribe } from '../mention/actions.ts'
import { notify } from '../online_notification/actions.ts'
import { queueMails, type WaitingNotification } from '../online_notification/mails.ts'
import { wantedChannels, wantsMailOf } from '../user/notification-preferences.ts'
import { replacementOf } from '../user/absence.ts'
import { preferencesOf } from '../user/preferences.ts'
import { isAgentIn } from './related-values.ts'
import { isAgent } from '../user/is-agent.ts'

/**
 * Notifies agents of an event on a ticket, according to their preferences: the owner, the replacement of an absent owner,
 * subscribers, and agents with full access to the group. The author of the change is not notified; changes by a silent
 * rule or macro notify no user.
 * @param row the columns of the ticket, if they are known; they are read otherwise.
 */
export async function notifyAgents(
  ctx: WriteContext,
  ticket: number,
  type: NotificationType,
  row?: FieldValues,
): Promise<void> {
  if (ctx.source?.isSilent) return
  const assignment = await (row ? assignmentIn(ctx, row) : assignmentOf(ctx, ticket))
  const others = (await findCandidates(ctx, ticket, assignment)).filter(({ id }) => id !== ctx.by)
  const notifications = others.map(({ id, preferences, isSubscriber }) => ({
    user: id,
    ...wantedChannels(preferences, type, reasonsFor(id, assignment, isSubscriber), assignment.group),
  }))
  const users = notifications.flatMap(({ user, online }) => (online ? [user] : []))
  const mails = notifications.flatMap(({ user, email, reason: preferred }): WaitingNotification[] => {
    const reason = preferred === 'owned_by_me' && user !== assignment.owner ? 'replacement' : preferred
    return email ? [{ user, ticket, type, reason }] : []
  })
  await inParallel([notify(ctx, { users, ticket, type }), queueMails(ctx, mails)])
}

/** Subscribes and notifies the users who are mentioned in a text. Users who cannot read the group as agents are ignored. */
export async function subscribeMentioned(ctx: WriteContext, ticket: number, users: readonly number[]): Promise<void> {
  if (users.length === 0) return
  const { group } = await assignmentOf(ctx, ticket)
  for (const user of users) {
    if (!(await isAgentIn(ctx, user, group, 'read'))) continue
    await subscribe(ctx, ticket, user)
    if (user !== ctx.by) await notifyMentioned(ctx, ticket, user)
  }
}

/** Notifies an agent who is mentioned in a text: always in the web interface, and by mail if the agent wants mails of updates. */
async function notifyMentioned(ctx: WriteContext, ticket: number, user: number): Promise<void> {
  await notify(ctx, { users: [user], ticket, type: 'update.mention' })
  if (wantsMailOf(await preferencesOf(ctx, user), 'update')) {
    await queueMails(ctx, [{ user, ticket, type: 'update.mention', reason: 'mentioned' }])
  }
}

/** The owner and the group of a ticket. */
interface TicketAssignment {
  readonly owner: number
  /** The user who replaces the owner today. */
  readonly replacement: number | undefined
  readonly group: number
}

async function assignmentOf(ctx: WriteContext, ticket: number): Promise<TicketAssignment> {
  const run = writeStatement(ctx, 'ticket:owner and group', (input) =>
    dynamic(ctx.db).selectFrom('tickets').select(['owner_id', 'group_id']).where('id', '=', input(0)),
  )
  const [[owner, group] = [noOwner, 0]] = (await run(ticket)) as [number, number][]
  return assignmentIn(ctx, { owner_id: owner, group_id: group })
}

async function assignmentIn(ctx: WriteContext, { owner_id, group_id }: FieldValues): Promise<TicketAssignment> {
  const [owner, group] = [owner_id as number, group_id as number]
  return { owner, group, replacement: owner === noOwner ? undefined : await replacementOf(ctx, owner) }
}

interface Candidate {
  readonly id: number
  readonly preferences: unknown
  readonly isSubscriber: boolean
}

/**
 * Returns the active agents with full access to the group, and those who can read it and own the ticket, replace its owner
 * or have subscribed to it.
 */
async function findCandidates(ctx: WriteContext, ticket: number, assignment: TicketAssignment): Promise<Candidate[]> {
  const run = writeStatement(ctx, 'ticket:agents to notify', (input) => {
    const [groupId, owner, replacement, ticketId] = [
      input<number>(0),
      input<number>(1),
      input<number>(2),
      input<number>(3),
    ]
    const subscribers = sql`select m.user_id from mentions m where m.mentionable_id = ${ticketId}`
    const isConcerned = (user: string) =>
      sql`(g.access = 'full' or (g.access = 'read' and (${sql.ref(user)} in (${owner}, ${replacement}) or ${sql.ref(user)} in (${subscribers}))))`
    return dynamic(ctx.db)
      .selectFrom('users')
      .select(['users.id', 'users.preferences', sql<boolean>`users.id in (${subscribers})`.as('is_subscriber')])
      .where('users.active', '=', sql.lit(true))
      .where('users.id', '<>', sql.lit(noOwner))
      .where(
        sql<boolean>`users.id in (
          select g.user_id from groups_users g where g.group_id = ${groupId} and ${isConcerned('g.user_id')}
          union select u.user_id from groups_roles g join roles_users u on u.role_id = g.role_id join roles r on r.id = g.role_id
          where g.group_id = ${groupId} and r.active = ${sql.lit(true)} and ${isConcerned('u.user_id')})`,
      )
      .where(isAgent())
      .orderBy('users.id')
  })
  const rows = (await run(assignment.group, assignment.owner, assignment.replacement ?? assignment.owner, ticket)) as [
    number,
    unknown,
    unknown,
  ][]
  return rows.map(([id, preferences, subscriber]) => ({ id, preferences, isSubscriber: Boolean(subscriber) }))
}

/** Returns the reasons why a ticket concerns an agent, the most specific one first. `no` applies to every ticket. */
function reasonsFor(
  agent: number,
  { owner, replacement }: TicketAssignment,
  isSubscriber: boolean,
): NotificationReason[] {
  if (agent === owner || agent === replacement) return ['owned_by_me', 'no']
  const reasons: NotificationReason[] = isSubscriber ? ['subscribed'] : []
  return owner === noOwner ? [...reasons, 'owned_by_nobody', 'no'] : [...reasons, 'no']
}
