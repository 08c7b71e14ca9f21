/** Stores the files of shared drafts. They are copied from the form of one agent, and later into the form of another. */
import type { FieldValues, Unit } from '../../kernel/context.ts'
import { insertUploads, parseJson, uploadsOf, type NewUpload } from '../article/uploads.ts'

/**
 * The column of `shared_draft_files` with the id of the draft: `start_id` for drafts of new tickets, `zoom_id` for drafts of
 * existing ones.
 */
export type DraftColumn = 'start_id' | 'zoom_id'

/** Replaces the files of a draft by copies of those that were uploaded to the form in the body, if it names one. */
export async function saveDraftFiles(
  unit: Unit,
  column: DraftColumn,
  id: number,
  { form_id }: FieldValues,
): Promise<void> {
  if (typeof form_id !== 'string' && typeof form_id !== 'number') return
  await deleteDraftFiles(unit, column, id)
  for (const { filename, preferences, content } of await uploadsOf(unit.db, unit.by, String(form_id))) {
    await unit.db.sql
      .insertInto('shared_draft_files')
      .values({
        [column]: id,
        filename,
        preferences: JSON.stringify(preferences),
        ...content,
        created_at: unit.now,
      })
      .execute()
  }
}

/** Copies the files of a draft into a form of the caller. @returns the new uploads. */
export async function copyDraftFiles(unit: Unit, column: DraftColumn, id: number, form_id: string) {
  const rows = await unit.db.sql
    .selectFrom('shared_draft_files')
    .select(['filename', 'preferences', 'sha256', 'size'])
    .where(column, '=', id)
    .orderBy('id')
    .execute()
  const files = rows.map(({ filename, preferences, sha256, size }): NewUpload => ({
    filename,
    preferences: parseJson(preferences),
    content: { sha256, size },
  }))
  const ids = await insertUploads(unit, form_id, files)
  return files.map((file, index) => ({ id: ids[index], ...file }))
}

/** Deletes the files of a draft. */
export async function deleteDraftFiles(unit: Unit, column: DraftColumn, id: number): Promise<void> {
  await unit.db.sql.deleteFrom('shared_draft_files').where(column, '=', id).execute()
}
