import { invalid } from '../../errors/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { agreementsOf } from '../../resources/report/agreements.ts'
import type { ReportResult } from '../../resources/report/report-result.ts'
import { type Backlog, backlogOf } from '../../resources/report/backlog.ts'
import { countsOf } from '../../resources/report/counts.ts'
import { timesOf } from '../../resources/report/durations.ts'
import { MAX_PERIODS } from '../../resources/report/periods.ts'
import type { ReportRequest } from '../../resources/report/report-request.ts'
import { csvFile } from '../csv-file.ts'
import { flag } from '../query.ts'
import type { Route, Schema } from '../route.ts'
import { ownDayRoute } from './own-day.ts'
import { backlogParameters, reportRequestIn, reportParameters } from './report-parameters.ts'
import { count, date, object } from './report-schemas.ts'

/** A report with a row for each period, for each value of a property such as the group, or for both. */
interface Report {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly title: string
  readonly row: Readonly<Record<string, Schema>>
  readonly compute: (ctx: Context, request: ReportRequest) => Promise<ReportResult<object>>
}

const keptAndBroken = object({ kept: count, broken: count })
const seconds = { type: ['integer', 'null'], description: 'Seconds; null without tickets.' }
const durations = object({ tickets: count, p10: seconds, median: seconds, p90: seconds, p95: seconds })

const rangeReports: readonly Report[] = [
  {
    path: 'tickets',
    summary: 'Count created, closed and open tickets',
    description:
      '`open` is the number of tickets that were open at the end of the period: that of the period before, plus `created` and `reopened`, minus `closed`.',
    title: 'TicketCounts',
    row: { created: count, closed: count, reopened: count, open: count },
    compute: countsOf,
  },
  {
    path: 'times',
    summary: 'Report the times to the first response and to the solution',
    description:
      'Elapsed time from the creation of a ticket to its first public response by an agent and to its first closing. A ticket counts in the period of the response or closing.',
    title: 'TicketTimes',
    row: { first_response: durations, solution: durations },
    compute: timesOf,
  },
  {
    path: 'agreements',
    summary: 'Count kept and broken service level agreements',
    description:
      'A ticket counts in the period of its first response or closing: as kept if this was in time, otherwise as broken. Without a response or closing, it counts as broken in the period in which the deadline passed.',
    title: 'TicketAgreements',
    row: { first_response: keptAndBroken, solution: keptAndBroken },
    compute: agreementsOf,
  },
]

/** The keys that identify a row: its period and its property. */
const identifyingKeys = {
  date: { ...date, description: 'First day of the period, in reports by day, week or month.' },
  id: { type: ['integer', 'null'], description: 'Id of the group, owner, ...; null for tickets without one.' },
  name: { type: ['string', 'null'], description: 'Name of the group, owner, ...' },
}

const rowsOf = (row: Readonly<Record<string, Schema>>): Schema => ({
  type: 'array',
  items: { type: 'object', properties: { ...identifyingKeys, ...row }, required: Object.keys(row) },
})

/** Returns the schema of a report about a range. Only comparisons have totals. */
function rangeResponse(title: string, row: Readonly<Record<string, Schema>>): Schema {
  const { properties, ...schema } = object({ from: date, to: date, time_zone: { type: 'string' }, rows: rowsOf(row) })
  return { title, ...schema, properties: { ...(properties as object), total: object(row), before: object(row) } }
}

const rules =
  'Tickets that the caller may read are counted, with their present group, owner, priority and tags. Merged and deleted tickets are not counted.'
const shared = { method: 'GET', tag: 'reports', can: ['report'] } as const

const reportRoutes = rangeReports.map(({ path, summary, description, title, row, compute }): Route => ({
  ...shared,
  path: `/reports/${path}`,
  summary,
  description: `${description} ${rules} At most ${MAX_PERIODS} periods.`,
  parameters: reportParameters,
  response: rangeResponse(title, row),
  async run(ctx, { query }) {
    const request = await reportRequestIn(ctx, query)
    const { from, to, zone: time_zone } = request.range
    const result = await compute(ctx, request)
    if (flag(query, 'download')) return csvFile(`${path}-${from}-${to}`, result.rows)
    return { body: JSON.stringify({ from, to, time_zone, ...result }) }
  },
}))

const age = object({ from_days: count, to_days: { type: ['integer', 'null'] }, open: count })

const backlogRoute: Route = {
  ...shared,
  path: '/reports/backlog',
  summary: 'Count the open tickets by age',
  description: `An age is the number of days of 24 hours since the creation: at least \`from_days\` and less than \`to_days\`, which is null for the oldest tickets. ${rules}`,
  parameters: backlogParameters,
  response: {
    title: 'TicketBacklog',
    ...object({
      at: { type: 'string', format: 'date-time' },
      rows: rowsOf({ open: count, ages: { type: 'array', items: age } }),
    }),
  },
  async run(ctx, { query }) {
    const request = await reportRequestIn(ctx, query)
    if (request.interval) throw invalid('by', `by: the backlog is counted now, not by ${request.interval}.`)
    const rows = await backlogOf(ctx, request)
    if (flag(query, 'download')) return csvFile('backlog', rows.flatMap(rowsByAge))
    return { body: JSON.stringify({ at: ctx.desk.now().toISOString(), rows }) }
  },
}

/** The rows of a CSV file: one for each age. */
const rowsByAge = ({ ages, ...row }: Backlog): object[] => ages.map((age) => ({ ...row, ...age }))

/** Reports about tickets. */
export const reportsRoutes: readonly Route[] = [...reportRoutes, backlogRoute, ownDayRoute]
