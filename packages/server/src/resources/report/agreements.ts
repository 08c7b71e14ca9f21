import { resources } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import type { Select } from '../../search/select.ts'
import { Cells, type RowHead, rowsOf } from './answer.ts'
import { type Period, periodsOf } from './periods.ts'
import { countedTickets, dimensionKey, periodIndexOf, type Question } from './question.ts'

/** The number of tickets whose agreement was kept, and of those whose agreement was broken. */
export interface AgreementCounts {
  readonly kept: number
  readonly broken: number
}

/** A row of the report: the agreements on the first response and on the solution. */
export interface Agreements extends RowHead {
  readonly first_response: AgreementCounts
  readonly solution: AgreementCounts
}

const noTickets: AgreementCounts = { kept: 0, broken: 0 }

/**
 * Counts the agreements that were kept or broken in each period. An agreement counts when the ticket is answered or
 * closed, and, as broken, when a deadline passes before that.
 */
export async function agreementsOf(ctx: Context, question: Question): Promise<Agreements[]> {
  const periods = periodsOf(question.range, question.interval)
  const [first, solution] = await Promise.all([
    tally(ctx, question, periods, ['first_response_at', 'first_response_diff_in_min', 'first_response_escalation_at']),
    tally(ctx, question, periods, ['close_at', 'close_diff_in_min', 'close_escalation_at']),
  ])
  return rowsOf(ctx, question, periods, [...first.keys, ...solution.keys], (place, key) => ({
    first_response: first.get(place, key) ?? noTickets,
    solution: solution.get(place, key) ?? noTickets,
  }))
}

type Columns = readonly [done: string, difference: string, deadline: string]

async function tally(
  ctx: Context,
  question: Question,
  periods: readonly Period[],
  [done, difference, deadline]: Columns,
): Promise<Cells<AgreementCounts>> {
  const now = ctx.desk.now().toISOString()
  const { from } = periods[0] as Period
  const { to } = periods.at(-1) as Period
  const decided = (column: string, end: string, keptSql: string): Select =>
    countedTickets(ctx, question)
      .where(`tickets.${column}`, '>=', from)
      .where(`tickets.${column}`, '<', end)
      .select(decisionColumns(question, periods, column, keptSql))
      .groupBy(['place', 'key', 'kept'])
  const inTime = `case when tickets.${difference} >= 0 then 1 else 0 end`
  const completed = decided(done, to, inTime).where(sql<SqlBool>`${sql.ref(`tickets.${difference}`)} is not null`)
  const overdue = decided(deadline, to < now ? to : now, '0')
  const rows = await Promise.all([completed, overdue].map((query) => readInWorker(ctx, resources.ticket, query)))
  return addUp(rows.flat().map((row) => row.map(Number) as DecidedTickets))
}

const decisionColumns = (question: Question, periods: readonly Period[], column: string, keptSql: string) => [
  periodIndexOf(sql.ref(`tickets.${column}`), periods.slice(0, -1)).as('place'),
  dimensionKey(question).as('key'),
  sql.raw(keptSql).as('kept'),
  sql`count(*)`.as('count'),
]

type DecidedTickets = [place: number, key: number, isKept: 0 | 1, count: number]

function addUp(rows: readonly DecidedTickets[]): Cells<AgreementCounts> {
  const cells = new Cells<AgreementCounts>()
  for (const [place, key, isKept, count] of rows) {
    const cell = cells.get(place, key) ?? noTickets
    const name = isKept ? 'kept' : 'broken'
    cells.set(place, key, { ...cell, [name]: cell[name] + count })
  }
  return cells
}
