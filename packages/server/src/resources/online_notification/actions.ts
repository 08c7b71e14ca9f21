import { notificationTypes, type NotificationType } from '@deskbell/contract'
import type { Unit } from '../../kernel/context.ts'
import { insert } from '../../writing/unit-of-work.ts'

/** The id under which a type stands in a row. */
export const typeLookup = (type: NotificationType): number => notificationTypes.indexOf(type) + 1

/** Tells a user of something that happened to a ticket; in the name of whoever did it. @returns the id. */
export async function notify(
  unit: Unit,
  { user, ticket, type }: { readonly user: number; readonly ticket: number; readonly type: NotificationType },
): Promise<number> {
  await purge(unit, user)
  return insert(unit, 'online_notification', { user_id: user, o_id: ticket, type_lookup_id: typeLookup(type) })
}

/** Takes away what a ticket that goes has told. */
export async function deleteNotifications({ db }: Unit, ticket: number): Promise<void> {
  await db.sql.deleteFrom('online_notifications').where('o_id', '=', ticket).execute()
}

/** Everything that one user has not seen yet counts as seen. */
export async function markAllAsSeen(unit: Unit, user: number): Promise<void> {
  await purge(unit, user)
  await unit.db.sql
    .updateTable('online_notifications')
    .set({ seen: true, updated_at: unit.now, updated_by_id: unit.by })
    .where('user_id', '=', user)
    .where('seen', '=', false)
    .execute()
}

const minute = 60_000

/** How long notifications are kept, in milliseconds (reference, section 3.15): seen by the user, by others, at all. */
const retention = { seen: 10 * minute, seenByOthers: 8 * 60 * minute, any: 274 * 24 * 60 * minute }

/**
 * Removes what is old enough to go: of this user what they have seen themselves, of everybody what is older. Whoever
 * writes a notification sweeps, so that no clock is needed for it.
 */
export async function purge({ db, now }: Unit, user: number): Promise<void> {
  const gone = () => db.sql.deleteFrom('online_notifications')
  const before = oldest(Date.parse(now))
  await gone()
    .where('user_id', '=', user)
    .where('seen', '=', true)
    .where('updated_at', '<', before.seen)
    .where('updated_by_id', '=', user)
    .execute()
  await gone().where('seen', '=', true).where('updated_at', '<', before.seenByOthers).execute()
  await gone().where('created_at', '<', before.any).execute()
}

/** The moments before which a notification is not kept. */
export const oldest = (now: number) => ({
  seen: new Date(now - retention.seen).toISOString(),
  seenByOthers: new Date(now - retention.seenByOthers).toISOString(),
  any: new Date(now - retention.any).toISOString(),
})
