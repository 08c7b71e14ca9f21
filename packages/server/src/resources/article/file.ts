/** The files of an article: their names, their rows, and the pictures that its text shows. */
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { StoredContent } from '../../db/files.ts'
import type { Unit } from '../../kernel/context.ts'
import { written } from '../../kernel/statement.ts'
import { insert } from '../../writing/unit-of-work.ts'

/** A file whose content is stored already. */
export interface NewFile {
  readonly filename: string
  /** Without angle brackets; null when nothing refers to it. */
  readonly content_id: string | null
  readonly preferences: Readonly<Record<string, string>>
  readonly content: StoredContent
}

/** What is said of a picture or an attachment, in the names that existing clients know (reference, section 3.2.2). */
export function filePreferences(mime_type: string, content_id: string | null, inline: boolean): Record<string, string> {
  return {
    'Content-Type': mime_type,
    'Mime-Type': mime_type,
    ...(content_id === null ? {} : { 'Content-ID': content_id }),
    'Content-Disposition': inline ? 'inline' : 'attachment',
  }
}

/** Writes the rows of the files. @returns the ids of those that a text may show, by Content-ID. */
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

/** The row of a content; two that store the same one at once get the same. */
export async function storedFile(unit: Unit, { sha256, size }: StoredContent): Promise<number> {
  const run = written(unit, 'stored_file', (input) =>
    dynamic(unit.db)
      .insertInto('stored_files')
      .values({ sha256: input(0), size: input(1), created_at: input(2) })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ sha256: input(0) }))
      .returning('id'),
  )
  const [[id] = []] = await run(sha256, size, unit.now)
  return id as number
}

/** Pictures of the article itself are loaded from the desk; a picture that is not there stays a dead `cid:`. */
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

/** A Content-ID as it is compared: without brackets, and without the escapes it has in an address. */
export function contentId(text: string): string {
  const plain = text.trim().replace(/^<|>$/g, '').replaceAll('&amp;', '&')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The name alone: a path would tell where to write, and direction marks make `exe.gpj` look like a picture. */
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
