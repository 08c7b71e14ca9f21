import { type Resource, resources } from '@deskbell/contract'
import { dynamic } from '../../db/dynamic.ts'
import { Fault } from '../../errors/fault.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { checkMayGrant, requireOtherAdministrator, permissionsOf } from './rights.ts'

/** Tables with a `user_id` whose rows are deleted with the user. */
export const ownTables = [
  'tokens',
  'avatars',
  'mentions',
  'online_notifications',
  'idempotency_keys',
  'recent_views',
  'uploads',
  'saved_views',
  'waiting_notifications',
  'mail_digests',
] as const

/** The resources whose records only their author sees, such as drafts. */
const personal = Object.values<Resource>(resources).filter((resource) => resource.personal)

/**
 * Deletes the records that belong only to a user.
 * @throws Fault `invalid` for the caller itself and for the last administrator, `forbidden` for a user with more permissions.
 */
export async function beforeDeleteUser(ctx: WriteContext, id: number): Promise<void> {
  if (id === ctx.actor.id) throw new Fault('invalid', 'Users cannot delete themselves.')
  // A user with more permissions cannot be deleted.
  checkMayGrant(ctx.actor, await permissionsOf(ctx, id))
  await requireOtherAdministrator(ctx, id)
  for (const { path, model } of personal) {
    await dynamic(ctx.db).deleteFrom(path).where('created_by_id', '=', id).execute()
    // Only the user could read these events, and they would prevent the deletion.
    await ctx.db.sql.deleteFrom('events').where('created_by_id', '=', id).where('object', '=', model).execute()
  }
  for (const table of ownTables) await dynamic(ctx.db).deleteFrom(table).where('user_id', '=', id).execute()
}
