import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { patternsIn, type Wanted, wantedBy } from '../events/names.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Events of one transaction. */
const step = 500
/** Rows of one statement. */
const rowsAtOnce = 200

/** A webhook that is told of events. */
export interface Subscriber {
  readonly id: number
  readonly wanted: Wanted
}

/**
 * Puts every new event into the books of each webhook that wants it, once, in the transaction that moves the cursor:
 * neither a crash nor a second process makes two of one or loses one.
 * @returns how many deliveries were made.
 */
export async function enqueue(desk: Desk): Promise<number> {
  const subscribers = await subscribersOf(desk)
  const cursor = await cursorOf(desk.database)
  if (subscribers.length === 0) {
    // Nobody is told of what happens while nobody wants it.
    if (cursor.at !== undefined) await unitOfWork(desk, 1, ({ db }) => moveCursor(db, `idle since ${cursor.at}`))
    return 0
  }
  let made = 0
  for (let more = true; more;) {
    const done = await unitOfWork(desk, 1, (unit) => enqueueStep(unit, subscribers))
    made += done.made
    more = done.more
  }
  return made
}

/** The webhooks that are in use and want events; one whose patterns cannot be read is told of nothing. */
export async function subscribersOf({ database, log }: Desk): Promise<Subscriber[]> {
  const rows = await database.sql
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('active', '=', true)
    .where('events', '<>', '')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, events }) => {
    try {
      return [{ id, wanted: wantedBy(patternsIn(events ?? ''), 'events') }]
    } catch (error) {
      log.warn({ error, webhook: id }, 'the events of a webhook cannot be read')
      return []
    }
  })
}

async function enqueueStep(
  { db, now }: Unit,
  subscribers: readonly Subscriber[],
): Promise<{ made: number; more: boolean }> {
  // On PostgreSQL a second process waits here for the first.
  await db.sql
    .updateTable('settings')
    .set({ value: sql<string>`value` })
    .where('name', '=', cursorName)
    .execute()
  const { rows } = await sql<{ id: number }>`select ${db.dialect.committedUpTo()} as id`.execute(db.sql)
  const committedUpTo = rows[0]?.id ?? 0
  const cursor = await cursorOf(db)
  const after = cursor.at ?? (await beginningOf(db, subscribers, cursor.idleSince, committedUpTo))
  const events = await db.sql
    .selectFrom('events')
    .select(['id', 'name', 'object', 'o_id'])
    .where('id', '>', after)
    .where('id', '<=', committedUpTo)
    .orderBy('id')
    .limit(step)
    .execute()
  const deliveries = subscribers.flatMap(({ id: webhook_id, wanted }) => {
    // A webhook is not told of what happened before it was there.
    const since = events.find((e) => e.object === 'Webhook' && e.o_id === webhook_id && e.name === 'webhook.created')
    return events
      .filter(({ id, name }) => (!since || id > since.id) && wanted(name))
      .map(({ id, name }) => newDelivery({ webhook_id, event_id: id, event: name }, now))
  })
  for (let at = 0; at < deliveries.length; at += rowsAtOnce) {
    await db.sql
      .insertInto('webhook_deliveries')
      .values(deliveries.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const more = events.length === step
  await moveCursor(db, String(more ? events.at(-1)?.id : committedUpTo))
  return { made: deliveries.length, more }
}

/** A delivery that waits for its turn. */
export const newDelivery = (of: { webhook_id: number; event_id: number; event: string }, now: string) => ({
  ...of,
  delivery: randomUUID(),
  state: 'waiting' as const,
  attempts: 0,
  due_at: now,
  created_at: now,
  updated_at: now,
})

const cursorName = 'webhook_cursor'

/** The last event that was looked at, or where looking ended because nobody wants any. */
async function cursorOf({ sql: db }: Connection): Promise<{ at?: number; idleSince: number }> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', cursorName).executeTakeFirst()
  const [, idle, at] = /^(idle since )?(\d+)$/.exec(row?.value ?? '') ?? []
  return idle === undefined && at !== undefined ? { at: Number(at), idleSince: 0 } : { idleSince: Number(at ?? 0) }
}

const moveCursor = ({ sql: db }: Connection, value: string): Promise<unknown> =>
  db
    .insertInto('settings')
    .values({ name: cursorName, value })
    .onConflict((at) => at.column('name').doUpdateSet({ value }))
    .execute()

/** Where the first of the webhooks came into use: the last event about it. */
async function beginningOf(
  db: Connection,
  subscribers: readonly Subscriber[],
  idleSince: number,
  committedUpTo: number,
): Promise<number> {
  let first = committedUpTo
  for (const { id } of subscribers) {
    const row = await db.sql
      .selectFrom('events')
      .select('id')
      .where('id', '>', idleSince)
      .where('object', '=', 'Webhook')
      .where('o_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row) first = Math.min(first, row.id)
  }
  return first
}
