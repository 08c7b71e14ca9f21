import { resources } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import type { Select } from '../../search/select.ts'
import { resultOf, Cells, type ReportResult } from './report-result.ts'
import type { Period } from './periods.ts'
import { countedTickets, dimensionKey, periodIndexOf, type ReportRequest } from './report-request.ts'

/** The number of tickets whose agreement was kept, and of those whose agreement was broken. */
export interface AgreementCounts {
  readonly kept: number
  readonly broken: number
}

/** The two agreements of a ticket: the times that its SLA allows for the first response and for the solution. */
export interface Agreements {
  readonly first_response: AgreementCounts
  readonly solution: AgreementCounts
}

const noTickets: AgreementCounts = { kept: 0, broken: 0 }
const noAgreements: Agreements = { first_response: noTickets, solution: noTickets }

/**
 * Counts the agreements that were kept or broken in each period. An agreement is counted in the period in which the ticket was
 * answered or closed: as kept if this was in time, otherwise as broken. If the ticket is not answered or closed yet, the
 * agreement is counted as broken in the period in which the deadline has passed.
 */
export const agreementsOf = (ctx: Context, request: ReportRequest): Promise<ReportResult<Agreements>> =>
  resultOf(ctx, request, { read: countPeriods, sum, row: (agreements) => agreements ?? noAgreements })

function sum(cells: Cells<Agreements>, first: number, last: number): Agreements {
  const values = cells.within(first, last)
  const total = (name: keyof Agreements) => ({
    kept: values.reduce((count, { [name]: { kept } }) => count + kept, 0),
    broken: values.reduce((count, { [name]: { broken } }) => count + broken, 0),
  })
  return { first_response: total('first_response'), solution: total('solution') }
}

async function countPeriods(
  ctx: Context,
  request: ReportRequest,
  periods: readonly Period[],
): Promise<Cells<Agreements>> {
  const cells = new Cells<Agreements>()
  const add = async (name: keyof Agreements, columns: Columns) => {
    for (const [periodIndex, key, isKept, count] of await countDecided(ctx, request, periods, columns)) {
      const cell = cells.get(periodIndex, key) ?? noAgreements
      const outcome = isKept ? 'kept' : 'broken'
      cells.set(periodIndex, key, { ...cell, [name]: { ...cell[name], [outcome]: cell[name][outcome] + count } })
    }
  }
  await Promise.all([
    add('first_response', ['first_response_at', 'first_response_diff_in_min', 'first_response_escalation_at']),
    add('solution', ['close_at', 'close_diff_in_min', 'close_escalation_at']),
  ])
  return cells
}

/**
 * The columns of an agreement. `difference` has the minutes that were left at the completion; it is negative for a late one.
 * `deadline` is null after the completion.
 */
type Columns = readonly [completedAt: string, difference: string, deadline: string]

async function countDecided(
  ctx: Context,
  request: ReportRequest,
  periods: readonly Period[],
  [completedAt, difference, deadline]: Columns,
): Promise<DecidedTickets[]> {
  const now = ctx.desk.now().toISOString()
  const { from } = periods[0] as Period
  const { to } = periods.at(-1) as Period
  const decided = (column: string, end: string, keptSql: string): Select =>
    countedTickets(ctx, request)
      .where(`tickets.${column}`, '>=', from)
      .where(`tickets.${column}`, '<', end)
      .select(decisionColumns(request, periods, column, keptSql))
      .groupBy(['period_index', 'key', 'kept'])
  const inTime = `case when tickets.${difference} >= 0 then 1 else 0 end`
  const completed = decided(completedAt, to, inTime).where(
    sql<SqlBool>`${sql.ref(`tickets.${difference}`)} is not null`,
  )
  const overdue = decided(deadline, to < now ? to : now, '0')
  const rows = await Promise.all([completed, overdue].map((query) => readInWorker(ctx, resources.ticket, query)))
  return rows.flat().map((row) => row.map(Number) as DecidedTickets)
}

/** The statements select no times after the last period, so its end need not be compared. */
const decisionColumns = (request: ReportRequest, periods: readonly Period[], column: string, keptSql: string) => [
  periodIndexOf(sql.ref(`tickets.${column}`), periods.slice(0, -1)).as('period_index'),
  dimensionKey(request).as('key'),
  sql.raw(keptSql).as('kept'),
  sql`count(*)`.as('count'),
]

type DecidedTickets = [periodIndex: number, key: number, isKept: 0 | 1, count: number]
