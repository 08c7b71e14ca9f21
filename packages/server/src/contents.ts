/**
 * Contents that no row names: what a refused write leaves, and what belonged to records that are gone. Files are
 * written before the rows that name them, so that these are the price of never losing one.
 */
import type { StoredContent } from './db/files.ts'
import type { Desk } from './kernel/context.ts'

const hour = 3_600_000

/** A content may wait so long for the row that names it, in milliseconds. */
const patience = 24 * hour

/** The tables that name contents. A new one has to stand here, or its files go after a day. */
export const naming = ['stored_files', 'uploads', 'avatars', 'shared_draft_files', 'mail_imports'] as const

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
