import { systemUser } from '@deskbell/contract'
import type { Desk } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Rows of one transaction; few, so that other writes do not wait long. */
const STEP = 500
const DAY = 86_400_000

/** Deletes entries of the audit log that are older than the setting `audit_log_days`. @returns their number. */
export async function purgeAudit(desk: Desk, stop: () => boolean = () => false): Promise<number> {
  const days = await settingOf({ cache: desk.cache.current(), db: desk.database }, 'audit_log_days')
  const before = new Date(desk.now().getTime() - days * DAY).toISOString()
  let deleted = 0
  for (let count = STEP; count === STEP && !stop(); deleted += count) {
    count = await unitOfWork(desk, systemUser, async ({ db }) => {
      const old = db.sql.selectFrom('audit_entries').select('id').where('created_at', '<', before)
      const { numDeletedRows } = await db.sql
        .deleteFrom('audit_entries')
        .where('id', 'in', old.orderBy('created_at').limit(STEP))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    })
  }
  return deleted
}
