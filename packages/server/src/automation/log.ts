/** Reads the automation log: runs of triggers and jobs on all tickets, alarms, and deliveries of webhooks. */
import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { dynamic } from '../db/dynamic.ts'
import { from } from '../kernel/scope.ts'
import { type TraceEntry, type RuleResult, parseColumn } from './trace.ts'

export const runKinds = ['trigger', 'job', 'alarm', 'webhook'] as const
export type RunKind = (typeof runKinds)[number]
export const runOutcomes = ['ran', 'failed', 'waiting'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** Selects a page of the log. */
export interface LogQuery {
  readonly kinds: readonly RunKind[]
  readonly rule: number | undefined
  readonly outcome: RunOutcome | undefined
  /** The number of the page, from 1. */
  readonly page: number
  readonly perPage: number
}

/** One run of a rule, an alarm, or the delivery of a webhook. */
export interface LoggedRun {
  readonly kind: RunKind
  /** Unique among the deliveries of webhooks, or among all entries of the other kinds, which are numbered together. */
  readonly id: number
  /** Id of the trigger, job or webhook; null for an alarm. */
  readonly rule_id: number | null
  /** Name of the rule at the time of the run, or of the webhook; null for an alarm and for a deleted webhook. */
  readonly name: string | null
  /** The type of the event, such as `create` or `job`; for a webhook that a rule called, the name of the rule. */
  readonly event: string
  readonly outcome: RunOutcome
  /** The reason why it failed, or sentences about skipped actions. */
  readonly reason: string | null
  readonly ticket_id: number | null
  /** Null if the caller may not read the ticket. */
  readonly ticket_number: string | null
  readonly ticket_title: string | null
  readonly created_at: string
}

/** Reads a page of the log, newest first. */
export async function readLog(ctx: Context, query: LogQuery): Promise<LoggedRun[]> {
  const rows = await selectRuns(ctx, query)
  const traceIds = idsOf(rows, (kind) => kind !== 'webhook')
  const deliveryIds = idsOf(rows, (kind) => kind === 'webhook')
  const [traces, deliveries, tickets] = await Promise.all([
    tracesOf(ctx, traceIds),
    deliveriesOf(ctx, deliveryIds),
    ticketsOf(ctx, rows),
  ])
  return rows.map(({ source_id, ...row }) => {
    const ticket = row.ticket_id === null ? undefined : tickets.get(row.ticket_id)
    const details =
      row.kind === 'webhook' ? deliveries.get(source_id) : detailsOfRun(traces.get(source_id), row.rule_id)
    return {
      ...row,
      event: details?.event ?? '',
      name: details?.name ?? null,
      reason: details?.reason ?? null,
      ticket_number: (ticket?.['number'] as string | undefined) ?? null,
      ticket_title: (ticket?.['title'] as string | undefined) ?? null,
    }
  })
}

interface RunRow {
  readonly kind: RunKind
  readonly id: number
  /** Id of the entry in `ticket_traces`, or of the delivery. */
  readonly source_id: number
  readonly rule_id: number | null
  readonly ticket_id: number | null
  readonly outcome: RunOutcome
  readonly created_at: string
}

/** Selects the rows of a page. The database reads both tables in the order of an index, and stops when the page is full. */
async function selectRuns(ctx: Context, { kinds, page, perPage, ...filter }: LogQuery): Promise<RunRow[]> {
  const parts: Runs[] = [
    ...(kinds.some((kind) => kind !== 'webhook') ? [selectRuleRuns(ctx, kinds, filter)] : []),
    ...(kinds.includes('webhook') ? [selectDeliveries(ctx, filter) as unknown as Runs] : []),
  ]
  const [first, second] = parts
  if (!first) return []
  const rows = await (second ? first.unionAll(second) : first)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return rows as unknown as RunRow[]
}

type Runs = ReturnType<typeof selectRuleRuns>
type Filter = Pick<LogQuery, 'rule' | 'outcome'>

const selectRuleRuns = ({ db }: Context, kinds: readonly RunKind[], { rule, outcome }: Filter) =>
  dynamic(db)
    .selectFrom('rule_runs')
    .select(['kind', 'id', 'trace_id as source_id', 'rule_id', 'ticket_id'])
    .select(sql<string>`case when failed then 'failed' else 'ran' end`.as('outcome'))
    .select('created_at')
    .where('kind', 'in', kinds)
    .$if(rule !== undefined, (query) => query.where('rule_id', '=', rule))
    .$if(outcome !== undefined, (query) => query.where('failed', '=', outcome === 'failed'))
    // Only deliveries wait.
    .$if(outcome === 'waiting', (query) => query.where(sql<boolean>`1 = 0`))

const selectDeliveries = ({ db }: Context, { rule, outcome }: Filter) =>
  dynamic(db)
    .selectFrom('webhook_deliveries')
    .leftJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .select([sql.lit('webhook').as('kind'), 'webhook_deliveries.id as id', 'webhook_deliveries.id as source_id'])
    .select(['webhook_id as rule_id'])
    .select((eb) => eb.fn.coalesce('webhook_deliveries.ticket_id', 'events.ticket_id').as('ticket_id'))
    .select(sql<string>`case state when 'delivered' then 'ran' else state end`.as('outcome'))
    .select('webhook_deliveries.created_at as created_at')
    .$if(rule !== undefined, (query) => query.where('webhook_id', '=', rule))
    .$if(outcome !== undefined, (query) => query.where('state', '=', outcome === 'ran' ? 'delivered' : outcome))

const idsOf = (rows: readonly RunRow[], hasKind: (kind: RunKind) => boolean): number[] =>
  rows.filter(({ kind }) => hasKind(kind)).map(({ source_id }) => source_id)

interface RunDetails {
  readonly event: string
  readonly name: string | null
  readonly reason: string | null
}

async function tracesOf({ db }: Context, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Pick<TraceEntry, 'event'> & { results: readonly RuleResult[] }>()
  const rows = await db.sql
    .selectFrom('ticket_traces')
    .select(['id', 'event', 'results'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, event, results }) => [
      id,
      { event: parseColumn(event) as TraceEntry['event'], results: parseColumn(results) as RuleResult[] },
    ]),
  )
}

function detailsOfRun(
  trace: Pick<TraceEntry, 'event' | 'results'> | undefined,
  rule: number | null,
): RunDetails | undefined {
  if (!trace) return undefined
  const result = trace.results.find(({ id }) => id === rule)
  return { event: trace.event.type, name: result?.name ?? null, reason: result?.reason ?? null }
}

async function deliveriesOf({ db }: Context, ids: readonly number[]): Promise<ReadonlyMap<number, RunDetails>> {
  if (ids.length === 0) return new Map()
  const rows = await db.sql
    .selectFrom('webhook_deliveries')
    .leftJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select([
      'webhook_deliveries.id',
      'webhook_deliveries.event',
      'webhooks.name',
      'webhook_deliveries.error as reason',
    ])
    .where('webhook_deliveries.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

async function ticketsOf(ctx: Context, rows: readonly RunRow[]) {
  const ids = [...new Set(rows.flatMap(({ ticket_id }) => ticket_id ?? []))]
  if (ids.length === 0) return new Map<number, Readonly<Record<string, unknown>>>()
  const tickets = await from(ctx, resources.ticket)
    .select(['tickets.id', 'tickets.number', 'tickets.title'])
    .where('tickets.id', 'in', ids)
    .execute()
  return new Map(tickets.map((row) => [row['id'] as number, row]))
}
