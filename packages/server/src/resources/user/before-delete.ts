import { dynamic } from '../../db/dynamic.ts'
import { Fault } from '../../errors/fault.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { checkMayGrant, requireAdministrator, permissionsOf } from './rights.ts'

/** What is a user's own and nobody else's, so that it goes with them: tables with a `user_id`. */
export const ownTables = [
  'tokens',
  'avatars',
  'mentions',
  'online_notifications',
  'idempotency_keys',
  'recent_views',
  'uploads',
] as const

/**
 * Removes what is a user's own.
 * @throws Fault `invalid` for oneself and for the last administrator, `forbidden` for a user who may do more.
 */
export async function beforeDeleteUser(ctx: WriteContext, id: number): Promise<void> {
  if (id === ctx.actor.id) throw new Fault('invalid', 'Nobody can remove themselves.')
  checkMayGrant(ctx.actor, await permissionsOf(ctx, id))
  await requireAdministrator(ctx, id)
  for (const table of ownTables) await dynamic(ctx.db).deleteFrom(table).where('user_id', '=', id).execute()
}
