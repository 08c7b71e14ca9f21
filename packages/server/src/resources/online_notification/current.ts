import { resources } from '@deskbell/contract'
import { whereIds } from '../../kernel/by-ids.ts'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { expiryTimes } from './actions.ts'

/** Selects the notifications of the caller that have not expired. @param ids limits them to these ids. */
export function currentNotifications(ctx: Context, ids?: readonly number[]) {
  const before = expiryTimes(ctx.desk.now().getTime())
  const current = from(ctx, resources.online_notification)
    .where('online_notifications.created_at', '>=', before.any)
    .where((eb) =>
      eb.or([
        eb('online_notifications.seen', '=', false),
        eb('online_notifications.updated_at', '>=', before.seen),
        eb.and([
          eb('online_notifications.updated_by_id', '<>', ctx.actor.id),
          eb('online_notifications.updated_at', '>=', before.seenByOthers),
        ]),
      ]),
    )
  return ids ? current.where(whereIds(ctx, resources.online_notification, ids)) : current
}
