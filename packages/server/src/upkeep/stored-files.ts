/**
 * Contents that no row names: what a refused write leaves, and what belonged to records that are gone. Files are
 * written before the rows that name them, so that these are the price of never losing one.
 */
import type { StoredContent } from '../db/files.ts'
import type { Desk } from '../kernel/context.ts'

const hour = 3_600_000

/** A content may wait so long for the row that names it, in milliseconds. */
const patience = 24 * hour

/** The tables that name contents. A new one has to stand here, or its files go after a day. */
export const naming = ['stored_files', 'uploads', 'avatars', 'shared_draft_files', 'mail_imports'] as const

/** So many uses of a content are listed. */
const usesListed = 3

/** What a content is for, in words, such as `"invoice.pdf" of ticket 67012`. */
export async function usesOf({ database: { sql } }: Desk, sha256: string): Promise<string> {
  const attached = await sql
    .selectFrom('stored_files')
    .innerJoin('attachments', 'attachments.store_file_id', 'stored_files.id')
    .innerJoin('ticket_articles', 'ticket_articles.id', 'attachments.article_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_articles.ticket_id')
    .select(['attachments.filename', 'tickets.number'])
    .where('stored_files.sha256', '=', sha256)
    .orderBy('attachments.id')
    .execute()
  const pictures = await sql
    .selectFrom('avatars')
    .innerJoin('users', 'users.id', 'avatars.user_id')
    .select('users.login')
    .where('avatars.sha256', '=', sha256)
    .execute()
  const uploads = await sql.selectFrom('uploads').select('filename').where('sha256', '=', sha256).execute()
  const drafts = await sql.selectFrom('shared_draft_files').select('filename').where('sha256', '=', sha256).execute()
  const mails = await sql
    .selectFrom('mail_imports')
    .innerJoin('ticket_articles', 'ticket_articles.id', 'mail_imports.article_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_articles.ticket_id')
    .select('tickets.number')
    .where('mail_imports.sha256', '=', sha256)
    .execute()
  const uses = [
    ...attached.map(({ filename, number }) => `"${filename}" of ticket ${number}`),
    ...pictures.map(({ login }) => `the picture of user ${login}`),
    ...uploads.map(({ filename }) => `"${filename}", uploaded for an article that is not written yet`),
    ...drafts.map(({ filename }) => `"${filename}" of a shared draft`),
    ...mails.map(({ number }) => `a mail in ticket ${number}`),
  ]
  const more = uses.length > usesListed ? [`${uses.length - usesListed} more`] : []
  return [...uses.slice(0, usesListed), ...more].join(', ')
}

/** Takes away what nobody has named for a day; a service does so by itself. @returns what went. */
export async function sweepContents(
  desk: Desk,
  stopping: () => boolean = () => false,
): Promise<{ contents: number; bytes: number }> {
  const before = new Date(desk.now().getTime() - patience)
  const isNeeded = async (sha256: string) => (await namedAmong(desk, [sha256])).size > 0
  const gone = { contents: 0, bytes: 0 }
  await desk.files.tidy(before, isNeeded)
  for await (const { sha256, size } of unused(desk, before)) {
    if (stopping()) break
    if (!(await desk.files.discard(sha256, before, isNeeded))) continue
    gone.contents += 1
    gone.bytes += size
  }
  return gone
}

/** Says which contents a running service would have taken away long ago. */
export async function* findUnused(desk: Desk): AsyncIterable<string> {
  for await (const { sha256, size } of unused(desk, new Date(desk.now().getTime() - 2 * patience))) {
    yield `The stored content ${sha256} (${size} bytes) belongs to nothing; deskbell check --repair takes it away.`
  }
}

async function* unused(desk: Desk, before: Date): AsyncIterable<StoredContent> {
  for await (const found of desk.files.old(before)) {
    for (let at = 0; at < found.length; at += 500) {
      const some = found.slice(at, at + 500)
      const named = await namedAmong(
        desk,
        some.map(({ sha256 }) => sha256),
      )
      yield* some.filter(({ sha256 }) => !named.has(sha256))
    }
  }
}

async function namedAmong({ database }: Desk, contents: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  for (const table of naming) {
    const rows = await database.sql.selectFrom(table).select('sha256').where('sha256', 'in', contents).execute()
    for (const { sha256 } of rows) named.add(sha256)
  }
  return named
}
