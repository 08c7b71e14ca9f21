/** Files that are uploaded before their article is created. A form collects them under its form id. */
import { sql, type SqlBool } from 'kysely'
import type { StoredContent } from '../../db/files.ts'
import type { Unit } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import type { Connection } from '../../db/dialect.ts'
import type { NewFile } from './new-file.ts'

/** An uploaded file without an article. */
export interface Upload {
  readonly id: number
  readonly filename: string
  readonly size: number
  readonly sha256: string
  readonly preferences: Readonly<Record<string, string>>
}

/** An uploaded file that is not inserted yet. */
export interface NewUpload {
  readonly filename: string
  readonly preferences: Upload['preferences']
  readonly content: StoredContent
}

/** Milliseconds after which an upload is deleted if no article, draft or outbox message uses it. */
const RETENTION = 24 * 3600 * 1000

/** Maximum number of uploads of a user. */
const MAX_UPLOADS = 1000

/** Adds files to a form of the caller, and deletes expired uploads. @returns the ids of the new uploads. */
export async function insertUploads(unit: Unit, form_id: string, files: readonly NewUpload[]): Promise<number[]> {
  await deleteExpired(unit)
  await checkUploadLimit(unit, files.length)
  const ids: number[] = []
  for (const { filename, preferences, content } of files) {
    const { id } = await unit.db.sql
      .insertInto('uploads')
      .values({
        ...content,
        form_id,
        user_id: unit.by,
        filename,
        preferences: JSON.stringify(preferences),
        created_at: unit.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

/** Deletes uploads that no article has used within the retention time, unless a draft or an outbox message needs them. */
async function deleteExpired(unit: Unit): Promise<void> {
  const oldest = new Date(Date.parse(unit.now) - RETENTION).toISOString()
  await unit.db.sql
    .deleteFrom('uploads')
    .where('created_at', '<', oldest)
    .where((eb) => eb.not(eb.or([isUsedBy('outbox_messages'), isUsedBy('drafts')])))
    .execute()
}

async function checkUploadLimit({ db, by }: Unit, added: number): Promise<void> {
  const { count } = await db.sql
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', by)
    .executeTakeFirstOrThrow()
  if (count + added > MAX_UPLOADS) {
    throw invalid('form_id', `form_id: at most ${MAX_UPLOADS} files may wait for their articles.`)
  }
}

/** Returns the condition for uploads whose form belongs to a draft or an outbox message that still exists. */
const isUsedBy = (table: 'outbox_messages' | 'drafts') =>
  sql<SqlBool>`exists (select 1 from ${sql.table(table)} as owner
    where owner.form_id = uploads.form_id and owner.created_by_id = uploads.user_id)`

/** Restarts the retention time of the uploads of a form. */
export async function extendUploads({ db, by, now }: Unit, form_id: unknown): Promise<void> {
  if (typeof form_id !== 'string') return
  await db.sql
    .updateTable('uploads')
    .set({ created_at: now })
    .where('user_id', '=', by)
    .where('form_id', '=', form_id)
    .execute()
}

/** Moves the uploads of a form to another form. */
export async function moveUploads({ db, by }: Unit, oldFormId: unknown, form_id: string): Promise<void> {
  if (typeof oldFormId !== 'string' && typeof oldFormId !== 'number') return
  await db.sql
    .updateTable('uploads')
    .set({ form_id })
    .where('user_id', '=', by)
    .where('form_id', '=', String(oldFormId))
    .execute()
}

/** Returns the uploads of a form of a user. */
export async function uploadsOf(
  db: Connection,
  user: number,
  form_id: string,
): Promise<(NewUpload & Pick<Upload, 'id'>)[]> {
  const rows = await db.sql
    .selectFrom('uploads')
    .select(['id', 'filename', 'size', 'sha256', 'preferences'])
    .where('user_id', '=', user)
    .where('form_id', '=', form_id)
    .orderBy('id')
    .execute()
  return rows.map(({ id, filename, size, sha256, preferences }) => ({
    id,
    filename,
    preferences: parseJson(preferences),
    content: { sha256, size },
  }))
}

/** Returns the uploads of a form and deletes them. */
export async function takeUploads({ db, by }: Unit, form_id: unknown): Promise<NewFile[]> {
  if (typeof form_id !== 'string' && typeof form_id !== 'number') return []
  const rows = await db.sql
    .deleteFrom('uploads')
    .where('user_id', '=', by)
    .where('form_id', '=', String(form_id))
    .returning(['id', 'filename', 'size', 'sha256', 'preferences'])
    .execute()
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map(({ filename, size, sha256, preferences }) => ({
      filename,
      content_id: null,
      preferences: parseJson(preferences),
      content: { sha256, size },
    }))
}

/** Deletes the uploads of a form. */
export async function deleteUploads({ db, by }: Unit, form_id: string): Promise<void> {
  await db.sql.deleteFrom('uploads').where('user_id', '=', by).where('form_id', '=', form_id).execute()
}

/** Deletes an upload. @throws Fault `not_found`, also for one of another user. */
export async function deleteUpload({ db, by }: Unit, id: number): Promise<void> {
  const { numDeletedRows } = await db.sql
    .deleteFrom('uploads')
    .where('user_id', '=', by)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!numDeletedRows) throw unknownUpload(id)
}

/** Returns an upload of the caller. @throws Fault `not_found`. */
export async function uploadOf({ sql }: Connection, user: number, id: number): Promise<Upload> {
  const row = await sql
    .selectFrom('uploads')
    .select(['id', 'filename', 'size', 'sha256', 'preferences'])
    .where('user_id', '=', user)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw unknownUpload(id)
  return { ...row, preferences: parseJson(row.preferences) }
}

const unknownUpload = (id: number): Fault => new Fault('not_found', `Couldn't find Store with 'id'=${id}`)

/** Parses a JSON column, which SQLite returns as text. */
export const parseJson = (value: unknown): Record<string, string> =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Record<string, string>
