import { type DocumentKey, orphansOf, removeOrphans } from '../search/orphans.ts'
import { type Resource, type ResourceName, systemUser } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { Desk } from '../kernel/context.ts'
import { touch, unitOfWork } from '../writing/unit-of-work.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Unit } from '../kernel/context.ts'
import { indexed } from '../search/document-columns.ts'
import { writeFact } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'

/** How far a rebuild is; called after every batch. */
export type Told = (done: number, total: number) => void

/** Records in one transaction: some ten milliseconds, so that a running service hardly notices. */
const batch = 200
/** So often the tickets are gone through again when others change them meanwhile in an order of their own. */
const rounds = 3

/**
 * Writes every search document again, those of tickets in the order of a search (`updated_at`, `id`), and takes away
 * documents that belong to nothing. It works in many small transactions, because one large one would keep every write
 * of a running service waiting for minutes; each takes a document out and puts it back at once, so that no search
 * meanwhile misses a ticket. Until the end searches sort, because the order of the index is not theirs; a ticket that
 * is changed on the way is met again at the end of the walk, where its new time has put it.
 * @param empty begins with empty tables, for an index that is damaged itself; searches then find a ticket only when
 * the walk has come to it.
 * @throws Error when others keep writing old tickets, as an import does, so that no order comes about.
 */
export async function reindex(desk: Desk, tell: Told = () => {}, { empty = false } = {}): Promise<number> {
  const total = await countAll(desk)
  let done = 0
  const told = (more: number) => tell((done += more), total)
  await unitOfWork(desk, systemUser, async (unit) => {
    await writeFact(unit.db, 'search_order', 'stale')
    if (empty) for (const { path } of indexed) await clear(unit, path)
  })
  for (const resource of indexed) if (resource.name !== 'ticket') await walkById(desk, resource, told)
  for (let round = 1; ; round++) {
    await walkTickets(desk, round === 1 ? told : () => {})
    if (round === 1)
      await unitOfWork(desk, systemUser, ({ db }) => writeFact(db, 'search_documents', searchSettings.search_documents))
    if (await finish(desk)) return done
    if (round === rounds)
      throw new Error('Tickets from the past are being written; run deskbell reindex again afterwards.')
  }
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

const clear = ({ db }: Unit, path: string) => sql.raw(db.dialect.clearTextTable(`${path}_text`)).execute(db.sql)

async function walkById(desk: Desk, { name, path }: Resource, told: (more: number) => void): Promise<void> {
  for (let last = 0; ;) {
    const ids = await unitOfWork(desk, systemUser, async (unit) => {
      const rows = await dynamic(unit.db)
        .selectFrom(path)
        .select('id')
        .where('id', '>', last)
        .orderBy('id')
        .limit(batch)
        .execute()
      for (const { id } of rows) touch(unit, name as ResourceName, id as number)
      return rows.map(({ id }) => id as number)
    })
    told(ids.length)
    if (ids.length === 0) break
    last = ids.at(-1) ?? last
  }
  await clearOrphans(desk, path, 'id')
}

async function walkTickets(desk: Desk, told: (more: number) => void): Promise<void> {
  for (let last = { updated_at: '', id: 0 }; ;) {
    const tickets = await unitOfWork(desk, systemUser, async (unit) => {
      const rows = await unit.db.sql
        .selectFrom('tickets')
        .select(['id', 'updated_at'])
        .$if(last.id > 0, (all) =>
          all.where((eb) =>
            eb.or([
              eb('updated_at', '>', last.updated_at),
              eb.and([eb('updated_at', '=', last.updated_at), eb('id', '>', last.id)]),
            ]),
          ),
        )
        .orderBy('updated_at')
        .orderBy('id')
        .limit(batch)
        .execute()
      for (const { id } of rows) touch(unit, 'ticket', id)
      return rows
    })
    told(tickets.length)
    if (tickets.length === 0) return
    last = tickets.at(-1) ?? last
  }
}

/**
 * Says that the order of the index is the order of a search, if it is. What takes long with many tickets is read
 * before the transaction; inside it only what was written since.
 * @returns whether it is.
 */
async function finish(desk: Desk): Promise<boolean> {
  const { change: until } = await desk.database.sql
    .selectFrom('tickets')
    .select((eb) => eb.fn.coalesce(eb.fn.max('change'), eb.lit(0)).as('change'))
    .executeTakeFirstOrThrow()
  if ((await outOfOrder(desk.database)) !== undefined) return false
  await clearOrphans(desk, 'tickets', 'change')
  return unitOfWork(desk, systemUser, async (unit) => {
    const sorted = (await outOfOrder(unit.db, until)) === undefined
    if (sorted) await writeFact(unit.db, 'search_order', searchSettings.search_order)
    return sorted
  })
}

async function clearOrphans(desk: Desk, path: string, key: DocumentKey): Promise<void> {
  const orphans = await orphansOf(desk.database, path, key)
  if (orphans.length > 0) await unitOfWork(desk, systemUser, ({ db }) => removeOrphans(db, path, key, orphans))
}

/**
 * The id of a ticket whose change number puts it behind one that was changed later; undefined if all are in order.
 * @param from looks at changes from this number on only.
 */
export async function outOfOrder(db: Connection, from = 0): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, updated_at, lag(updated_at) over by_change as before, lag(id) over by_change as id_before
      from tickets where change >= ${from} window by_change as (order by change)
    ) as walked
    where updated_at < before or (updated_at = before and id < id_before)
    limit 1`.execute(db.sql)
  return rows[0]?.id
}
