import type { Resource } from '@deskbell/contract'
import { CompiledQuery, sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { findUnused, usesOf } from './stored-files.ts'
import { LostContent } from '../db/files.ts'
import { cutOff } from '../db/open.ts'
import { openSqliteReadOnly } from '../db/sqlite-read-only.ts'
import type { Desk } from '../kernel/context.ts'
import { dynamic } from '../db/dynamic.ts'
import { indexed } from '../search/document-columns.ts'
import { idsWithoutDocument, orphansOf } from '../search/orphans.ts'
import { outOfOrder } from './reindex.ts'
import { readFact } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'
import { keyOf } from '../search/expected.ts'
import { wrongDocuments } from '../search/verify.ts'

export interface CheckOptions {
  /** Also reads every stored file and compares every word of every search document. */
  readonly deep: boolean
}

/** One kind of check. It yields a sentence for everything that is wrong. */
interface Check {
  /** What is looked at, for people. */
  readonly what: string
  readonly find: (desk: Desk, options: CheckOptions) => AsyncIterable<string>
}

/** Search documents whose words are compared where not all are, per resource, spread evenly over the ids. */
const sample = 1000
/** Records in one step. */
const batch = 200

/**
 * Everything that can be checked, in the order in which it is. Nothing is changed and no lock is held, so that a
 * running service is not disturbed; each statement sees one state of the database, and what needs several looks again
 * before it says that something is wrong.
 */
export const checks: readonly Check[] = [
  { what: 'database file', find: findDamage },
  { what: 'references', find: findDanglingReferences },
  { what: 'counters', find: findWrongCounts },
  { what: 'logins and addresses', find: findSharedNames },
  { what: 'rows that belong to nothing', find: findOrphans },
  { what: 'stored files', find: findLostFiles },
  { what: 'stored contents that belong to nothing', find: findUnused },
  { what: 'search index', find: findLostDocuments },
  { what: 'words of the search index', find: findWrongDocuments },
]

/** Everything that one kind of check finds. A file that is damaged can make a check impossible, which is a finding too. */
export async function* findings(check: Check, desk: Desk, options: CheckOptions): AsyncIterable<string> {
  try {
    yield* check.find(desk, options)
  } catch (failure) {
    yield `The check of ${check.what} could not be finished: ${failure instanceof Error ? failure.message : String(failure)}.`
  }
}

/** SQLite's own check of its pages, its indexes and the structure of the full-text tables. */
async function* findDamage({ database }: Desk): AsyncIterable<string> {
  if (database.file === undefined) return
  const missing = cutOff(database.file)
  if (missing !== undefined) yield `The database file is damaged: ${missing}.`
  // A connection that has searched before knows an index as it was, and takes pieces that were merged since for lost.
  const own = openSqliteReadOnly(database.file)
  try {
    for (const [line] of await own.arrays(CompiledQuery.raw('pragma integrity_check(100)'))) {
      if (line !== 'ok') yield `The database file is damaged: ${line as string}.`
    }
  } finally {
    await own.close()
  }
}

async function* findDanglingReferences({ database }: Desk): AsyncIterable<string> {
  const { foreignKeyCheck } = database.dialect
  if (foreignKeyCheck !== undefined) {
    const rows = await database.arrays(CompiledQuery.raw(foreignKeyCheck))
    for (const [table, row, parent] of rows as [string, number | null, string][]) {
      yield `${row === null ? 'A row' : `Row ${row}`} of ${table} points to a row of ${parent} that is not there.`
    }
  }
  const lost = await database.sql
    .selectFrom('attachments')
    .leftJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.id', 'attachments.store_file_id'])
    .where('stored_files.id', 'is', null)
    .execute()
  for (const { id, store_file_id } of lost) {
    yield `Attachment ${id} points to stored file ${store_file_id}, which is not there.`
  }
}

async function* findWrongCounts({ database }: Desk): AsyncIterable<string> {
  for (const [column, kind, only] of [
    ['article_count', 'articles', sql`1 = 1`],
    ['internal_article_count', 'internal articles', sql`a.internal = ${true}`],
  ] as const) {
    const counted = await sql<{ id: number; said: number; counted: number }>`
      select id, said, counted from (
        select t.id, coalesce(${sql.ref(`t.${column}`)}, 0) as said,
          (select count(*) from ticket_articles a join ticket_article_senders s on s.id = a.sender_id
            where a.ticket_id = t.id and s.name <> 'System' and ${only}) as counted
        from tickets t
      ) as both_counts where said <> counted order by id`.execute(database.sql)
    for (const { id, said, counted: there } of counted.rows) {
      yield `Ticket ${id} says that it has ${said} ${kind}; it has ${there}.`
    }
  }
  const times = await sql<{ id: number; said: number | string; summed: number | string }>`
    select id, said, summed from (
      select t.id, coalesce(t.time_unit, 0) as said,
        (select coalesce(sum(a.time_unit), 0) from time_accountings a where a.ticket_id = t.id) as summed
      from tickets t
    ) as both_sums where abs(said - summed) > 0.001 order by id`.execute(database.sql)
  for (const { id, said, summed } of times.rows) {
    yield `Ticket ${id} says that it took ${Number(said)}; what was accounted is ${Math.round(Number(summed) * 100) / 100}.`
  }
  const number = await nextNumber(database)
  // A running service may have given it just now, and then the next one is another.
  if ((await isTaken(database, number)) && (await nextNumber(database)) === number) {
    yield `The next ticket would get number ${number}, which another one has.`
  }
  const sizes = await database.sql
    .selectFrom('attachments')
    .innerJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.id', 'attachments.size', 'stored_files.size as stored'])
    .whereRef('attachments.size', '<>', 'stored_files.size')
    .execute()
  for (const { id, size, stored } of sizes) yield `Attachment ${id} says ${size} bytes; its stored file has ${stored}.`
}

/** The number that the next ticket gets; see `nextTicketNumber`. */
async function nextNumber({ sql: db }: Connection): Promise<string> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', 'in', ['system_id', 'ticket_counter'])
    .execute()
  const { system_id = '', ticket_counter = '0' } = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return system_id + String(Number(ticket_counter) + 1).padStart(5 - system_id.length, '0')
}

