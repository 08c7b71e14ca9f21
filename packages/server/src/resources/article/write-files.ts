/** The files of an article: their names, their rows, and the pictures in its text. */
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { StoredContent } from '../../db/files.ts'
import type { Unit } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { insert } from '../../writing/unit-of-work.ts'

/** A file whose content is stored. */
export interface NewFile {
  readonly filename: string
  /** Content-ID without angle brackets; null if nothing refers to the file. */
  readonly content_id: string | null
  readonly preferences: Readonly<Record<string, string>>
  readonly content: StoredContent
}

/** Returns the `preferences` of an attachment, with the keys that existing clients expect. */
export function filePreferences(mime_type: string, content_id: string | null, inline: boolean): Record<string, string> {
  return {
    'Content-Type': mime_type,
    'Mime-Type': mime_type,
    ...(content_id === null ? {} : { 'Content-ID': content_id }),
    'Content-Disposition': inline ? 'inline' : 'attachment',
  }
}

/** Inserts the files of an article. @returns their ids by Content-ID, for pictures in the text. */
export async function insertFiles(
  unit: Unit,
  article_id: number,
  files: readonly NewFile[],
  at: string = unit.now,
): Promise<Map<string, number>> {
  const shown = new Map<string, number>()
  for (const { filename, content_id, preferences, content } of files) {
    const store_file_id = await storedFile(unit, content)
    const values = { article_id, store_file_id, filename, size: content.size, preferences }
    const id = await insert(unit, 'attachment', { ...values, created_at: at, updated_at: at })
    if (content_id !== null) shown.set(content_id, id)
  }
  return shown
}

/** Returns the id of a stored content, inserting it if needed. Concurrent inserts of the same content share a row. */
export async function storedFile(unit: Unit, { sha256, size }: StoredContent): Promise<number> {
  const run = writeStatement(unit, 'stored_file', (input) =>
    dynamic(unit.db)
      .insertInto('stored_files')
      .values({ sha256: input(0), size: input(1), created_at: input(2) })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ sha256: input(0) }))
      .returning('id'),
  )
  const [[id] = []] = await run(sha256, size, unit.now)
  return id as number
}

/** Replaces `cid:` links to pictures of the article by their addresses. Links to missing pictures stay. */
export function linkPictures(
  html: string,
  shown: ReadonlyMap<string, number>,
  ticket: number,
  article: number,
): string {
  if (shown.size === 0) return html
  return html.replace(/(<img [^>]*?src=")cid:([^"]*)"/g, (whole, before: string, id: string) => {
    const attachment = shown.get(contentId(id))
    if (attachment === undefined) return whole
    return `${before}/api/v1/ticket_attachment/${ticket}/${article}/${attachment}?view=inline"`
  })
}

/** Normalizes a Content-ID: removes brackets and URL escapes. */
export function contentId(text: string): string {
  const plain = text.trim().replace(/^<|>$/g, '').replaceAll('&amp;', '&')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Returns a file name without its path, and without direction marks, which make `exe.gpj` look like a picture. */
export function safeFilename(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .toWellFormed()
    .trim()
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,20})?$/.exec(plain) ?? []
  const short = stem.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '') + extension
  return /^\.*$/.test(short) ? '' : short
}

/** Deletes the files of an article, and the stored contents that no other record uses. */
export async function deleteFiles({ db }: Unit, article: number): Promise<void> {
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
