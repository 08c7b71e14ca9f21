import { notificationTypes, type NotificationType } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import type { Unit } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { insertAll } from '../../writing/unit-of-work.ts'

/** Returns the id of a notification type. */
export const typeLookup = (type: NotificationType): number => notificationTypes.indexOf(type) + 1

/** Returns the notification type with an id. */
export const typeOfLookup = (id: number): NotificationType | undefined => notificationTypes[id - 1]

/** Notifies users of an event on a ticket. @returns the ids of the notifications. */
export async function notify(
  unit: Unit,
  event: { readonly users: readonly number[]; readonly ticket: number; readonly type: NotificationType },
): Promise<number[]> {
  const { users, ticket, type } = event
  if (users.length === 0) return []
  const common = { o_id: ticket, type_lookup_id: typeLookup(type) }
  const notifications = users.map((user_id) => ({ ...common, user_id }))
  const [, ids] = await inParallel([purgeExpired(unit, users), insertAll(unit, 'online_notification', notifications)])
  return ids
}

/** Deletes the notifications about a ticket. */
export async function deleteNotifications({ db }: Unit, ticket: number): Promise<void> {
  await db.sql.deleteFrom('online_notifications').where('o_id', '=', ticket).execute()
}

/** Marks all notifications of a user as seen. */
export async function markAllAsSeen(unit: Unit, user: number): Promise<void> {
  await purgeExpired(unit, [user])
  await unit.db.sql
    .updateTable('online_notifications')
    .set({ seen: true, updated_at: unit.now, updated_by_id: unit.by })
    .where('user_id', '=', user)
    .where('seen', '=', false)
    .execute()
}

const MINUTE = 60_000

/**
 * Milliseconds after which notifications expire: after their user has seen them, after somebody else has marked them as seen,
 * and in any case after their creation (274 days are nine months).
 */
const retention = { seen: 10 * MINUTE, seenByOthers: 8 * 60 * MINUTE, any: 274 * 24 * 60 * MINUTE }

/**
 * Deletes expired notifications: those that these users have seen, and older ones of all users. It is called whenever
 * notifications are created or marked, so that no scheduled job is needed.
 */
export async function purgeExpired(unit: Unit, users: readonly number[]): Promise<void> {
  const deleteRows = () => dynamic(unit.db).deleteFrom('online_notifications')
  const seen = writeStatement(unit, 'notifications:seen', (input) =>
    deleteRows()
      .where((eb) => unit.db.dialect.among(eb.ref('user_id'), input(0)))
      .where('seen', '=', sql.lit(true))
      .where('updated_at', '<', input(1))
      .whereRef('updated_by_id', '=', 'user_id'),
  )
  const seenByOthers = writeStatement(unit, 'notifications:seen by others', (input) =>
    deleteRows().where('seen', '=', sql.lit(true)).where('updated_at', '<', input(0)),
  )
  const expired = writeStatement(unit, 'notifications:any', (input) => deleteRows().where('created_at', '<', input(0)))
  const before = expiryTimes(Date.parse(unit.now))
  await inParallel([seen(JSON.stringify(users), before.seen), seenByOthers(before.seenByOthers), expired(before.any)])
}

/** Returns the times before which notifications are deleted. */
export const expiryTimes = (now: number) => ({
  seen: new Date(now - retention.seen).toISOString(),
  seenByOthers: new Date(now - retention.seenByOthers).toISOString(),
  any: new Date(now - retention.any).toISOString(),
})
