import { resources } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import type { Select } from '../../search/select.ts'
import { resultOf, Cells, type ReportResult } from './report-result.ts'
import { isClosingAgain, isReopening, stateChanges } from './changes.ts'
import type { Period } from './periods.ts'
import { countedTickets, dimensionKey, openTickets, periodIndexOf, type ReportRequest } from './report-request.ts'

/** Numbers of tickets created, closed and reopened in a period, and open at its end. */
export interface Counts {
  readonly created: number
  readonly closed: number
  readonly reopened: number
  readonly open: number
}

/** Events that change the number of open tickets. */
const movements = ['created', 'closed', 'reopened'] as const
type Movement = (typeof movements)[number]
type Movements = Readonly<Record<Movement, number>>
const noMovements: Movements = { created: 0, closed: 0, reopened: 0 }

/**
 * Counts tickets by period and dimension. In each row, the open tickets are those of the period before, plus created and
 * reopened, minus closed.
 */
export const countsOf = (ctx: Context, request: ReportRequest): Promise<ReportResult<Counts>> =>
  resultOf(ctx, request, { read: countPeriods, sum, row: (counts) => counts ?? { ...noMovements, open: 0 } })

function sum(cells: Cells<Counts>, first: number, last: number): Counts {
  const total = (values: readonly Counts[], name: keyof Counts) =>
    values.reduce((count, { [name]: value }) => count + value, 0)
  const inRange = cells.within(first, last)
  const atEnd = cells.within(last, last)
  const [created, closed, reopened] = movements.map((name) => total(inRange, name)) as [number, number, number]
  return { created, closed, reopened, open: total(atEnd, 'open') }
}

async function countPeriods(ctx: Context, request: ReportRequest, periods: readonly Period[]): Promise<Cells<Counts>> {
  const [movementCounts, open] = await Promise.all([
    countMovements(ctx, request, periods),
    countOpenTickets(ctx, request),
  ])
  const counts = new Cells<Counts>()
  for (const key of new Set([...movementCounts.keys, ...open.keys()])) {
    let openTicketCount = open.get(key) ?? 0
    // Starts with the tickets that are open now, and subtracts the movements of each later period.
    for (let periodIndex = periods.length; periodIndex > 0; periodIndex--) {
      const { created, closed, reopened } = movementCounts.get(periodIndex, key) ?? noMovements
      openTicketCount += closed - created - reopened
      counts.set(periodIndex - 1, key, {
        ...(movementCounts.get(periodIndex - 1, key) ?? noMovements),
        open: openTicketCount,
      })
    }
  }
  return counts
}

/** Counts the movements of each period, and of the time since the last one. */
async function countMovements(ctx: Context, request: ReportRequest, periods: readonly Period[]) {
  const cells = new Cells<Movements>()
  await Promise.all(
    movementsOf(ctx, request, periods).map(async ([movement, query]) => {
      for (const [periodIndex, key, count] of await readInWorker(ctx, resources.ticket, query)) {
        const cell = { ...noMovements, ...cells.get(Number(periodIndex), Number(key)) }
        cells.set(Number(periodIndex), Number(key), { ...cell, [movement]: cell[movement] + Number(count) })
      }
    }),
  )
  return cells
}

/** Returns queries that count movements by period and key. Counts of the same movement are added up. */
function movementsOf(
  ctx: Context,
  request: ReportRequest,
  periods: readonly Period[],
): readonly (readonly [Movement, Select])[] {
  const since = (periods[0] as Period).from
  const countBy = (tickets: Select, time: RawBuilder<unknown>) =>
    tickets
      .where(time as RawBuilder<string>, '>=', since)
      .select([
        periodIndexOf(time, periods).as('period_index'),
        dimensionKey(request).as('key'),
        sql`count(*)`.as('count'),
      ])
      .groupBy(['period_index', 'key'])
  const tickets = countedTickets(ctx, request)
  const changes = stateChanges(ctx.db, tickets)
  const changedAt = sql.ref('change.created_at')
  return [
    ['created', countBy(tickets, sql.ref('tickets.created_at'))],
    ['closed', countBy(tickets, sql.ref('tickets.close_at'))],
    ['closed', countBy(changes.where(isClosingAgain(ctx.db, request.states, since)), changedAt)],
    ['reopened', countBy(changes.where(isReopening(request.states, 'change')), changedAt)],
  ]
}

/** Counts the tickets that are open now, by dimension. */
async function countOpenTickets(ctx: Context, request: ReportRequest): Promise<ReadonlyMap<number, number>> {
  const query = openTickets(ctx, request)
    .select([dimensionKey(request).as('key'), sql`count(*)`.as('count')])
    .groupBy('key')
  const rows = await readInWorker(ctx, resources.ticket, query)
  return new Map(rows.map(([key, count]) => [Number(key), Number(count)]))
}
