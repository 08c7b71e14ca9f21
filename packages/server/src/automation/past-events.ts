/** Reconstructs past events from tickets and their history, so that triggers can be tried on them. */
import { inParallel } from '../db/in-parallel.ts'
import { senders } from '../resources/article/kinds.ts'
import type { FieldValues, Unit, UnitChange } from '../kernel/context.ts'
import { type TimeEventType, type EventType, eventsIn, type TicketEvent } from './events.ts'

/** Returns the event of the creation of a ticket, with its first article. */
export async function createdEvent(unit: Unit, row: FieldValues): Promise<TicketEvent> {
  const article = await firstArticleOf(unit, row)
  return eventOf(row, 'create', article?.id, row['created_by_id'] as number)
}

/** Returns the event of the last change of a ticket, with the article that was written with it. */
export async function lastEvent({ db }: Unit, row: FieldValues): Promise<TicketEvent> {
  const ticket = row['id'] as number
  const rows = await newestHistory(db, ticket)
  const lastEntries = rows.filter(({ created_at }) => created_at === rows[0]?.created_at).toReversed()
  const [event] = eventsIn(lastEntries.map((entry) => changeIn(entry, ticket)))
  return event ? { ...event, eventId: undefined } : eventOf(row, 'update', undefined, row['updated_by_id'] as number)
}

/** Maximum number of history entries that are read; a single change writes fewer. */
const MAX_ENTRIES = 100

const newestHistory = (db: Unit['db'], ticket: number) =>
  db.sql
    .selectFrom('histories')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and({ object: 'Ticket', o_id: ticket }),
        eb.and([
          eb('related_object', '=', 'Ticket'),
          eb('related_o_id', '=', ticket),
          // The condition of the partial index, which is used only if the query repeats it.
          eb('related_o_id', 'is not', null),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()

type HistoryEntry = Awaited<ReturnType<typeof newestHistory>>[number]

function changeIn(
  { object, o_id, type, attribute, created_by_id, id_from, id_to }: HistoryEntry,
  ticket: number,
): UnitChange {
  // `eventsIn` needs only the names of attributes, and `id_to` to recognize references.
  const ids = id_from === null && id_to === null ? {} : { id_to }
  return {
    type,
    name: object === 'Ticket' ? 'ticket' : 'article',
    id: o_id,
    ticket,
    by: created_by_id,
    eventId: undefined,
    ...(attribute === null ? {} : { changes: { [attribute]: { from: null, to: null, ...ids } } }),
  }
}

/** Returns the time events of a ticket: the reminder and the escalation if they are due, or the warning before an escalation. */
export async function timeEventsOf(unit: Unit, row: FieldValues): Promise<TicketEvent[]> {
  const types: TimeEventType[] = []
  if (hasPassed(row['pending_time'], unit.now)) types.push('reminder_reached')
  if (hasPassed(row['escalation_at'], unit.now)) types.push('escalation')
  else if (row['escalation_at'] !== null) types.push('escalation_warning')
  return inParallel(types.map((type) => timeEvent(unit, type, row)))
}

/** Returns the event of a reminder or deadline. Its article is the last one that a person wrote. */
export async function timeEvent({ db }: Unit, type: TimeEventType, row: FieldValues): Promise<TicketEvent> {
  const article = await db.sql
    .selectFrom('ticket_articles')
    .select('id')
    .where('ticket_id', '=', row['id'] as number)
    .where('sender_id', '<>', senders.system)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return eventOf(row, type, article?.id, row['updated_by_id'] as number)
}

const hasPassed = (time: unknown, now: string): boolean => typeof time === 'string' && time <= now

const eventOf = (row: FieldValues, type: EventType, article: number | undefined, user: number): TicketEvent => ({
  ticket: row['id'] as number,
  type,
  changed: new Set(),
  article,
  user,
  eventId: undefined,
})

const firstArticleOf = ({ db }: Unit, row: FieldValues) =>
  db.sql
    .selectFrom('ticket_articles')
    .select('id')
    .where('ticket_id', '=', row['id'] as number)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
