import { resources } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import type { Select } from '../../search/select.ts'
import { Cells, type RowHead, rowsOf } from './answer.ts'
import { type Period, periodsOf } from './periods.ts'
import { countedTickets, dimensionKey, placeOf, type Question } from './question.ts'

/** How many tickets kept and broke their service level agreement. */
export interface Kept {
  readonly kept: number
  readonly broken: number
}

/** The agreements on the first answer and on the solution. */
export interface Agreements extends RowHead {
  readonly first_response: Kept
  readonly solution: Kept
}

const nothing: Kept = { kept: 0, broken: 0 }

/**
 * Counts agreements that were kept or broken, by when it was decided: at the answer or closing, or at a deadline that passed
 * without one.
 */
export async function agreementsOf(ctx: Context, question: Question): Promise<Agreements[]> {
  const periods = periodsOf(question.range, question.interval)
  const [first, solution] = await Promise.all([
    keptIn(ctx, question, periods, ['first_response_at', 'first_response_diff_in_min', 'first_response_escalation_at']),
    keptIn(ctx, question, periods, ['close_at', 'close_diff_in_min', 'close_escalation_at']),
  ])
  return rowsOf(ctx, question, periods, [...first.keys, ...solution.keys], (place, key) => ({
    first_response: first.get(place, key) ?? nothing,
    solution: solution.get(place, key) ?? nothing,
  }))
}

type Columns = readonly [done: string, difference: string, deadline: string]

async function keptIn(
  ctx: Context,
  question: Question,
  periods: readonly Period[],
  [done, difference, deadline]: Columns,
): Promise<Cells<Kept>> {
  const now = ctx.desk.now().toISOString()
  const { from } = periods[0] as Period
  const { to } = periods.at(-1) as Period
  const decided = (column: string, end: string, isKept: string): Select =>
    countedTickets(ctx, question)
      .where(`tickets.${column}`, '>=', from)
      .where(`tickets.${column}`, '<', end)
      .select([
        placeOf(sql.ref(`tickets.${column}`), periods.slice(0, -1)).as('place'),
        dimensionKey(question).as('key'),
        sql.raw(isKept).as('kept'),
        sql`count(*)`.as('count'),
      ])
      .groupBy(['place', 'key', 'kept'])
  const inTime = `case when tickets.${difference} >= 0 then 1 else 0 end`
  const answered = decided(done, to, inTime).where(sql<SqlBool>`${sql.ref(`tickets.${difference}`)} is not null`)
  const overdue = decided(deadline, to < now ? to : now, '0')
  const rows = await Promise.all([answered, overdue].map((query) => readInWorker(ctx, resources.ticket, query)))
  const cells = new Cells<Kept>()
  for (const [place, key, isKept, count] of rows
    .flat()
    .map((row) => row.map(Number) as [number, number, 0 | 1, number])) {
    const cell = cells.get(place, key) ?? nothing
    const name = isKept ? 'kept' : 'broken'
    cells.set(place, key, { ...cell, [name]: cell[name] + count })
  }
  return cells
}
