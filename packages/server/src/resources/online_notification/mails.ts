/** Stores notifications until a mail contains them. */
import type { NotificationReason, NotificationType } from '@deskbell/contract'
import type { FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { enqueueAll } from '../../tasks/tasks.ts'
import { insertRows } from '../../writing/unit-of-work.ts'
import { serviceSender } from '../channel/service-sender.ts'

/** The kind of the tasks that send notifications. */
export const notificationTaskKind = 'send_notifications'

/** Milliseconds for which the notifications of a user about a ticket are collected into one mail. */
const DELAY = 60_000

/** A notification that waits for its mail. */
export interface WaitingNotification {
  readonly user: number
  readonly ticket: number
  readonly type: NotificationType
  /** Why the user is notified. `replacement`: the user replaces the owner of the ticket, who is absent. */
  readonly reason: NotificationReason | 'mentioned' | 'replacement'
}

/**
 * Stores notifications and the tasks that send them, in the transaction of the change. The first task of a user and a ticket
 * sends all notifications that wait by then, and the other tasks find nothing to do. On a desk that sends no mail, nothing
 * is stored.
 */
export async function queueMails(ctx: WriteContext, waiting: readonly WaitingNotification[]): Promise<void> {
  const sender = waiting.length === 0 ? undefined : await serviceSender(ctx)
  if (!sender) return
  const rows = waiting.map(({ user, ticket, type, reason }) => ({
    user_id: user,
    ticket_id: ticket,
    type,
    reason,
    task_id: null,
    created_at: ctx.now,
  }))
  await insertRows(ctx, 'waiting_notifications', rows)
  const due = new Date(Date.parse(ctx.now) + DELAY).toISOString()
  const common = { kind: notificationTaskKind, lane: sender.channel, due }
  await enqueueAll(
    ctx,
    rows.map(({ user_id, ticket_id }) => ({ ...common, payload: { user_id, ticket_id } })),
  )
}

/** Assigns the waiting notifications of a user about a ticket to a task. @returns the notifications of the task, oldest first. */
export async function claimNotifications(
  { db }: Unit,
  { id, payload }: { readonly id: number; readonly payload: FieldValues },
): Promise<(Pick<WaitingNotification, 'type' | 'reason'> & { readonly at: string })[]> {
  await db.sql
    .updateTable('waiting_notifications')
    .set({ task_id: id })
    .where('user_id', '=', Number(payload['user_id']))
    .where('ticket_id', '=', Number(payload['ticket_id']))
    .where('task_id', 'is', null)
    .execute()
  const rows = await db.sql
    .selectFrom('waiting_notifications')
    .select(['type', 'reason', 'created_at'])
    .where('task_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ type, reason, created_at }) => ({
    type: type as NotificationType,
    reason: reason as WaitingNotification['reason'],
    at: created_at,
  }))
}

/** Deletes the notifications of a task that has ended. */
export const deleteClaimed = ({ db }: Pick<Unit, 'db'>, task: number): Promise<unknown> =>
  db.sql.deleteFrom('waiting_notifications').where('task_id', '=', task).execute()
