import { type DocumentKey, orphansOf, removeOrphans } from '../search/orphans.ts'
import { type Resource, type ResourceName, systemUser } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { markForIndexing, unitOfWork } from '../writing/unit-of-work.ts'
import { dynamic } from '../db/dynamic.ts'
import { indexed } from '../search/document-columns.ts'
import { readStoredValue, writeStoredValue } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'

/** Receives the number of records that are done, after every batch. */
export type OnProgress = (done: number, total: number) => void

/** Records per transaction, which takes tens of milliseconds, so that a running service hardly notices. */
const BATCH_SIZE = 200
/**
 * Maximum number of passes over the tickets: a rebuild then gives up on sorting them, because other writes keep changing
 * their order.
 */
const MAX_PASSES = 3

/**
 * Rewrites every search document, those of tickets in the sort order of a search (`updated_at`, `id`), and deletes
 * documents without a record. Uses many small transactions, because a large one would block the writes of a running
 * service for minutes. Each transaction replaces its documents, so searches find every ticket all the time. Until the
 * end, searches sort their hits themselves. A ticket that changes in the meantime gets a later `updated_at`, so the
 * same pass reaches it again.
 * @param empty starts with empty tables, for a damaged index; until the end, searches do not find all tickets.
 * @returns the number of records.
 * @throws Error if an import keeps writing old tickets, so that the order cannot be established.
 */
export async function reindex(desk: Desk, onProgress: OnProgress = () => {}, { empty = false } = {}): Promise<number> {
  const total = await countAll(desk)
  let done = 0
  const report = (count: number) => onProgress((done += count), total)
  await unitOfWork(desk, systemUser, async (unit) => {
    await writeStoredValue(unit.db, 'search_order', 'stale')
    if (empty) for (const { path } of indexed) await clearIndex(unit, path)
  })
  for (const resource of indexed) if (resource.name !== 'ticket') await rewriteById(desk, resource, report)
  for (let pass = 1; ; pass++) {
    await rewriteTickets(desk, pass === 1 ? report : () => {})
    if (pass === 1)
      await unitOfWork(desk, systemUser, ({ db }) =>
        writeStoredValue(db, 'search_documents', searchSettings.search_documents),
      )
    if (await markSorted(desk)) return done
    if (pass === MAX_PASSES)
      throw new Error('Old tickets are being imported; run deskbell reindex again when the import is done.')
  }
}

/** Rebuilds the search index if it was written by another version, or is empty, as in a backup of a PostgreSQL database. */
export async function completeIndex(desk: Desk, onProgress?: OnProgress): Promise<void> {
  if ((await readStoredValue(desk.database, 'search_documents')) === searchSettings.search_documents) return
  await reindex(desk, onProgress, { empty: true })
}

async function countAll(desk: Desk): Promise<number> {
  let total = 0
  for (const { path } of indexed) {
    const row = await dynamic(desk.database)
      .selectFrom(path)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    total += row.count
  }
  return total
}

const clearIndex = ({ db }: Unit, path: string) => sql.raw(db.dialect.clearTextTable(`${path}_text`)).execute(db.sql)

async function rewriteById(desk: Desk, { name, path }: Resource, report: (count: number) => void): Promise<void> {
  for (let last = 0; ;) {
    const ids = await unitOfWork(desk, systemUser, async (unit) => {
      const rows = await dynamic(unit.db)
        .selectFrom(path)
        .select('id')
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute()
      for (const { id } of rows) markForIndexing(unit, name as ResourceName, id as number)
      return rows.map(({ id }) => id as number)
    })
    report(ids.length)
    if (ids.length === 0) break
    last = ids.at(-1) ?? last
  }
  await clearOrphans(desk, path, 'id')
}

async function rewriteTickets(desk: Desk, report: (count: number) => void): Promise<void> {
  for (let last = { updated_at: '', id: 0 }; ;) {
    const tickets = await unitOfWork(desk, systemUser, async (unit) => {
      const rows = await ticketsAfter(unit, last)
      for (const { id } of rows) markForIndexing(unit, 'ticket', id)
      return rows
    })
    report(tickets.length)
    if (tickets.length === 0) return
    last = tickets.at(-1) ?? last
  }
}

/** Returns the next tickets in the order of their changes. */
const ticketsAfter = ({ db }: Unit, { updated_at, id }: { readonly updated_at: string; readonly id: number }) =>
  db.sql
    .selectFrom('tickets')
    .select(['id', 'updated_at'])
    .$if(id > 0, (tickets) =>
      tickets.where((eb) =>
        eb.or([eb('updated_at', '>', updated_at), eb.and([eb('updated_at', '=', updated_at), eb('id', '>', id)])]),
      ),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()

/**
 * Marks the index as sorted, if it is. Checks most of the order before the transaction, because that takes long with
 * many tickets, and inside it only the changes since.
 * @returns true if the index is sorted.
 */
async function markSorted(desk: Desk): Promise<boolean> {
  const { change: until } = await desk.database.sql
    .selectFrom('tickets')
    .select((eb) => eb.fn.coalesce(eb.fn.max('change'), eb.lit(0)).as('change'))
    .executeTakeFirstOrThrow()
  if ((await outOfOrder(desk.database)) !== undefined) return false
  await clearOrphans(desk, 'tickets', 'change')
  return unitOfWork(desk, systemUser, async (unit) => {
    const isSorted = (await outOfOrder(unit.db, until)) === undefined
    if (isSorted) await writeStoredValue(unit.db, 'search_order', searchSettings.search_order)
    return isSorted
  })
}

async function clearOrphans(desk: Desk, path: string, key: DocumentKey): Promise<void> {
  const orphans = await orphansOf(desk.database, path, key)
  if (orphans.length > 0) await unitOfWork(desk, systemUser, ({ db }) => removeOrphans(db, path, key, orphans))
}

/**
 * Returns the id of a ticket whose change number is higher than that of a ticket with a later `updated_at`; undefined
 * if all are in order, or if their order has no meaning.
 * @param from the first change number to check.
 */
export async function outOfOrder(db: Connection, from = 0): Promise<number | undefined> {
  if (!db.dialect.ordersByChange) return undefined
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, updated_at, lag(updated_at) over by_change as before, lag(id) over by_change as id_before
      from tickets where change >= ${from} window by_change as (order by change)
    ) as ordered
    where updated_at < before or (updated_at = before and id < id_before)
    limit 1`.execute(db.sql)
  return rows[0]?.id
}
