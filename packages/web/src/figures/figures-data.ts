import type { Live, ReportQuestion, TicketAgreements, TicketBacklog, TicketCounts, TicketTimes } from '@deskbell/client'
import { client, pathPrefix } from '../state/client.ts'
import { type DayRange, intervalFor, rangeBefore } from './days.ts'
import type { Dimension } from './figures-address.ts'

/** The parameters of the dashboard. */
export interface Question {
  readonly range: DayRange
  readonly timeZone: string
  readonly group: number | undefined
  readonly by: Dimension
}

/** All figures of the dashboard. A report without `by` has one row, the total. */
export interface Figures {
  readonly total: TicketCounts
  /** The total of the same number of days before. */
  readonly before: TicketCounts
  /** The counts of each day, week or month. */
  readonly course: readonly TicketCounts[]
  readonly times: TicketTimes
  readonly timesBefore: TicketTimes
  readonly timesBy: readonly TicketTimes[]
  readonly agreements: TicketAgreements
  readonly backlog: TicketBacklog
}

/**
 * Returns the figures of the dashboard. They change only when they are requested again, so that nothing moves while the
 * user reads.
 */
export const figuresOf = (question: Question): Live<Figures> =>
  client.live({ key: `figures ${JSON.stringify(question)}`, load: () => loadFigures(question), events: [] })

async function loadFigures(question: Question): Promise<Figures> {
  const { reports } = client
  const { group } = question
  const now = optionsOf(question)
  const earlier = optionsOf({ ...question, range: rangeBefore(question.range) })
  const [total, before, course, times, timesBefore, timesBy, agreements, backlog] = await Promise.all([
    reports.tickets(now),
    reports.tickets(earlier),
    reports.tickets({ ...now, by: intervalFor(question.range) }),
    reports.times(now),
    reports.times(earlier),
    reports.times({ ...now, by: question.by }),
    reports.agreements(now),
    reports.backlog(group === undefined ? {} : { group_id: group }),
  ])
  return {
    total: first(total.rows),
    before: first(before.rows),
    course: course.rows,
    times: first(times.rows),
    timesBefore: first(timesBefore.rows),
    timesBy: timesBy.rows,
    agreements: first(agreements.rows),
    backlog: first(backlog.rows) ?? { open: 0, ages: [] },
  }
}

function first<R>(rows: readonly R[]): R {
  const [row] = rows
  if (!row) throw new Error('a report without `by` has one row')
  return row
}

const optionsOf = ({ range, timeZone, group }: Question): ReportQuestion => ({
  ...range,
  time_zone: timeZone,
  ...(group === undefined ? {} : { group_id: group }),
})

/** Returns the address of a report as a CSV file. */
export function csvAddress(report: string, question: Question, by?: string): string {
  const query = new URLSearchParams({ download: 'true', ...(by === undefined ? {} : { by }) })
  const { from, to, time_zone, group_id } = optionsOf(question)
  const others = report === 'backlog' ? { group_id } : { from, to, time_zone, group_id }
  for (const [name, value] of Object.entries(others)) if (value !== undefined) query.set(name, String(value))
  return `${pathPrefix}/api/v1/reports/${report}?${query.toString()}`
}
