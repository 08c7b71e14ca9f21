/** Records which rules ran after an event of a ticket, and which did not, with the reasons. */
import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { writeStatement } from '../kernel/statement.ts'
import { writeInSteps, STEP_ROWS } from '../writing/in-steps.ts'
import { timeEventTypes, type TicketEvent } from './events.ts'

/** The result of one rule. */
export interface RuleResult {
  readonly id: number
  readonly name: string
  readonly outcome: 'ran' | 'did not match' | 'failed'
  /** The path of the comparison that decided the result, such as `condition.ticket.priority_id`. */
  readonly line?: string
  /** The reasons why the rule failed, or why actions were skipped, one sentence on each line. */
  readonly reason?: string
}

/** The event of a ticket, or the run of a job, whose type is `job`. */
type TracedEvent = Pick<TicketEvent, 'ticket' | 'article' | 'user' | 'changed'> & { readonly type: string }

/** Maximum number of results in an entry. Triggers that ran or failed take precedence over the others. */
const MAX_RESULTS = 100

/** Writes an entry about an event. Events for which no trigger was tested get none, except alarms. */
export async function writeTrace(unit: Unit, event: TracedEvent, results: readonly RuleResult[]): Promise<void> {
  if (results.length === 0 && !isAlarm(event.type)) return
  const stored = results.toSorted((a, b) => Number(didNotMatch(a)) - Number(didNotMatch(b))).slice(0, MAX_RESULTS)
  const { type, article, user, changed } = event
  const run = writeStatement(unit, 'automation: trace', (input) =>
    dynamic(unit.db)
      .insertInto('ticket_traces')
      .values({ ticket_id: input(0), event: input(1), results: input(2), failed: input(3), created_at: input(4) })
      .returning('id'),
  )
  const storedEvent = { type, article_id: article ?? null, user_id: user, changed: [...changed] }
  const [[id] = []] = await run(
    event.ticket,
    JSON.stringify(storedEvent),
    JSON.stringify(stored),
    stored.some(isFailure),
    unit.now,
  )
  await writeRuns(unit, id as number, event, stored)
}

/** Writes the rows by which the automation log finds the entry: one for an alarm, and one for each rule that ran or failed. */
async function writeRuns(unit: Unit, trace_id: number, { type, ticket }: TracedEvent, results: readonly RuleResult[]) {
  const row = { trace_id, ticket_id: ticket, created_at: unit.now }
  const kind = type === 'job' ? 'job' : 'trigger'
  const rows = [
    ...(isAlarm(type) ? [{ ...row, kind: 'alarm' as const, rule_id: null, failed: false }] : []),
    ...results
      .filter((result) => !didNotMatch(result))
      .map((result) => ({ ...row, kind, rule_id: result.id, failed: isFailure(result) }) as const),
  ]
  if (rows.length > 0) await unit.db.sql.insertInto('rule_runs').values(rows).execute()
}

const isAlarm = (type: string): boolean => timeEventTypes.some((timeEvent) => timeEvent === type)
const isFailure = ({ outcome }: RuleResult): boolean => outcome === 'failed'
const didNotMatch = ({ outcome }: RuleResult): boolean => outcome === 'did not match'

/** A result, or the reason why an event did not concern a rule. */
export type ExplainedResult = Omit<RuleResult, 'outcome'> & {
  readonly outcome: RuleResult['outcome'] | 'not concerned'
  /** The alternatives of a requirement of the rule, none of which the event met. */
  readonly needs?: readonly Need[]
}

/** Something that a rule requires: a type of event, a changed attribute, an article, or a value of an attribute. */
export interface Need {
  readonly kind: 'event' | 'change' | 'article' | 'value'
  /** The type of the event, or the attribute; empty for an article. */
  readonly name: string
  readonly value?: string
  /** The name of the record whose id is the value. */
  readonly label?: string
}

/** An event of a ticket, and the results of the rules. */
export interface TraceEntry {
  readonly id: number
  readonly created_at: string
  readonly event: {
    readonly type: string
    readonly article_id: number | null
    readonly user_id: number
    readonly changed: readonly string[]
  }
  readonly results: readonly ExplainedResult[]
}

/** Maximum number of entries that are read for a ticket. */
const MAX_ENTRIES = 50

/** Reads the last entries of a ticket, newest first. */
export async function lastEntries({ sql: db }: Connection, ticket: number): Promise<TraceEntry[]> {
  const rows = await db
    .selectFrom('ticket_traces')
    .select(['id', 'created_at', 'event', 'results'])
    .where('ticket_id', '=', ticket)
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map(({ event, results, ...row }) => ({
    ...row,
    event: parseColumn(event) as TraceEntry['event'],
    results: parseColumn(results) as RuleResult[],
  }))
}

/** Returns a sentence about each rule that has failed since a time. */
export async function failuresSince({ sql: db }: Connection, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket_traces')
    .select(['ticket_id', 'results'])
    .where(isFailedEntry)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(MAX_FAILURES)
    .execute()
  const byRule = new Map<string, string>()
  for (const { ticket_id, results } of rows) {
    for (const { name, reason = '' } of (parseColumn(results) as RuleResult[]).filter(isFailure)) {
      if (!byRule.has(name)) byRule.set(name, `The rule "${name}" failed on ticket ${ticket_id}: ${reason}`)
    }
  }
  return [...byRule.values()]
}

/** Parses a JSON column: SQLite returns its text, PostgreSQL its value. */
export const parseColumn = (column: unknown): unknown => (typeof column === 'string' ? JSON.parse(column) : column)

/** Maximum number of entries that are read to find the rules that failed. */
const MAX_FAILURES = 200

/** Repeats the condition of the partial index literally, so that the index is used. */
const isFailedEntry = sql<boolean>`failed`

/** Deletes the entries that are older than the setting `automation_log_days`, in steps. */
export async function purgeTraces(desk: Desk, isStopping: () => boolean): Promise<void> {
  const days = await settingOf({ cache: await desk.cache.current(), db: desk.database }, 'automation_log_days')
  const before = new Date(desk.now().getTime() - days * DAY).toISOString()
  for (const table of ['rule_runs', 'ticket_traces'] as const) {
    await writeInSteps(desk, isStopping, async ({ db }) => {
      const expired = db.sql.selectFrom(table).select('id').where('created_at', '<', before).limit(STEP_ROWS)
      const { numDeletedRows } = await db.sql.deleteFrom(table).where('id', 'in', expired).executeTakeFirst()
      return Number(numDeletedRows)
    })
  }
}

/** In milliseconds. */
const DAY = 86_400_000
