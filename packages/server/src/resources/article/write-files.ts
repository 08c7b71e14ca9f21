import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { StoredContent } from '../../db/files.ts'
import type { Unit } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { insert } from '../../writing/unit-of-work.ts'
import type { NewFile, InlinePicture } from './new-file.ts'

/** Inserts the files of an article. @returns the pictures that the text may show, by Content-ID. */
export async function insertFiles(
  unit: Unit,
  article_id: number,
  files: readonly NewFile[],
): Promise<Map<string, InlinePicture>> {
  const pictures = new Map<string, InlinePicture>()
  for (const { filename, content_id, preferences, content } of files) {
    const store_file_id = await insertStoredFile(unit, content)
    const id = await insert(unit, 'attachment', {
      article_id,
      store_file_id,
      filename,
      size: content.size,
      preferences,
    })
    if (content_id !== null) pictures.set(content_id, { id, preferences })
  }
  return pictures
}

/** Inserts the row of a stored content, unless it exists, and returns its id. Concurrent inserts of the same content share a row. */
export async function insertStoredFile(unit: Unit, { sha256, size }: StoredContent): Promise<number> {
  const run = writeStatement(unit, 'stored_file', (input) =>
    dynamic(unit.db)
      .insertInto('stored_files')
      .values({ sha256: input(0), size: input(1), created_at: input(2) })
      // An update without effect, because `returning` omits rows that a conflict leaves alone.
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ sha256: input(0) }))
      .returning('id'),
  )
  const [[id] = []] = await run(sha256, size, unit.now)
  return id as number
}

/** Deletes the attachments of an article, its sent mail, and the rows of stored files that no other attachment uses. */
export async function deleteFiles({ db }: Unit, article: number): Promise<void> {
  await db.sql.deleteFrom('mail_deliveries').where('article_id', '=', article).execute()
  const files = await db.sql
    .deleteFrom('attachments')
    .where('article_id', '=', article)
    .returning('store_file_id')
    .execute()
  if (files.length === 0) return
  const ids = files.map(({ store_file_id }) => store_file_id)
  await db.sql
    .deleteFrom('stored_files')
    .where((eb) => db.dialect.among(eb.ref('id'), sql.val(JSON.stringify(ids))))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('attachments').select('id').whereRef('store_file_id', '=', 'stored_files.id'))),
    )
    .execute()
}
