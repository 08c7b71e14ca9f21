import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import { Cells, type RowHead, rowsOf } from './report-result.ts'
import type { Period } from './periods.ts'
import { dimensionKey, openTickets, periodIndexOf, type ReportRequest } from './report-request.ts'

/** A row of the backlog report: open tickets by their age. */
export interface Backlog extends RowHead {
  readonly ages: readonly Age[]
  readonly open: number
}

/** Open tickets of an age class: created at least `from_days` and less than `to_days` days ago. A day has 24 hours. */
export interface Age {
  readonly from_days: number
  /** Null for the oldest tickets. */
  readonly to_days: number | null
  readonly open: number
}

/** The boundaries between the age classes, in days. */
const limits = [1, 3, 7, 14, 30, 90] as const
const DAY = 86_400_000

/** Counts the open tickets by age and dimension. */
export async function backlogOf(ctx: Context, request: ReportRequest): Promise<Backlog[]> {
  const cells = await countByAge(ctx, request)
  // Without an interval, rows have no date.
  const onePeriod = [{ date: '', from: '', to: '' }]
  return rowsOf(ctx, { ...request, interval: undefined }, onePeriod, cells.keys, (_, key) => {
    // The cells begin with the oldest class, the row with the newest.
    const ages = [0, ...limits].map((from_days, index) => ({
      from_days,
      to_days: limits[index] ?? null,
      open: cells.get(limits.length - index, key) ?? 0,
    }))
    return { open: ages.reduce((sum, { open }) => sum + open, 0), ages }
  })
}

/** Counts open tickets by class of age, the oldest first, and by key. */
async function countByAge(ctx: Context, request: ReportRequest): Promise<Cells<number>> {
  const now = ctx.desk.now().getTime()
  // Only the end of each is used. A ticket of exactly a day belongs to the older class.
  const ageClasses = limits.toReversed().map((days): Period => {
    const to = new Date(now - days * DAY + 1).toISOString()
    return { date: to, from: to, to }
  })
  const query = openTickets(ctx, request)
    .select([
      periodIndexOf(sql.ref('tickets.created_at'), ageClasses).as('period_index'),
      dimensionKey(request).as('key'),
      sql`count(*)`.as('count'),
    ])
    .groupBy(['period_index', 'key'])
  const cells = new Cells<number>()
  for (const [periodIndex, key, count] of await readInWorker(ctx, resources.ticket, query)) {
    cells.set(Number(periodIndex), Number(key), Number(count))
  }
  return cells
}
