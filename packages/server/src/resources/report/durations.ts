import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { nextTurn } from '../../db/next-turn.ts'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import type { Select } from '../../search/select.ts'
import { resultOf, Cells, type ReportResult } from './report-result.ts'
import type { Period } from './periods.ts'
import { countedTickets, dimensionKey, periodIndexOf, type ReportRequest } from './report-request.ts'

/** Durations in seconds: percentiles with linear interpolation; null without tickets. */
export interface Durations {
  readonly tickets: number
  readonly p10: number | null
  readonly median: number | null
  readonly p90: number | null
  readonly p95: number | null
}

/** Times from the creation of tickets to the first response and to the first closing, in the period of the response or closing. */
export interface Times {
  readonly first_response: Durations
  readonly solution: Durations
}

/** Durations of a cell in seconds, in no order. */
interface Seconds {
  readonly first_response: readonly number[]
  readonly solution: readonly number[]
}

const noSeconds: Seconds = { first_response: [], solution: [] }

/** Computes the response and solution times by period and dimension. */
export const timesOf = (ctx: Context, request: ReportRequest): Promise<ReportResult<Times>> =>
  resultOf(ctx, request, { read: secondsOf, sum, row: summarize })

function sum(cells: Cells<Seconds>, first: number, last: number): Seconds {
  const values = cells.within(first, last)
  return {
    first_response: values.flatMap(({ first_response }) => first_response),
    solution: values.flatMap(({ solution }) => solution),
  }
}

async function secondsOf(ctx: Context, request: ReportRequest, periods: readonly Period[]): Promise<Cells<Seconds>> {
  const cells = new Cells<Seconds>()
  const add = async (name: keyof Seconds, column: string) => {
    const query = durationsOf(ctx, request, periods, column)
    for (const [periodIndex, key, list] of await readInWorker(ctx, resources.ticket, query)) {
      // A long range has lists of several hundred thousand numbers, so other requests run in between.
      await nextTurn()
      const cell = cells.get(Number(periodIndex), Number(key)) ?? noSeconds
      cells.set(Number(periodIndex), Number(key), { ...cell, [name]: JSON.parse(list as string) as number[] })
    }
  }
  await Promise.all([add('first_response', 'first_response_at'), add('solution', 'close_at')])
  return cells
}

/** Selects the durations of each period and key as an unsorted list: sorting them in the database takes several times as long. */
function durationsOf(ctx: Context, request: ReportRequest, periods: readonly Period[], column: string): Select {
  const time = sql.ref(`tickets.${column}`)
  const { from } = periods[0] as Period
  const { to } = periods.at(-1) as Period
  const { dialect } = ctx.db
  return countedTickets(ctx, request)
    .where(`tickets.${column}`, '>=', from)
    .where(`tickets.${column}`, '<', to)
    .select([
      // No time is after the last period, so its end need not be compared.
      periodIndexOf(time, periods.slice(0, -1)).as('period_index'),
      dimensionKey(request).as('key'),
      dialect.integersAsJson(dialect.secondsBetween(sql.ref('tickets.created_at'), time)).as('seconds'),
    ])
    .groupBy(['period_index', 'key'])
}

const summarize = ({ first_response, solution }: Seconds = noSeconds): Times => ({
  first_response: durationsIn(first_response),
  solution: durationsIn(solution),
})

function durationsIn(seconds: readonly number[]): Durations {
  const sorted = Float64Array.from(seconds).toSorted()
  const percentileAt = (percent: number) => (sorted.length === 0 ? null : percentile(sorted, percent))
  return {
    tickets: sorted.length,
    p10: percentileAt(10),
    median: percentileAt(50),
    p90: percentileAt(90),
    p95: percentileAt(95),
  }
}

/** Interpolates between the two durations next to a percentile, to whole seconds. */
function percentile(sorted: Float64Array, percent: number): number {
  const position = (sorted.length - 1) * percent
  const rank = Math.floor(position / 100)
  const remainder = position % 100
  const lower = sorted[rank] as number
  const upper = sorted[rank + 1] ?? lower
  return Math.round(lower + ((upper - lower) * remainder) / 100)
}
