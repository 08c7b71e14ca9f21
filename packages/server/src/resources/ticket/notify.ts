/** Selects the agents who are notified of events of a ticket, on the page and by mail. */
import { noOwner, type NotificationReason, type NotificationType } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { subscribe } from '../mention/actions.ts'
import { notify } from '../online_notification/actions.ts'
import { queueMails, type WaitingNotification } from '../online_notification/mails.ts'
import { wantedChannels, wantsMailOf } from '../user/notification-preferences.ts'
import { replacementOf } from '../user/absence.ts'
import { preferencesOf } from '../user/preferences.ts'
import { isAgent, isAgentIn } from './facts.ts'

/**
 * Notifies the agents of a ticket, according to their preferences: its owner, who replaces an absent owner, subscribers, and those
 * with full access to its group. The author of the change is not notified.
 */
export async function notifyAgents(ctx: WriteContext, ticket: number, type: NotificationType): Promise<void> {
  if (ctx.source?.isSilent) return
  const place = await placeOf(ctx, ticket)
  const others = (await candidates(ctx, ticket, place)).filter(({ id }) => id !== ctx.by)
  const wanted = others.map(({ id, preferences, isSubscriber }) => ({
    user: id,
    ...wantedChannels(preferences, type, reasonsFor(id, place, isSubscriber), place.group),
  }))
  const users = wanted.flatMap(({ user, online }) => (online ? [user] : []))
  const mails = wanted.flatMap(({ user, email, reason: wish }): WaitingNotification[] => {
    const reason = wish === 'owned_by_me' && user !== place.owner ? 'replacement' : wish
    return email ? [{ user, ticket, type, reason }] : []
  })
  await inParallel([notify(ctx, { users, ticket, type }), queueMails(ctx, mails)])
}

/** Subscribes and notifies the users mentioned in a text; those who cannot read the group as agents are ignored. */
export async function subscribeMentioned(ctx: WriteContext, ticket: number, users: readonly number[]): Promise<void> {
  if (users.length === 0) return
  const { group } = await placeOf(ctx, ticket)
  for (const user of users) {
    if (!(await isAgentIn(ctx, user, group, 'read'))) continue
    await subscribe(ctx, ticket, user)
    if (user !== ctx.by) await notifyMentioned(ctx, ticket, user)
  }
}

/** Notifies an agent who is mentioned in a text, whatever their preferences say about other changes. */
async function notifyMentioned(ctx: WriteContext, ticket: number, user: number): Promise<void> {
  await notify(ctx, { users: [user], ticket, type: 'update.mention' })
  if (wantsMailOf(await preferencesOf(ctx, user), 'update')) {
    await queueMails(ctx, [{ user, ticket, type: 'update.mention', reason: 'mentioned' }])
  }
}

interface Place {
  readonly owner: number
  /** The user who replaces the owner today. */
  readonly replacement: number | undefined
  readonly group: number
}

async function placeOf(ctx: WriteContext, ticket: number): Promise<Place> {
  const run = writeStatement(ctx, 'ticket:owner and group', (input) =>
    dynamic(ctx.db).selectFrom('tickets').select(['owner_id', 'group_id']).where('id', '=', input(0)),
  )
  const [[owner, group] = [noOwner, 0]] = (await run(ticket)) as [number, number][]
  return { owner, group, replacement: owner === noOwner ? undefined : await replacementOf(ctx, owner) }
}

interface Candidate {
  readonly id: number
  readonly preferences: unknown
  readonly isSubscriber: boolean
}

/** Active agents who can read the group and own the ticket, replace its owner or have subscribed to it, and those with full access. */
async function candidates(ctx: WriteContext, ticket: number, place: Place): Promise<Candidate[]> {
  const run = writeStatement(ctx, 'ticket:agents to notify', (input) => {
    const [of, owner, replacement, about] = [input<number>(0), input<number>(1), input<number>(2), input<number>(3)]
    const subscribers = sql`select m.user_id from mentions m where m.mentionable_id = ${about}`
    const concerned = (user: string) =>
      sql`(g.access = 'full' or (g.access = 'read' and (${sql.ref(user)} in (${owner}, ${replacement}) or ${sql.ref(user)} in (${subscribers}))))`
    return dynamic(ctx.db)
      .selectFrom('users')
      .select(['users.id', 'users.preferences', sql<boolean>`users.id in (${subscribers})`.as('is_subscriber')])
      .where('users.active', '=', sql.lit(true))
      .where('users.id', '<>', sql.lit(noOwner))
      .where(
        sql<boolean>`users.id in (
          select g.user_id from groups_users g where g.group_id = ${of} and ${concerned('g.user_id')}
          union select u.user_id from groups_roles g join roles_users u on u.role_id = g.role_id join roles r on r.id = g.role_id
          where g.group_id = ${of} and r.active = ${sql.lit(true)} and ${concerned('u.user_id')})`,
      )
      .where(isAgent('users'))
      .orderBy('users.id')
  })
  const rows = (await run(place.group, place.owner, place.replacement ?? place.owner, ticket)) as [
    number,
    unknown,
    unknown,
  ][]
  return rows.map(([id, preferences, subscriber]) => ({ id, preferences, isSubscriber: Boolean(subscriber) }))
}

/** The reasons why a ticket concerns an agent, the most specific first. */
function reasonsFor(agent: number, { owner, replacement }: Place, isSubscriber: boolean): NotificationReason[] {
  if (agent === owner || agent === replacement) return ['owned_by_me', 'no']
  const reasons: NotificationReason[] = isSubscriber ? ['subscribed'] : []
  return owner === noOwner ? [...reasons, 'owned_by_nobody', 'no'] : [...reasons, 'no']
}
