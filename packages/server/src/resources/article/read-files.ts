import type { Context } from '../../kernel/context.ts'
import type { Connection } from '../../db/dialect.ts'
import type { NewFile } from './new-file.ts'
import type { RawMail } from './compose-mail.ts'

/** A stored file with its name. */
export interface StoredFile {
  readonly filename: string
  readonly sha256: string
  readonly preferences: Readonly<Record<string, unknown>>
}

/** Reads the stored file of an attachment. */
export async function fileOfAttachment({ sql }: Connection, id: number): Promise<StoredFile> {
  const file = await sql
    .selectFrom('attachments')
    .innerJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.filename', 'attachments.preferences', 'stored_files.sha256'])
    .where('attachments.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...file, preferences: file.preferences as unknown as StoredFile['preferences'] }
}

/** A file of an article. */
export interface ArticleFile extends Omit<NewFile, 'content_id'> {
  /** The id of the attachment. */
  readonly id: number
}

/** Reads the files of an article, without the pictures in its text. */
export async function filesOfArticle({ sql }: Connection, id: number): Promise<ArticleFile[]> {
  const rows = await sql
    .selectFrom('attachments')
    .innerJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.id', 'filename', 'preferences', 'stored_files.sha256', 'stored_files.size'])
    .where('article_id', '=', id)
    .orderBy('attachments.id')
    .execute()
  return rows.flatMap(({ id, filename, preferences: json, sha256, size }) => {
    const preferences = json as unknown as Record<string, string>
    const isShownInText = preferences['Content-Disposition'] === 'inline' && preferences['Content-ID'] !== undefined
    return isShownInText ? [] : [{ id, filename, preferences, content: { sha256, size } }]
  })
}

/**
 * Opens the original message of an article: the mail as it was received or sent. A mail that was imported several times has
 * several rows; the first row is that of the article. A row without a size refers to a file that was never stored.
 * @returns undefined if no original is stored, as for an article that is not a mail.
 * @throws Fault `not_found` if the file is lost.
 */
export async function originalMail({ db, desk: { files } }: Context, id: number): Promise<RawMail | undefined> {
  const row = await db.sql
    .selectFrom('mail_imports')
    .select('sha256')
    .where('article_id', '=', id)
    .where('size', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const readSentMail = () =>
    db.sql.selectFrom('mail_deliveries').select('sha256').where('article_id', '=', id).executeTakeFirst()
  const { sha256 } = row ?? (await readSentMail()) ?? {}
  if (sha256 === undefined) return undefined
  const { body } = await files.open(sha256)
  return { body, etag: `"${sha256.slice(0, 32)}"` }
}
