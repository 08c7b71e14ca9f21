import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { Desk } from '../kernel/context.ts'
import { formatNumber } from '../resources/ticket/number.ts'

/** Reports stored counts and sums that differ from the rows they are computed from. */
export async function* findWrongCounters({ database }: Desk): AsyncIterable<string> {
  yield* findWrongArticleCounts(database)
  yield* findWrongTimes(database)
  const number = await nextNumber(database)
  // Read again: a running service may have assigned the number in the meantime.
  if ((await isTaken(database, number)) && (await nextNumber(database)) === number) {
    yield `The next ticket would get the number ${number}, which is already taken.`
  }
  const sizes = await database.sql
    .selectFrom('attachments')
    .innerJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.id', 'attachments.size', 'stored_files.size as stored'])
    .whereRef('attachments.size', '<>', 'stored_files.size')
    .execute()
  for (const { id, size, stored } of sizes) {
    yield `Attachment ${id} has the size ${size}, but its stored file has ${stored} bytes.`
  }
}

async function* findWrongArticleCounts({ sql: db }: Connection): AsyncIterable<string> {
  for (const [column, kind, condition] of [
    ['article_count', 'articles', sql`1 = 1`],
    ['internal_article_count', 'internal articles', sql`a.internal = ${true}`],
  ] as const) {
    const { rows } = await sql<{ id: number; stored: number; counted: number }>`
      select id, stored, counted from (
        select t.id, coalesce(${sql.ref(`t.${column}`)}, 0) as stored,
          (select count(*) from ticket_articles a join ticket_article_senders s on s.id = a.sender_id
            where a.ticket_id = t.id and s.name <> 'System' and ${condition}) as counted
        from tickets t
      ) as both_counts where stored <> counted order by id`.execute(db)
    for (const { id, stored, counted } of rows) {
      yield `The counter of ticket ${id} is at ${stored} ${kind}, but the ticket has ${counted}.`
    }
  }
}

async function* findWrongTimes({ sql: db }: Connection): AsyncIterable<string> {
  const { rows } = await sql<{ id: number; stored: number | string; summed: number | string }>`
    select id, stored, summed from (
      select t.id, coalesce(t.time_unit, 0) as stored,
        (select coalesce(sum(a.time_unit), 0) from time_accountings a where a.ticket_id = t.id) as summed
      from tickets t
    ) as both_sums where abs(stored - summed) > 0.001 order by id`.execute(db)
  for (const { id, stored, summed } of rows) {
    const sum = Math.round(Number(summed) * 100) / 100
    yield `The accounted time of ticket ${id} is ${Number(stored)}, but its entries add up to ${sum}.`
  }
}

/** Returns the number of the next ticket; see `nextTicketNumber`. */
async function nextNumber({ sql: db, dialect }: Connection): Promise<string> {
  const { system, count } = await db
    .selectFrom('settings')
    .select(['value as system', dialect.lastTicketCount().as('count')])
    .where('name', '=', 'system_id')
    .executeTakeFirstOrThrow()
  return formatNumber(system, count + 1)
}

const isTaken = async ({ sql: db }: Connection, number: string): Promise<boolean> =>
  (await db.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst()) !== undefined
