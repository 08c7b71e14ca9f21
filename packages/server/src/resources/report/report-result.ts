import { noOwner } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { type Dimension, dimensions, type ReportRequest } from './report-request.ts'
import { type Period, periodBefore, periodsOf } from './periods.ts'

/** The keys of a row that identify its period and the record of its dimension. */
export interface RowHead {
  /** The first day of the period, in reports by day, week or month. */
  readonly date?: string
  /** Id and name of the group, owner, ...; null for tickets without one. */
  readonly id?: number | null
  readonly name?: string | null
}

/** Values by the index of a period and the key of a dimension. */
export class Cells<V> {
  readonly #cells = new Map<string, readonly [periodIndex: number, key: number, value: V]>()

  set(periodIndex: number, key: number, value: V): void {
    this.#cells.set(`${periodIndex} ${key}`, [periodIndex, key, value])
  }

  get(periodIndex: number, key: number): V | undefined {
    return this.#cells.get(`${periodIndex} ${key}`)?.[2]
  }

  get keys(): readonly number[] {
    return [...new Set([...this.#cells.values()].map(([, key]) => key))]
  }

  /** Returns the values of all keys in the periods from one index to another, both included. */
  within(first: number, last: number): V[] {
    const cells = [...this.#cells.values()].filter(([periodIndex]) => periodIndex >= first && periodIndex <= last)
    return cells.map(([, , value]) => value)
  }
}

/** The functions that compute a report. */
interface Report<V, R> {
  /** Reads the values of the periods, by their index. */
  readonly read: (ctx: Context, request: ReportRequest, periods: readonly Period[]) => Promise<Cells<V>>
  /** Adds up the values of several keys in consecutive periods. */
  readonly sum: (cells: Cells<V>, first: number, last: number) => V
  /** Converts a value to a row. @param value undefined if there are no tickets. */
  readonly row: (value: V | undefined) => R
}

export interface ReportResult<R> {
  readonly rows: readonly (RowHead & R)[]
  /** The values of the whole range. Only comparisons have `total` and `before`. */
  readonly total?: R
  /** The values of the same number of days before the range. */
  readonly before?: R
}

/** Computes a report. Rows and totals are computed from the same values, so that nothing is read twice. */
export async function resultOf<V, R extends object>(
  ctx: Context,
  request: ReportRequest,
  { read, sum, row }: Report<V, R>,
): Promise<ReportResult<R>> {
  const { range, interval, dimension, isCompared } = request
  const periods = periodsOf(range, interval)
  const allPeriods = isCompared ? [periodBefore(range), ...periods] : periods
  const cells = await read(ctx, request, allPeriods)
  const skipped = allPeriods.length - periods.length
  const rows = await rowsOf(ctx, request, periods, cells.keys, (periodIndex, key) =>
    row(cells.get(periodIndex + skipped, key)),
  )
  if (!isCompared) return { rows }
  // The sum of the rows would be wrong: a ticket with several tags counts in several rows, and one without tags in none.
  const ungrouped = dimension === 'tag' ? await read(ctx, { ...request, dimension: undefined }, allPeriods) : cells
  return { rows, total: row(sum(ungrouped, 1, periods.length)), before: row(sum(ungrouped, 0, 0)) }
}

/**
 * Returns the rows of a report: one for each period and each key, in the order of time and name. Reports without a dimension
 * have a row for each period, those without an interval a row for each key.
 */
export async function rowsOf<R extends object>(
  ctx: Context,
  { dimension, interval }: ReportRequest,
  periods: readonly Period[],
  keys: readonly number[],
  row: (periodIndex: number, key: number) => R,
): Promise<(RowHead & R)[]> {
  const heads = dimension ? await headsOf(ctx, dimension, [...new Set(keys)]) : [[0, {}] as const]
  return periods.flatMap(({ date }, periodIndex) =>
    heads.map(([key, head]) => ({ ...(interval ? { date } : {}), ...head, ...row(periodIndex, key) })),
  )
}

async function headsOf(ctx: Context, dimension: Dimension, keys: readonly number[]) {
  const { resource, label } = dimensions[dimension]
  const table = resource.path
  const rows = await from(ctx, resource, 'read')
    .select([`${table}.id`, `${table}.${label} as name`])
    .where(ctx.db.dialect.among(sql.ref(`${table}.id`), sql.val(`[${keys.join()}]`)))
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id as number, name as string]))
  const isNone = (key: number) => key === 0 || (dimension === 'owner' && key === noOwner)
  return keys
    .map((key) => [key, isNone(key) ? noRecord : { id: key, name: names.get(key) ?? null }] as const)
    .toSorted(([a, { name: first }], [b, { name: second }]) => compare(first ?? '', second ?? '') || a - b)
}

/** The head of tickets without an owner or channel. */
const noRecord = { id: null, name: null }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
