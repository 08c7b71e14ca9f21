import type { Resource } from '@deskbell/contract'
import { CompiledQuery, sql } from 'kysely'
import { findWrongCounters } from './check-counters.ts'
import { findUnusedFiles, tablesWithFiles, usesOf } from './stored-files.ts'
import { LostContent } from '../db/verified-content.ts'
import { missingEnd } from '../db/open.ts'
import { openSqliteReadOnly } from '../db/sqlite-read-only.ts'
import type { Desk } from '../kernel/context.ts'
import { dynamic } from '../db/dynamic.ts'
import { indexed } from '../search/document-columns.ts'
import { idsWithoutDocument, orphansOf } from '../search/orphans.ts'
import { outOfOrder } from './reindex.ts'
import { unreadableSecrets } from '../setup/stored-secrets.ts'
import { readStoredValue } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'
import { keyOf } from '../search/expected-documents.ts'
import { wrongDocuments } from '../search/verify.ts'
import { findDanglingReferences, findSharedNames, findOrphans } from './check-references.ts'
import { failureMessage } from '../errors/failure-message.ts'

export interface CheckOptions {
  /** Also reads every stored file and compares every word of every search document. */
  readonly deep: boolean
}

/** One check. It yields a sentence for each problem. */
interface Check {
  /** The object of the check, as shown to the user. */
  readonly title: string
  readonly find: (desk: Desk, options: CheckOptions) => AsyncIterable<string>
}

/** Number of search documents of each resource whose words are compared without `deep`; they are spread evenly over the ids. */
const SAMPLE_SIZE = 1000
/** Number of rows per query. */
const BATCH_SIZE = 200

/**
 * All checks, in the order in which they run. They write nothing and hold no locks, so a running service is not
 * disturbed. Each statement sees one snapshot of the database; a check that needs several of them reads again before it
 * reports a problem.
 */
export const checks: readonly Check[] = [
  { title: 'database file', find: findDamage },
  { title: 'references', find: findDanglingReferences },
  { title: 'counters', find: findWrongCounters },
  { title: 'logins and addresses', find: findSharedNames },
  { title: 'orphaned rows', find: findOrphans },
  { title: 'stored files', find: findLostFiles },
  { title: 'unused stored files', find: findUnusedFiles },
  {
    title: 'passwords and tokens',
    find: async function* (desk) {
      yield* await unreadableSecrets(desk)
    },
  },
  { title: 'search index', find: findLostDocuments },
  { title: 'words of the search index', find: findWrongDocuments },
]

/** Runs a check. If damaged data makes it fail, that is reported as a problem, too. */
export async function* findProblems(check: Check, desk: Desk, options: CheckOptions): AsyncIterable<string> {
  try {
    yield* check.find(desk, options)
  } catch (failure) {
    yield `The check of the ${check.title} failed: ${failureMessage(failure)}.`
  }
}

/** Runs SQLite's own check of pages, indexes and full-text tables. */
async function* findDamage({ database }: Desk): AsyncIterable<string> {
  if (database.file === undefined) return
  const missing = missingEnd(database.file)
  if (missing !== undefined) yield `The database file is damaged: ${missing}.`
  // A connection that has searched before caches the segments of the index, and reports merged ones as lost.
  const connection = openSqliteReadOnly(database.file)
  try {
    for (const [line] of await connection.arrays(CompiledQuery.raw('pragma integrity_check(100)'))) {
      if (line !== 'ok') yield `The database file is damaged: ${line as string}.`
    }
  } finally {
    await connection.close()
  }
}

async function* findLostFiles(desk: Desk, { deep }: CheckOptions): AsyncIterable<string> {
  const verified = deep ? new Set<string>() : undefined
  for (const table of tablesWithFiles) yield* lostFilesOf(desk, table, verified)
}

/** The names of the rows of each table with files. */
const nounsOfFiles: Readonly<Record<(typeof tablesWithFiles)[number], string>> = {
  stored_files: 'Stored file',
  avatars: 'Avatar',
  uploads: 'Upload',
  shared_draft_files: 'Draft file',
  mail_imports: 'Original mail',
  received_mails: 'Received mail',
  mail_deliveries: 'Sent mail',
}

