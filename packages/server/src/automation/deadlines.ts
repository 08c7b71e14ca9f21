/** Writes the deadlines of tickets, in the transaction of the change that affects them. */
import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { type Context, effective, type FieldValues, type Unit, type WriteContext } from '../kernel/context.ts'
import { writeStatement } from '../kernel/statement.ts'
import { senders } from '../resources/article/kinds.ts'
import { articlesOf } from '../resources/ticket/counters.ts'
import { isContact } from '../resources/ticket/changes.ts'
import { withCustomFields } from '../writing/custom-fields.ts'
import { rowOf } from '../writing/write.ts'
import type { Span } from './business-time.ts'
import { subjectOf, fulfills } from './condition.ts'
import type { Subject } from './predicates.ts'
import type { RuleBook, Sla } from './rule-book.ts'
import { clocksOf, type PublicMessage, type Timeline, noDeadlines } from './sla-clocks.ts'

/** Reads a ticket with its custom fields; undefined if there is none. */
export async function ticketRow(ctx: Context, id: number): Promise<FieldValues | undefined> {
  const row = await rowOf(ctx, resources.ticket, id)
  return row && withCustomFields(effective(ctx, resources.ticket), row)
}

/**
 * Computes the deadlines of a ticket and writes those that differ. Because they follow from other changes, they have no
 * history and no event of their own, and `updated_at` stays the same.
 * @returns the columns that were written.
 */
export async function updateDeadlines(ctx: WriteContext, rules: RuleBook, row: FieldValues): Promise<FieldValues> {
  const sla = await slaFor(rules, subjectOf(ctx, row))
  const deadlines = sla ? clocksOf(sla.time, sla, await timelineOf(ctx, rules, row)) : noDeadlines
  const differing = Object.entries(deadlines).filter(([column, value]) => value !== (row[column] ?? null))
  if (differing.length === 0) return {}
  const patch = Object.fromEntries(differing)
  await dynamic(ctx.db).updateTable('tickets').set(patch).where('id', '=', row['id']).execute()
  return patch
}

/** Returns the first SLA (by name) whose condition the ticket fulfills, or else the last SLA without a condition. */
async function slaFor({ slas }: RuleBook, ticket: Subject): Promise<Sla | undefined> {
  for (const sla of slas) if (!sla.condition.isEmpty && (await fulfills(sla.condition, ticket))) return sla
  return slas.findLast(({ condition }) => condition.isEmpty)
}

async function timelineOf(ctx: WriteContext, { pausingStates }: RuleBook, row: FieldValues): Promise<Timeline> {
  const id = row['id'] as number
  const articles = await articlesOf(ctx, id)
  const isPaused = pausingStates.has(row['state_id'] as number)
  return {
    created_at: toMilliseconds(row['created_at']) as number,
    first_response_at: toMilliseconds(row['first_response_at']),
    close_at: toMilliseconds(row['close_at']),
    messages: articles.flatMap((article): PublicMessage[] => {
      const by = senderNames.get(article.sender_id)
      return by && isContact(article) ? [{ at: toMilliseconds(article.created_at) as number, by }] : []
    }),
    pauses: pausesIn(await stateChangesOf(ctx, id), row, pausingStates),
    isPaused,
  }
}

const senderNames: ReadonlyMap<number, PublicMessage['by']> = new Map([
  [senders.agent, 'agent'],
  [senders.customer, 'customer'],
])

const toMilliseconds = (text: unknown): number | null => (typeof text === 'string' ? Date.parse(text) : null)

/** A change of state in the history of a ticket. */
type StateChange = readonly [from: number | null, to: number | null, at: string]

async function stateChangesOf(unit: Unit, ticket: number): Promise<StateChange[]> {
  const run = writeStatement(unit, 'history: states', (input) =>
    dynamic(unit.db)
      .selectFrom('histories')
      .select(['id_from', 'id_to', 'created_at'])
      .where('object', '=', 'Ticket')
      .where('o_id', '=', input(0))
      .where('attribute', '=', sql.lit('state'))
      .orderBy('id'),
  )
  return (await run(ticket)) as unknown as StateChange[]
}

/** In milliseconds. */
const MINUTE = 60_000

const floorToMinute = (time: number): number => Math.floor(time / MINUTE) * MINUTE

/** Returns the periods in which a ticket was in states that do not escalate, rounded down to minutes. */
function pausesIn(changes: readonly StateChange[], row: FieldValues, pausing: ReadonlySet<number>): Span[] {
  const pauses: Span[] = []
  let state = changes[0]?.[0] ?? (row['state_id'] as number)
  let since = Date.parse(row['created_at'] as string)
  const endState = (until: number) => {
    const from = floorToMinute(since)
    const to = floorToMinute(until)
    if (pausing.has(state) && from < to) pauses.push([from, to])
  }
  for (const [, to, at] of changes) {
    endState(Date.parse(at))
    state = to ?? state
    since = Date.parse(at)
  }
  endState(Infinity)
  return pauses
}
