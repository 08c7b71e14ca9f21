import { invalid } from '../../errors/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { todayIn, zoneOf } from '../../kernel/zone.ts'
import { intervals } from '../../resources/report/periods.ts'
import {
  type Dimension,
  dimensions,
  filterColumns,
  type ReportRequest,
  stateIdsOf,
} from '../../resources/report/report-request.ts'
import { flag, names, type Query, textOf } from '../query.ts'
import type { Parameter } from '../route.ts'
import { date } from './report-schemas.ts'

const dimensionNames = Object.keys(dimensions) as Dimension[]

export const zoneParameter: Parameter = {
  name: 'time_zone',
  doc: 'Time zone of the days, such as `Europe/Berlin`; by default that of the caller.',
  schema: { type: 'string' },
}
const filterParameters: readonly Parameter[] = [
  ...filterColumns.map((name) => ({
    name,
    doc: `Counts only tickets with one of these ids in \`${name}\`, separated by commas.`,
    schema: { type: 'string' },
  })),
  { name: 'tags', doc: 'Counts only tickets with one of these tags, separated by commas.', schema: { type: 'string' } },
  { name: 'download', doc: 'Return a CSV file.', schema: { type: 'boolean' } },
]
const groupingParameter = (values: readonly string[], rule = ''): Parameter => ({
  name: 'by',
  doc: `The grouping of the rows: ${values.join(', ')}${rule}. Default: one row with the total.`,
  schema: { type: 'string' },
})
const rangeParameters: readonly Parameter[] = [
  { name: 'from', doc: 'First day, as `YYYY-MM-DD`. Default: 13 days before `to`.', schema: date },
  { name: 'to', doc: 'Last day, included. Default: today.', schema: date },
  groupingParameter(
    [...intervals, ...dimensionNames],
    `; at most one of ${intervals.join(', ')} and one of the others, separated by a comma`,
  ),
  {
    name: 'compare',
    doc: 'Add `total`, the row of the whole range, and `before`, the row of as many days before it.',
    schema: { type: 'boolean' },
  },
]

/** The parameters of reports about a range of days. */
export const reportParameters: readonly Parameter[] = [...rangeParameters, zoneParameter, ...filterParameters]
/** The parameters of the backlog. */
export const backlogParameters: readonly Parameter[] = [groupingParameter(dimensionNames), ...filterParameters]

/** Number of days in a report without `from`. */
const DEFAULT_DAYS = 14

/** Reads the parameters of a report. @throws Fault `invalid` for a wrong parameter. */
export async function reportRequestIn(ctx: Context, query: Query): Promise<ReportRequest> {
  const zone = await zoneOf(ctx, textOf(query, 'time_zone'))
  const to = dayIn(query, 'to') ?? todayIn(ctx.desk, zone)
  const from = dayIn(query, 'from') ?? to.subtract({ days: DEFAULT_DAYS - 1 })
  if (Temporal.PlainDate.compare(from, to) > 0) throw invalid('from', `from: expected a day up to ${to.toString()}.`)
  return {
    range: { from: from.toString(), to: to.toString(), zone },
    ...groupingIn(query),
    filters: Object.fromEntries(filterColumns.flatMap((name) => idsIn(query, name))),
    tags: names(query, 'tags'),
    states: await stateIdsOf(ctx),
    isCompared: flag(query, 'compare'),
  }
}

/** Reads a day; undefined if absent. @throws Fault `invalid` for anything else. */
export function dayIn(query: Query, name: string): Temporal.PlainDate | undefined {
  const text = textOf(query, name)
  if (text === undefined || text === '') return undefined
  try {
    // Only years of four digits: the database compares times as texts.
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    // Not a day of the calendar.
  }
  throw invalid(name, `${name}: expected a day such as 2026-03-31, got "${text.slice(0, 40)}".`)
}

function groupingIn(query: Query): Pick<ReportRequest, 'interval' | 'dimension'> {
  const values = names(query, 'by') ?? []
  const interval = intervals.find((value) => values.includes(value))
  const dimension = dimensionNames.find((value) => values.includes(value))
  const invalidValue = values.find((value) => value !== interval && value !== dimension)
  if (invalidValue === undefined) return { interval, dimension }
  const expected = `expected one of ${intervals.join(', ')}, one of ${dimensionNames.join(', ')}, or both`
  throw invalid('by', `by: ${expected}; got "${invalidValue.slice(0, 40)}".`)
}

/** Returns the name of a filter with its ids; nothing if it is absent. */
function idsIn(query: Query, name: string): [string, number[]][] {
  const ids = names(query, name)
  if (!ids) return []
  const invalidId = ids.find((id) => !/^\d{1,15}$/.test(id))
  if (invalidId !== undefined)
    throw invalid(name, `${name}: expected ids separated by commas, got "${invalidId.slice(0, 40)}".`)
  return [[name, ids.map(Number)]]
}
