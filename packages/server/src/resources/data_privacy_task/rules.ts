import { systemUser } from '@deskbell/contract'
import { endSessions } from '../../auth/sessions.ts'
import { declared, holds, type Rules, type Unit, type WriteContext } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { enqueue, restartTask, taskAbout } from '../../tasks/tasks.ts'
import { update } from '../../writing/unit-of-work.ts'
import { permissionsOf } from '../user/rights.ts'

/** The kind of the background tasks that delete personal data. */
export const deletionTaskKind = 'delete_personal_data'

/**
 * The rules of deletions. The user is deactivated and signed out at once, and deleted with their tickets in the
 * background.
 */
export const dataPrivacyTaskRules: Rules = {
  async derive(ctx, { before, values }) {
    const user = values['deletable_id']
    if (!before && typeof user === 'number') await checkDeletable(ctx, user)
    return {}
  },
  async afterWrite(ctx, id, { before, values }) {
    if (before) return
    const user = values['deletable_id'] as number
    await update(ctx, 'user', user, { active: false })
    await endSessions(ctx, user)
    await enqueue(ctx, { kind: deletionTaskKind, payload: { data_privacy_task_id: id }, record: id })
  },
}

/** Restarts a deletion that was given up. @throws Fault `invalid` if it is complete. */
export async function restartDeletion(ctx: WriteContext, id: number): Promise<void> {
  const { state } = await ctx.db.sql
    .selectFrom('data_privacy_tasks')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (state === 'completed') throw invalid('id', 'This deletion is complete.')
  await update(ctx, 'data_privacy_task', id, { state: 'in process', error: null })
  const task = await taskAbout(ctx, deletionTaskKind, id)
  if (task !== undefined) return restartTask(ctx, task)
  // The task no longer exists: tasks that were given up are deleted after some time.
  await enqueue(ctx, { kind: deletionTaskKind, payload: { data_privacy_task_id: id }, record: id })
}

/** @throws Fault `not_found`, and `invalid` for agents, administrators and users whose deletion has begun. */
async function checkDeletable(ctx: WriteContext, user: number): Promise<void> {
  await requireReadable(ctx, declared('user'), user)
  const reason = await deletionObstacle(ctx, user)
  if (reason !== undefined) throw invalid('deletable_id', reason)
}

/** Returns the reason why a user cannot be deleted with their tickets; undefined if they can. */
export async function deletionObstacle(unit: Unit, user: number): Promise<string | undefined> {
  const granted = await permissionsOf(unit, user)
  if (user === systemUser || holds(granted, 'ticket.agent') || holds(granted, 'admin.*')) {
    return 'Agents and administrators are not deleted with their tickets; take their roles away first.'
  }
  const running = await unit.db.sql
    .selectFrom('data_privacy_tasks')
    .select('id')
    .where('deletable_id', '=', user)
    .where('state', '<>', 'completed')
    .executeTakeFirst()
  return running && 'This user is being deleted already.'
}