const isTaken = async ({ sql: db }: Connection, number: string): Promise<boolean> =>
  (await db.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst()) !== undefined

/** A login that is the address of another user stands for the user with the login, wherever either can be given. */
async function* findSharedNames({ database }: Desk): AsyncIterable<string> {
  const rows = await database.sql
    .selectFrom('users as named')
    .innerJoin('users as other', 'other.email', 'named.login')
    .select(['named.id', 'named.login', 'other.id as other_id'])
    .whereRef('named.id', '<>', 'other.id')
    .where('other.email', '<>', '')
    .orderBy('named.id')
    .execute()
  for (const { id, login, other_id } of rows) {
    yield `The login of user ${id}, ${login}, is the e-mail address of user ${other_id}; one of them has to change.`
  }
}

const besideTickets = [
  ['links', 'link_object_source_value'],
  ['links', 'link_object_target_value'],
  ['mentions', 'mentionable_id'],
  ['online_notifications', 'o_id'],
] as const

async function* findOrphans({ database }: Desk): AsyncIterable<string> {
  const unused = await database.sql
    .selectFrom('stored_files')
    .leftJoin('attachments', 'attachments.store_file_id', 'stored_files.id')
    .select(['stored_files.id', 'stored_files.sha256'])
    .where('attachments.id', 'is', null)
    .execute()
  for (const { id, sha256 } of unused) yield `Stored file ${id} (${sha256}) belongs to no attachment.`
  // They name the kind of object beside its id, so that no foreign key holds them.
  for (const [path, column] of besideTickets) {
    const lost = await dynamic(database)
      .selectFrom(path)
      .select([`${path}.id`, `${path}.${column} as ticket`])
      .leftJoin('tickets', 'tickets.id', `${path}.${column}`)
      .where('tickets.id', 'is', null)
      .orderBy(`${path}.id`)
      .execute()
    for (const { id, ticket } of lost) {
      yield `Row ${id as number} of ${path} belongs to ticket ${ticket as number}, which is not there.`
    }
  }
}

