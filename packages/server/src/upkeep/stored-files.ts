/**
 * Finds and deletes stored files that no row refers to, which refused writes and deleted records leave. A file is written
 * before the row that refers to it, so that no row ever refers to a missing file.
 */
import { dynamic } from '../db/dynamic.ts'
import type { Connection } from '../db/dialect.ts'
import type { StoredContent } from '../db/files.ts'
import type { Desk } from '../kernel/context.ts'

/** In milliseconds. */
const HOUR = 3_600_000

/** The age from which a file without a row counts as unused, in milliseconds since it was last written. */
const GRACE_PERIOD = 24 * HOUR

/**
 * All tables that refer to stored files. The files of a table that is missing here would be deleted a day after they were
 * written.
 */
export const tablesWithFiles = [
  'stored_files',
  'uploads',
  'avatars',
  'shared_draft_files',
  'mail_imports',
  'received_mails',
  'mail_deliveries',
] as const

/**
 * Returns the hashes of the stored files that a database refers to, sorted and without duplicates. A row without a size
 * refers to a file that was never stored.
 */
export async function referencedHashes({ sql }: Connection): Promise<string[]> {
  const hashes = new Set<string>()
  for (const table of tablesWithFiles) {
    const rows = await sql.selectFrom(table).select('sha256').distinct().where('size', 'is not', null).execute()
    for (const { sha256 } of rows) hashes.add(sha256)
  }
  return [...hashes].toSorted()
}

/** Maximum number of uses of a file that a message lists. */
const MAX_USES = 3

/** Describes the uses of a stored file, such as `"invoice.pdf" of ticket 67012`; empty if there are none. */
export async function usesOf(connection: Connection, sha256: string): Promise<string> {
  const uses = [
    ...(await attachmentUses(connection, sha256)),
    ...(await avatarUses(connection, sha256)),
    ...(await editorUses(connection, sha256)),
    ...(await mailUses(connection, 'mail_deliveries', sha256)).map((number) => `a mail sent from ticket ${number}`),
    ...(await mailUses(connection, 'mail_imports', sha256)).map((number) => `a mail in ticket ${number}`),
  ]
  const more = uses.length > MAX_USES ? [`${uses.length - MAX_USES} more`] : []
  return [...uses.slice(0, MAX_USES), ...more].join(', ')
}

async function attachmentUses({ sql }: Connection, sha256: string): Promise<string[]> {
  const attached = await sql
    .selectFrom('stored_files')
    .innerJoin('attachments', 'attachments.store_file_id', 'stored_files.id')
    .innerJoin('ticket_articles', 'ticket_articles.id', 'attachments.article_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_articles.ticket_id')
    .select(['attachments.filename', 'tickets.number'])
    .where('stored_files.sha256', '=', sha256)
    .orderBy('attachments.id')
    .execute()
  return attached.map(({ filename, number }) => `"${filename}" of ticket ${number}`)
}

async function avatarUses({ sql }: Connection, sha256: string): Promise<string[]> {
  const pictures = await sql
    .selectFrom('avatars')
    .innerJoin('users', 'users.id', 'avatars.user_id')
    .select('users.login')
    .where('avatars.sha256', '=', sha256)
    .execute()
  return pictures.map(({ login }) => `the avatar of user ${login}`)
}

/** Describes the files of articles that are being written. */
async function editorUses({ sql }: Connection, sha256: string): Promise<string[]> {
  const uploads = await sql.selectFrom('uploads').select('filename').where('sha256', '=', sha256).execute()
  const drafts = await sql.selectFrom('shared_draft_files').select('filename').where('sha256', '=', sha256).execute()
  return [
    ...uploads.map(({ filename }) => `"${filename}", uploaded for a new article`),
    ...drafts.map(({ filename }) => `"${filename}" of a shared draft`),
  ]
}

/** Returns the numbers of the tickets with a mail that is stored as this file. */
async function mailUses(
  connection: Connection,
  table: 'mail_deliveries' | 'mail_imports',
  sha256: string,
): Promise<string[]> {
  const mails = await dynamic(connection)
    .selectFrom(`${table} as mail`)
    .innerJoin('ticket_articles', 'ticket_articles.id', 'mail.article_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_articles.ticket_id')
    .select('tickets.number')
    .where('mail.sha256', '=', sha256)
    .execute()
  return mails.map(({ number }) => number as string)
}

/**
 * Deletes stored files that no row refers to, except those written within the last 24 hours. A running service does this
 * daily.
 * @param isStopping ends the deletion early when it returns true.
 * @returns the number and total size of the deleted files.
 */
export async function deleteUnusedFiles(
  desk: Desk,
  isStopping: () => boolean = () => false,
): Promise<{ files: number; bytes: number }> {
  const before = new Date(desk.now().getTime() - GRACE_PERIOD)
  const isNeeded = async (sha256: string) => (await referencedAmong(desk, [sha256])).size > 0
  const deleted = { files: 0, bytes: 0 }
  await desk.files.tidy(before, isNeeded)
  for await (const { sha256, size } of unusedFiles(desk, before)) {
    if (isStopping()) break
    if (!(await desk.files.discard(sha256, before, isNeeded))) continue
    deleted.files += 1
    deleted.bytes += size
  }
  return deleted
}

/** Reports unused files that a running service should have deleted: those last written more than two days ago. */
export async function* findUnusedFiles(desk: Desk): AsyncIterable<string> {
  for await (const { sha256, size } of unusedFiles(desk, new Date(desk.now().getTime() - 2 * GRACE_PERIOD))) {
    yield `Stored file ${sha256} (${size} bytes) is not used by any record; deskbell check --repair deletes it.`
  }
}

async function* unusedFiles(desk: Desk, before: Date): AsyncIterable<StoredContent> {
  for await (const files of desk.files.old(before)) {
    for (let start = 0; start < files.length; start += BATCH_SIZE) {
      const batch = files.slice(start, start + BATCH_SIZE)
      const referenced = await referencedAmong(
        desk,
        batch.map(({ sha256 }) => sha256),
      )
      yield* batch.filter(({ sha256 }) => !referenced.has(sha256))
    }
  }
}

/** Files per query. */
const BATCH_SIZE = 500

/** Returns those of the hashes that a row refers to. */
async function referencedAmong({ database }: Desk, hashes: readonly string[]): Promise<Set<string>> {
  const referenced = new Set<string>()
  for (const table of tablesWithFiles) {
    const rows = await database.sql.selectFrom(table).select('sha256').where('sha256', 'in', hashes).execute()
    for (const { sha256 } of rows) referenced.add(sha256)
  }
  return referenced
}
