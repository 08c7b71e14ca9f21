import type {
  Live,
  Report,
  ReportQuestion,
  TicketAgreements,
  TicketBacklog,
  TicketCounts,
  TicketTimes,
} from '@deskbell/client'
import { client, pathPrefix } from '../state/client.ts'
import { type DayRange, intervalFor } from './days.ts'
import type { Dimension } from './figures-address.ts'

/** The parameters of the dashboard. */
export interface FiguresParameters {
  readonly range: DayRange
  readonly timeZone: string
  readonly group: number | undefined
  readonly by: Dimension
}

/** All figures of the dashboard: rows, and totals for the range and for the same number of days before it. */
export interface Figures {
  readonly total: Totals<TicketCounts>
  readonly before: Totals<TicketCounts>
  /** The counts of each day, week or month. */
  readonly countsByPeriod: readonly TicketCounts[]
  readonly times: Totals<TicketTimes>
  readonly timesBefore: Totals<TicketTimes>
  readonly timesBy: readonly TicketTimes[]
  readonly agreements: TicketAgreements
  readonly backlog: TicketBacklog
}

type Totals<Row> = NonNullable<Report<Row>['total']>

/**
 * Returns the figures of the dashboard. They change only when they are requested again, so that nothing moves while the
 * user reads.
 */
export const figuresOf = (parameters: FiguresParameters): Live<Figures> =>
  client.live({ key: `figures ${JSON.stringify(parameters)}`, load: () => loadFigures(parameters), events: [] })

async function loadFigures(parameters: FiguresParameters): Promise<Figures> {
  const { reports } = client
  const { group, range, by } = parameters
  const options = optionsOf(parameters)
  const [counts, times, agreements, backlog] = await Promise.all([
    reports.tickets({ ...options, by: intervalFor(range), compare: true }),
    reports.times({ ...options, by, compare: true }),
    reports.agreements(options),
    reports.backlog(group === undefined ? {} : { group_id: group }),
  ])
  return {
    total: required(counts.total),
    before: required(counts.before),
    countsByPeriod: counts.rows,
    times: required(times.total),
    timesBefore: required(times.before),
    timesBy: times.rows,
    agreements: required(agreements.rows[0]),
    backlog: backlog.rows[0] ?? { open: 0, ages: [] },
  }
}

function required<Figure>(figure: Figure | undefined): Figure {
  if (figure === undefined) throw new Error('the report has no total')
  return figure
}

const optionsOf = ({ range, timeZone, group }: FiguresParameters): ReportQuestion => ({
  ...range,
  time_zone: timeZone,
  ...(group === undefined ? {} : { group_id: group }),
})

/** Returns the address of a report as a CSV file. The backlog has no range of days, because it is that of now. */
export function csvAddress(report: string, parameters: FiguresParameters, by?: string): string {
  const query = new URLSearchParams({ download: 'true', ...(by === undefined ? {} : { by }) })
  const { from, to, time_zone, group_id } = optionsOf(parameters)
  const filters = report === 'backlog' ? { group_id } : { from, to, time_zone, group_id }
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, String(value))
  return `${pathPrefix}/api/v1/reports/${report}?${query.toString()}`
}
