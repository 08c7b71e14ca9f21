import type { Desk } from '../../kernel/context.ts'
import { writeInSteps, STEP_ROWS } from '../../writing/in-steps.ts'

/**
 * Deletes the records of automatic mails that were created before a time.
 * @param stop ends the work early by returning true.
 * @returns the number of deleted records.
 */
export const purgeAutomaticMails = (desk: Desk, before: string, stop: () => boolean): Promise<number> =>
  writeInSteps(desk, stop, async ({ db }) => {
    const old = db.sql.selectFrom('automatic_mails').select('id').where('created_at', '<', before)
    const { numDeletedRows } = await db.sql
      .deleteFrom('automatic_mails')
      .where('id', 'in', old.orderBy('created_at').limit(STEP_ROWS))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