async function* findLostFiles(desk: Desk, options: CheckOptions): AsyncIterable<string> {
  yield* lostFilesOf(desk, 'stored_files', 'Stored file', options)
  yield* lostFilesOf(desk, 'avatars', 'The picture', options)
  yield* lostFilesOf(desk, 'uploads', 'The upload', options)
  yield* lostFilesOf(desk, 'shared_draft_files', 'The file of a draft', options)
  yield* lostFilesOf(desk, 'mail_imports', 'The original of mail', options)
}

async function* lostFilesOf(desk: Desk, path: string, noun: string, { deep }: CheckOptions): AsyncIterable<string> {
  for await (const files of inSteps(desk, path, ['id', 'sha256', 'size'])) {
    for (const { id, sha256, size } of files as unknown as { id: number; sha256: string; size: number | null }[]) {
      // A message imported before its bytes were stored.
      if (size === null) continue
      const wrong = await wrongWith(desk, { sha256, size }, deep)
      if (wrong === undefined) continue
      const uses = await usesOf(desk, sha256)
      yield `${noun} ${id} (${sha256}) ${wrong}${uses === '' ? '.' : `: ${uses}.`}`
    }
  }
}

async function wrongWith(
  { files }: Desk,
  { sha256, size: expected }: { sha256: string; size: number },
  deep: boolean,
): Promise<string | undefined> {
  const size = await files.size(sha256)
  if (size === undefined) return 'is missing'
  if (size !== expected) return `has ${size} bytes instead of ${expected}`
  if (!deep) return undefined
  return files.verify(sha256).then(
    () => undefined,
    (failure: unknown) => {
      if (!(failure instanceof LostContent)) throw failure
      return failure.reason === 'damaged' ? 'has another content than its name says' : `is ${failure.reason}`
    },
  )
}

async function* findLostDocuments({ database }: Desk): AsyncIterable<string> {
  const isInOrder = (await readFact(database, 'search_order')) === searchSettings.search_order
  const out = isInOrder ? await outOfOrder(database) : undefined
  if (out !== undefined) {
    yield `The search index says that it is in the order of changes, but ticket ${out} is not; deskbell reindex mends it.`
  }
  for (const resource of indexed) {
    const key = keyOf(resource)
    for (const id of await idsWithoutDocument(database, resource.path, key))
      yield `The ${nounOf(resource)} ${id} has no search document; deskbell reindex mends it.`
    for (const row of await orphansOf(database, resource.path, key)) {
      yield `The search document ${row} of ${resource.path} belongs to no record; deskbell reindex mends it.`
    }
  }
}

async function* findWrongDocuments(desk: Desk, { deep }: CheckOptions): AsyncIterable<string> {
  for (const resource of indexed) {
    const every = deep ? 1 : Math.max(1, Math.ceil((await highestId(desk, resource.path)) / sample))
    const batches = idsInSteps(desk, resource.path, every)
    for await (const { id, column } of wrongDocuments(desk.database, resource, batches, deep)) {
      yield `The search document of ${nounOf(resource)} ${id} does not hold what the record holds (${column}); deskbell reindex mends it.`
    }
  }
}

async function* idsInSteps(desk: Desk, path: string, every: number): AsyncIterable<number[]> {
  for await (const rows of inSteps(desk, path, ['id'], every)) yield rows.map(({ id }) => id as number)
}

const nounOf = ({ name }: Resource): string => name.replaceAll('_', ' ')

async function highestId({ database }: Desk, path: string): Promise<number> {
  const row = await dynamic(database)
    .selectFrom(path)
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  return row.id ?? 0
}

/** The rows of a table in batches, in the order of their ids; of every n-th id where `every` says so. */
async function* inSteps({ database }: Desk, path: string, columns: readonly string[], every = 1) {
  for (let last = 0; ;) {
    const rows = await dynamic(database)
      .selectFrom(path)
      .select(columns)
      .where('id', '>', last)
      .where(sql<boolean>`id % ${every} = 0`)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.['id'] as number
  }
}
