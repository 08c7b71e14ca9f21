/** The events of tickets that start triggers. */
import { systemUser } from '@deskbell/contract'
import type { EventId, UnitChange } from '../kernel/context.ts'

/** Events that changes cause. */
const changeEventTypes = ['create', 'update', 'update.merged_into', 'update.received_merge'] as const
/** Alarms, the events at points in time: a pending time or a deadline is reached, or a deadline will be reached soon. */
export const timeEventTypes = ['reminder_reached', 'escalation', 'escalation_warning'] as const
export type TimeEventType = (typeof timeEventTypes)[number]
export type EventType = (typeof changeEventTypes)[number] | TimeEventType

/** Returns the type of event that a comparison such as "pending time has reached" requires; undefined for other comparisons. */
export function timeEventTypeOf(name: string, operator: string): TimeEventType | undefined {
  if (name === 'ticket.pending_time' && operator === 'has reached') return 'reminder_reached'
  if (name !== 'ticket.escalation_at') return undefined
  if (operator === 'has reached') return 'escalation'
  return operator === 'has reached warning' ? 'escalation_warning' : undefined
}

/** Something that happened to a ticket: everything that one transaction changed on it, or a point in time (`TimeEventType`). */
export interface TicketEvent {
  readonly ticket: number
  readonly type: EventType
  /** The columns that changed; empty for a point in time. */
  readonly changed: ReadonlySet<string>
  /** The id of the last article that was added; for a point in time, the last one that a person wrote. */
  readonly article: number | undefined
  /**
   * The id of the author of the article, or of the change if there is no article; for a point in time, of the last change of
   * the ticket.
   */
  readonly user: number
  /** Reads the id of the event in the feed, for webhooks; undefined for points in time and trials. */
  readonly eventId: EventId | undefined
}

/**
 * Returns one event for each ticket that was changed or got an article, in the order of the first change. Changes of tags
 * and of existing articles do not count as events.
 */
export function eventsIn(changes: readonly UnitChange[]): TicketEvent[] {
  const byTicket = new Map<number, UnitChange[]>()
  for (const change of changes) {
    const ticket = ticketOf(change)
    if (ticket !== undefined) byTicket.set(ticket, [...(byTicket.get(ticket) ?? []), change])
  }
  return [...byTicket].map(([ticket, ticketChanges]) => eventOf(ticket, ticketChanges))
}

function ticketOf({ name, type, id, ticket }: UnitChange): number | undefined {
  if (name === 'ticket') return ticketChangeTypes.has(type) ? id : undefined
  return name === 'article' && type === 'created' ? ticket : undefined
}

const ticketChangeTypes: ReadonlySet<string> = new Set(['created', 'updated', 'merged_into', 'received_merge'])

function eventOf(ticket: number, changes: readonly UnitChange[]): TicketEvent {
  const article = changes.findLast(({ name }) => name === 'article')
  const last = article ?? changes.at(-1)
  return {
    ticket,
    type: eventTypeOf(changes),
    changed: new Set(changes.flatMap((change) => (change.name === 'ticket' ? columnsIn(change) : []))),
    article: article?.id,
    user: last?.by ?? systemUser,
    eventId: last?.eventId,
  }
}

function eventTypeOf(changes: readonly UnitChange[]): EventType {
  const types = new Set(changes.map(({ name, type }) => (name === 'ticket' ? type : '')))
  if (types.has('created')) return 'create'
  if (types.has('merged_into')) return 'update.merged_into'
  return types.has('received_merge') ? 'update.received_merge' : 'update'
}

/** Returns the changed columns. Changes name references by their relation: `state` stands for `state_id`. */
const columnsIn = ({ changes = {} }: UnitChange): string[] =>
  Object.entries(changes).map(([name, { id_to }]) => (id_to === undefined ? name : `${name}_id`))
