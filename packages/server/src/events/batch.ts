import { CompiledQuery, sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { type AccessColumns, eventKinds } from './visibility.ts'

/** A row of the table of events. */
export interface EventRow {
  readonly id: number
  readonly name: string
  /** The model of the record that the event is about. */
  readonly object: string
  readonly o_id: number
  readonly ticket_id: number | null
  readonly changes: Readonly<Record<string, unknown>>
  readonly created_by_id: number
  readonly created_at: string
}

/** Consecutive events, and the columns that decide who may read their records, by `recordKey`. */
export interface Batch {
  readonly events: readonly EventRow[]
  readonly access: ReadonlyMap<string, AccessColumns>
}

/** Returns the key of a record in a map. */
export const recordKey = (model: string, id: number): string => `${model}:${id}`

/** The range of ids in which the feed has events. */
export interface FeedExtent {
  /** All events up to this id are committed. Events with higher ids may still appear, in any order. */
  readonly committedUpTo: number
  /** Events up to this id were deleted; 0 if none were. */
  readonly purged: number
}

/** Reads the current extent of the feed. */
export async function readExtent({ database }: Pick<Desk, 'database'>): Promise<FeedExtent> {
  const [row] = await database.arrays(
    sql`select ${database.dialect.committedUpTo()}, (select value from settings where name = 'events_purged')`.compile(
      database.sql,
    ),
  )
  const purged = Number(row?.[1] ?? 0)
  // If all events were deleted, the table does not contain the last id any more.
  return { committedUpTo: Math.max(Number(row?.[0] ?? 0), purged), purged }
}

/**
 * Checks that the feed can be continued from a cursor without missing an event.
 * @throws Fault `gone` if events after the cursor were deleted, or if it is larger than the id of any event. The cursor 0,
 * which stands for the beginning of what is kept, is always valid.
 */
export async function checkCursor({ database }: Desk, after: number, extent: FeedExtent): Promise<void> {
  const remedy = 'read the records again, and continue with after=now.'
  if (after > 0 && after < extent.purged) {
    throw new Fault('gone', `after: events up to ${extent.purged} are no longer kept; ${remedy}`)
  }
  if (after <= extent.committedUpTo) return
  const [row] = await database.arrays(CompiledQuery.raw('select max(id) from events'))
  if (after > Number(row?.[0] ?? 0)) throw new Fault('gone', `after: there is no event ${after} yet; ${remedy}`)
}

/** Reads at most `limit` events after the id `after`, up to the id `until`, with the access columns of their records. */
export async function readBatch(desk: Desk, after: number, until: number, limit: number): Promise<Batch> {
  const events = (await desk.database.sql
    .selectFrom('events')
    .select(['id', 'name', 'object', 'o_id', 'ticket_id', 'changes', 'created_by_id', 'created_at'])
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(limit)
    .execute()) as unknown as EventRow[]
  return { events, access: await readAccess(desk, events) }
}

/** Runs one statement for each kind of record with a visibility rule, and a second one if some of the records were deleted. */
async function readAccess(desk: Desk, events: readonly EventRow[]): Promise<Map<string, AccessColumns>> {
  const access = new Map<string, AccessColumns>()
  const tickets = new Set<number>()
  const idsByModel = new Map<string, Set<number>>()
  for (const { object, o_id } of events) {
    if (object === 'Ticket') tickets.add(o_id)
    else if (eventKinds.get(object)?.rule) idsByModel.set(object, (idsByModel.get(object) ?? new Set()).add(o_id))
  }
  for (const [model, ids] of idsByModel) await addAccess(desk, access, model, ids)
  // An article may have moved to another ticket since the event.
  for (const { ticket_id } of access.values()) if (typeof ticket_id === 'number') tickets.add(ticket_id)
  await addAccess(desk, access, 'Ticket', tickets)
  return access
}

async function addAccess(
  desk: Desk,
  access: Map<string, AccessColumns>,
  model: string,
  ids: ReadonlySet<number>,
): Promise<void> {
  const { resource, rule } = eventKinds.get(model) ?? {}
  if (!resource || !rule || ids.size === 0) return
  const rows = await dynamic(desk.database)
    .selectFrom(resource.path)
    .select(['id', ...rule.columns])
    .where(desk.database.dialect.among(sql.ref('id'), sql.val(`[${[...ids].join()}]`)))
    .execute()
  for (const row of rows) access.set(recordKey(model, row['id'] as number), row)
  const deleted = [...ids].filter((id) => !access.has(recordKey(model, id)))
  if (deleted.length > 0) await addDeletedAccess(desk, access, model, deleted)
}

/** Adds the access columns of deleted records, which are stored in the events of their deletion. */
async function addDeletedAccess(
  desk: Desk,
  access: Map<string, AccessColumns>,
  model: string,
  deleted: readonly number[],
): Promise<void> {
  const rows = (await dynamic(desk.database)
    .selectFrom('events')
    .select(['o_id', 'kept'])
    .where('object', '=', model)
    .where(desk.database.dialect.among(sql.ref('o_id'), sql.val(`[${deleted.join()}]`)))
    .where('kept', 'is not', null)
    .execute()) as { o_id: number; kept: AccessColumns }[]
  for (const { o_id, kept } of rows) access.set(recordKey(model, o_id), { ...kept, id: o_id })
}
