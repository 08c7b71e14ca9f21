import type { Desk } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { writeInSteps, STEP_ROWS } from '../../writing/in-steps.ts'

/** In milliseconds. */
const DAY = 86_400_000

/**
 * Deletes received mails that were handled (`due_at`) longer ago than the setting `received_mail_days`, with their decisions.
 * Mails that wait, and those in quarantine, stay; the bytes of an article's mail belong to the article.
 * @returns the number of deleted mails.
 */
export async function purgeReceivedMails(desk: Desk, isStopping: () => boolean = () => false): Promise<number> {
  const days = await settingOf({ cache: await desk.cache.current(), db: desk.database }, 'received_mail_days')
  const before = new Date(desk.now().getTime() - days * DAY).toISOString()
  return writeInSteps(desk, isStopping, async ({ db }) => {
    const expired = await db.sql
      .selectFrom('received_mails')
      .select('id')
      .where('state', 'in', ['taken', 'duplicate', 'ignored', 'replaced'])
      .where('due_at', '<', before)
      .limit(STEP_ROWS)
      .execute()
    const ids = expired.map(({ id }) => id)
    if (ids.length === 0) return 0
    // The edited copy of a mail outlives the original.
    await db.sql.updateTable('received_mails').set({ replaces_id: null }).where('replaces_id', 'in', ids).execute()
    await db.sql.deleteFrom('received_mails').where('id', 'in', ids).execute()
    return ids.length
  })
}