/** @param verified the hashes of files whose content has been found to be right; undefined if no content is read. */
async function* lostFilesOf(
  desk: Desk,
  path: (typeof tablesWithFiles)[number],
  verified: Set<string> | undefined,
): AsyncIterable<string> {
  for await (const files of batchesOf(desk, path, ['id', 'sha256', 'size'])) {
    for (const { id, sha256, size } of files as unknown as { id: number; sha256: string; size: number | null }[]) {
      // Messages that were imported by a version that did not store their bytes have no size.
      if (size === null) continue
      const problem = await problemOf(desk, { sha256, size }, verified)
      if (problem === undefined || !(await exists(desk, path, id))) continue
      const uses = await usesOf(desk.database, sha256)
      yield `${nounsOfFiles[path]} ${id} (${sha256}) ${problem}${uses === '' ? '.' : `: ${uses}.`}`
    }
  }
}

/** Returns false for a row that was deleted, perhaps with its file, after the check has read it. */
async function exists({ database }: Desk, path: string, id: number): Promise<boolean> {
  return (await dynamic(database).selectFrom(path).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Returns the problem of a stored file as a predicate, such as `is missing`; undefined if there is none. */
async function problemOf(
  { files }: Desk,
  { sha256, size: expected }: { sha256: string; size: number },
  verified: Set<string> | undefined,
): Promise<string | undefined> {
  const size = await files.size(sha256)
  if (size === undefined) return 'is missing'
  if (size !== expected) return `has ${size} bytes instead of ${expected}`
  if (verified === undefined || verified.has(sha256)) return undefined
  return files.verify(sha256).then(
    () => void verified.add(sha256),
    (failure: unknown) => {
      if (!(failure instanceof LostContent)) throw failure
      return failure.reason === 'damaged' ? 'has content that does not match its hash' : `is ${failure.reason}`
    },
  )
}

async function* findLostDocuments({ database }: Desk): AsyncIterable<string> {
  const isMarkedSorted = (await readStoredValue(database, 'search_order')) === searchSettings.search_order
  const unsorted = isMarkedSorted ? await outOfOrder(database) : undefined
  if (unsorted !== undefined) {
    yield `The search index is marked as sorted, but ticket ${unsorted} is out of order; run deskbell reindex.`
  }
  for (const resource of indexed) {
    const key = keyOf(resource)
    for (const id of await idsWithoutDocument(database, resource.path, key))
      yield `There is no search document of ${nounOf(resource)} ${id}; run deskbell reindex.`
    for (const row of await orphansOf(database, resource.path, key)) {
      yield `The search document ${row} of ${resource.path} has no record; run deskbell reindex.`
    }
  }
}

async function* findWrongDocuments(desk: Desk, { deep }: CheckOptions): AsyncIterable<string> {
  for (const resource of indexed) {
    const stride = deep ? 1 : Math.max(1, Math.ceil((await highestId(desk, resource.path)) / SAMPLE_SIZE))
    const batches = idBatches(desk, resource.path, stride)
    for await (const { id, column } of wrongDocuments(desk.database, resource, batches, deep)) {
      yield `The search document of ${nounOf(resource)} ${id} differs from the record (${column}); run deskbell reindex.`
    }
  }
}

async function* idBatches(desk: Desk, path: string, stride: number): AsyncIterable<number[]> {
  for await (const rows of batchesOf(desk, path, ['id'], stride)) yield rows.map(({ id }) => id as number)
}

const nounOf = ({ name }: Resource): string => name.replaceAll('_', ' ')

async function highestId({ database }: Desk, path: string): Promise<number> {
  const row = await dynamic(database)
    .selectFrom(path)
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  return row.id ?? 0
}

/** Yields the rows of a table in batches, ordered by id. @param stride only ids that are multiples of it are read. */
async function* batchesOf({ database }: Desk, path: string, columns: readonly string[], stride = 1) {
  for (let last = 0; ;) {
    const rows = await dynamic(database)
      .selectFrom(path)
      .select(columns)
      .where('id', '>', last)
      .where(sql<boolean>`id % ${stride} = 0`)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.['id'] as number
  }
}
