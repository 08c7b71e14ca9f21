import type { Desk } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { writeInSteps, STEP_ROWS } from '../writing/in-steps.ts'

/** In milliseconds. */
const DAY = 86_400_000

/** Deletes entries of the audit log that are older than the setting `audit_log_days`. @returns their number. */
export async function purgeAudit(desk: Desk, isStopping: () => boolean = () => false): Promise<number> {
  const days = await settingOf({ cache: await desk.cache.current(), db: desk.database }, 'audit_log_days')
  const before = new Date(desk.now().getTime() - days * DAY).toISOString()
  return writeInSteps(desk, isStopping, async ({ db }) => {
    const old = db.sql.selectFrom('audit_entries').select('id').where('created_at', '<', before)
    const { numDeletedRows } = await db.sql
      .deleteFrom('audit_entries')
      .where('id', 'in', old.orderBy('created_at').limit(STEP_ROWS))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
