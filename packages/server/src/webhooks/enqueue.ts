import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import { readExtent } from '../events/batch.ts'
import { eventKinds } from '../events/visibility.ts'
import { patternsIn, type EventFilter, eventFilter } from '../kernel/event-patterns.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { readStoredValue, writeStoredValue } from '../kernel/settings.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Maximum number of events that one transaction processes. */
const MAX_EVENTS = 500
/** Maximum number of rows of an insert statement. */
const MAX_ROWS = 200

/** A webhook that receives events. */
export interface Subscriber {
  readonly id: number
  readonly accepts: EventFilter
}

/**
 * Creates a delivery of every new event, except for those of personal records such as drafts, for each webhook that
 * subscribes to it. The cursor, which is the id of the last processed event, moves in the same transaction, so that neither a
 * crash nor a second process duplicates or loses a delivery.
 * @returns the number of new deliveries.
 */
export async function enqueueEvents(desk: Desk): Promise<number> {
  const subscribers = await subscribersOf(desk)
  const cursor = await cursorOf(desk.database)
  if (subscribers.length === 0) {
    // A new subscriber does not receive events from a time when there was no subscriber.
    if (cursor.position !== undefined)
      await unitOfWork(desk, systemUser, (unit) => moveCursor(unit, `idle since ${cursor.position}`))
    return 0
  }
  // Without new events there is nothing to commit, and a commit would wake the other processes.
  if (cursor.position === (await readExtent(desk)).committedUpTo) return 0
  let created = 0
  for (let hasMore = true; hasMore;) {
    const step = await unitOfWork(desk, systemUser, (unit) => enqueueStep(unit, subscribers))
    created += step.created
    hasMore = step.hasMore
  }
  return created
}

/** Returns the active webhooks that subscribe to events, without those whose patterns are invalid. */
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
      return [{ id, accepts: eventFilter(patternsIn(events ?? ''), 'events') }]
    } catch (error) {
      log.warn({ error, webhook: id }, 'a webhook has invalid event patterns and receives no events')
      return []
    }
  })
}

async function enqueueStep(
  unit: Unit,
  subscribers: readonly Subscriber[],
): Promise<{ created: number; hasMore: boolean }> {
  const { db } = unit
  await lockCursor(db)
  const { rows } = await sql<{ id: number }>`select ${db.dialect.committedUpTo()} as id`.execute(db.sql)
  const committedUpTo = rows[0]?.id ?? 0
  const cursor = await cursorOf(db)
  const after = cursor.position ?? (await firstSubscription(db, subscribers, cursor.idleSince, committedUpTo))
  const events = await eventsBetween(db, after, committedUpTo)
  const created = await insertDeliveries(unit, subscribers, events)
  const hasMore = events.length === MAX_EVENTS
  await moveCursor(unit, String(hasMore ? events.at(-1)?.id : committedUpTo))
  return { created, hasMore }
}

/** Locks the cursor until the end of the transaction: on PostgreSQL, a second process waits here for the first. */
const lockCursor = (db: Connection) =>
  db.sql
    .updateTable('settings')
    .set({ value: sql<string>`value` })
    .where('name', '=', cursorName)
    .execute()

const eventsBetween = (db: Connection, after: number, committedUpTo: number) =>
  db.sql
    .selectFrom('events')
    .select(['id', 'name', 'object', 'o_id'])
    .where('id', '>', after)
    .where('id', '<=', committedUpTo)
    .orderBy('id')
    .limit(MAX_EVENTS)
    .execute()

/** Creates the deliveries of events. Returns the number of deliveries. */
async function insertDeliveries(
  { db, now }: Unit,
  subscribers: readonly Subscriber[],
  events: Awaited<ReturnType<typeof eventsBetween>>,
): Promise<number> {
  const deliveries = subscribers.flatMap(({ id: webhook_id, accepts }) => {
    // A webhook receives nothing from before its creation.
    const creation = events.find(
      ({ object, o_id, name }) => object === 'Webhook' && o_id === webhook_id && name === 'webhook.created',
    )
    return events
      .filter(({ id, name, object }) => (!creation || id > creation.id) && accepts(name) && !isPersonal(object))
      .map(({ id, name }) => newDelivery({ webhook_id, event_id: id, event: name }, now))
  })
  for (let start = 0; start < deliveries.length; start += MAX_ROWS) {
    await db.sql
      .insertInto('webhook_deliveries')
      .values(deliveries.slice(start, start + MAX_ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return deliveries.length
}

/** Returns true if records of a model are visible only to their author. */
const isPersonal = (model: string): boolean => eventKinds.get(model)?.resource.personal === true

/**
 * Creates the delivery of a ticket, and of an article if there is one, to a webhook, on behalf of a rule.
 * @param rule the name of the rule, which the receiver gets as the name of the event.
 * @returns false if the webhook is inactive or does not exist.
 */
export async function enqueueTicket(
  { db, now }: Unit,
  webhook_id: number,
  subject: { readonly ticket_id: number; readonly article_id: number | null; readonly event_id: number },
  rule: string,
): Promise<boolean> {
  const webhook = await db.sql.selectFrom('webhooks').select('active').where('id', '=', webhook_id).executeTakeFirst()
  if (!webhook?.active) return false
  const { event_id, ...record } = subject
  // The name is sent in a header, which may contain ASCII characters only.
  const event = rule.replace(/[^\x20-\x7e]/g, '?')
  await db.sql
    .insertInto('webhook_deliveries')
    .values({ ...newDelivery({ webhook_id, event_id, event }, now), ...record })
    .execute()
  return true
}

/** Returns the row of a delivery that is due now. */
export const newDelivery = (columns: { webhook_id: number; event_id: number; event: string }, now: string) => ({
  ...columns,
  delivery: randomUUID(),
  state: 'waiting' as const,
  attempts: 0,
  due_at: now,
  created_at: now,
  updated_at: now,
})

const cursorName = 'webhook_cursor'

/** Reads the cursor: `position` is the last processed event, `idleSince` the event since which there has been no subscriber. */
async function cursorOf(db: Connection): Promise<{ position?: number; idleSince: number }> {
  const [, idle, id] = /^(idle since )?(\d+)$/.exec((await readStoredValue(db, cursorName)) ?? '') ?? []
  return idle === undefined && id !== undefined
    ? { position: Number(id), idleSince: 0 }
    : { idleSince: Number(id ?? 0) }
}

const moveCursor = (unit: Unit, value: string): Promise<void> => writeStoredValue(unit.db, cursorName, value)

/**
 * Returns the event after which deliveries begin after a time without a subscriber. For each present subscriber, the latest
 * event about its webhook is found, such as its creation or activation; the result is the earliest of these events, or
 * `committedUpTo` if there is none.
 */
async function firstSubscription(
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
