import { CompiledQuery } from 'kysely'
import type { Desk } from '../kernel/context.ts'
import { dynamic } from '../db/dynamic.ts'

/** Reports references to rows that do not exist. */
export async function* findDanglingReferences({ database }: Desk): AsyncIterable<string> {
  const { foreignKeyCheck } = database.dialect
  if (foreignKeyCheck !== undefined) {
    const rows = await database.arrays(CompiledQuery.raw(foreignKeyCheck))
    for (const [table, row, parent] of rows as [string, number | null, string][]) {
      yield `${row === null ? 'A row' : `Row ${row}`} of ${table} refers to a row of ${parent} that does not exist.`
    }
  }
  const lost = await database.sql
    .selectFrom('attachments')
    .leftJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.id', 'attachments.store_file_id'])
    .where('stored_files.id', 'is', null)
    .execute()
  for (const { id, store_file_id } of lost) {
    yield `Attachment ${id} refers to stored file ${store_file_id}, which does not exist.`
  }
}

/** Reports logins that are the address of another user. Such a name always means the user whose login it is. */
export async function* findSharedNames({ database }: Desk): AsyncIterable<string> {
  const rows = await database.sql
    .selectFrom('users as named')
    .innerJoin('users as other', 'other.email', 'named.login')
    .select(['named.id', 'named.login', 'other.id as other_id'])
    .whereRef('named.id', '<>', 'other.id')
    .where('other.email', '<>', '')
    .orderBy('named.id')
    .execute()
  for (const { id, login, other_id } of rows) {
    yield `The login of user ${id}, ${login}, is the e-mail address of user ${other_id}; change one of them.`
  }
}

/** Columns with ids of tickets, but without a foreign key, because they could also refer to records of other kinds. */
const ticketReferences = [
  ['links', 'link_object_source_value'],
  ['links', 'link_object_target_value'],
  ['mentions', 'mentionable_id'],
  ['online_notifications', 'o_id'],
] as const

/** Reports rows that nothing refers to, and rows of tickets that do not exist. */
export async function* findOrphans(desk: Desk): AsyncIterable<string> {
  yield* findUnusedFileRows(desk)
  yield* findRowsOfMissingTickets(desk)
}

async function* findUnusedFileRows({ database }: Desk): AsyncIterable<string> {
  const unused = await database.sql
    .selectFrom('stored_files')
    .leftJoin('attachments', 'attachments.store_file_id', 'stored_files.id')
    .select(['stored_files.id', 'stored_files.sha256'])
    .where('attachments.id', 'is', null)
    .execute()
  for (const { id, sha256 } of unused) yield `Stored file ${id} (${sha256}) is not used by any attachment.`
}

async function* findRowsOfMissingTickets({ database }: Desk): AsyncIterable<string> {
  for (const [path, column] of ticketReferences) {
    const lost = await dynamic(database)
      .selectFrom(path)
      .select([`${path}.id`, `${path}.${column} as ticket`])
      .leftJoin('tickets', 'tickets.id', `${path}.${column}`)
      .where('tickets.id', 'is', null)
      .orderBy(`${path}.id`)
      .execute()
    for (const { id, ticket } of lost) {
      yield `Row ${id as number} of ${path} refers to ticket ${ticket as number}, which does not exist.`
    }
  }
}
