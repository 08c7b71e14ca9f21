import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import { Cells, type RowHead, rowsOf } from './answer.ts'
import { type Period, periodsOf } from './periods.ts'
import { countedTickets, dimensionKey, periodIndexOf, type Question } from './question.ts'

/** Durations in seconds: percentiles with linear interpolation; null without tickets. */
export interface Durations {
  readonly tickets: number
  readonly p10: number | null
  readonly median: number | null
  readonly p90: number | null
  readonly p95: number | null
}

/** Times from the creation of tickets to the first answer and to the first closing, by when these happened. */
export interface Times extends RowHead {
  readonly first_response: Durations
  readonly solution: Durations
}

const percentiles = [10, 50, 90, 95] as const
const noTickets: Durations = { tickets: 0, p10: null, median: null, p90: null, p95: null }

export async function timesOf(ctx: Context, question: Question): Promise<Times[]> {
  const periods = periodsOf(question.range, question.interval)
  const [first, solution] = await Promise.all([
    durationsOf(ctx, question, periods, 'first_response_at'),
    durationsOf(ctx, question, periods, 'close_at'),
  ])
  return rowsOf(ctx, question, periods, [...first.keys, ...solution.keys], (place, key) => ({
    first_response: first.get(place, key) ?? noTickets,
    solution: solution.get(place, key) ?? noTickets,
  }))
}

/** Reads of each cell only the durations between which its percentiles lie. */
async function durationsOf(ctx: Context, question: Question, periods: readonly Period[], column: string) {
  const [time, { from }, { to }] = [sql.ref(`tickets.${column}`), periods[0] as Period, periods.at(-1) as Period]
  const took = countedTickets(ctx, question)
    .where(`tickets.${column}`, '>=', from)
    .where(`tickets.${column}`, '<', to)
    .select([
      periodIndexOf(time, periods.slice(0, -1)).as('place'),
      dimensionKey(question).as('key'),
      ctx.db.dialect.secondsBetween(sql.ref('tickets.created_at'), time).as('seconds'),
    ])
  const isNear = sql.join(
    percentiles.map((percent) => sql`rank - (tickets - 1) * ${sql.lit(percent)} / 100 in (0, 1)`),
    sql` or `,
  )
  const ranked = sql`(select place, key, seconds, count(*) over (partition by place, key) as tickets,
    row_number() over (partition by place, key order by seconds) - 1 as rank from ${took} as took)`
  const query = sql`select place, key, tickets, rank, seconds from ${ranked} as ranked where ${isNear} order by rank`
  const rows = await readInWorker(ctx, resources.ticket, { compile: () => query.compile(ctx.db.sql) })
  return sumDurations(rows.map((row) => row.map(Number) as Ranked))
}

type Ranked = [place: number, key: number, tickets: number, rank: number, seconds: number]

function sumDurations(rows: readonly Ranked[]): Cells<Durations> {
  const known = new Cells<{ tickets: number; seconds: Map<number, number> }>()
  for (const [place, key, tickets, rank, seconds] of rows) {
    const cell = known.get(place, key)
    if (cell) cell.seconds.set(rank, seconds)
    else known.set(place, key, { tickets, seconds: new Map([[rank, seconds]]) })
  }
  return known.map(({ tickets, seconds }) => {
    const at = (percent: number) => percentile(seconds, tickets, percent)
    return { tickets, p10: at(10), median: at(50), p90: at(90), p95: at(95) }
  })
}

/** Interpolates between the two durations next to a percentile, to whole seconds. */
function percentile(seconds: ReadonlyMap<number, number>, tickets: number, percent: number): number {
  const position = (tickets - 1) * percent
  const [rank, rest] = [Math.floor(position / 100), position % 100]
  const lower = seconds.get(rank) as number
  const upper = seconds.get(rank + 1) ?? lower
  return Math.round(lower + ((upper - lower) * rest) / 100)
}
