import { invalid } from '../../errors/fault.ts'

/** Days in a time zone, as `YYYY-MM-DD`; both are included. */
export interface DayRange {
  readonly from: string
  readonly to: string
  readonly zone: string
}

export const intervals = ['day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]

/** A part of a range of days: its first day, and its first instant and exclusive end in ISO 8601. */
export interface Period {
  readonly date: string
  readonly from: string
  readonly to: string
}

/** Maximum number of periods of a report, enough for every day of a year. */
export const MAX_PERIODS = 400

/**
 * Splits a range of days into periods; without an interval it is one period. Weeks begin on Monday. The first and the last
 * period contain only the days of the range. Days have 23 or 25 hours when the clock changes.
 * @throws Fault `invalid` for more periods than `MAX_PERIODS`.
 */
export function periodsOf({ from, to, zone }: DayRange, interval?: Interval): Period[] {
  const end = Temporal.PlainDate.from(to).add({ days: 1 })
  const periods: Period[] = []
  let start = Temporal.PlainDate.from(from)
  while (Temporal.PlainDate.compare(start, end) < 0) {
    if (periods.length === MAX_PERIODS) {
      throw invalid('from', `from: at most ${MAX_PERIODS} periods; choose a longer interval, or a later day.`)
    }
    const next = interval ? earlier(nextStart(start, interval), end) : end
    periods.push({ date: start.toString(), from: instantOf(start, zone), to: instantOf(next, zone) })
    start = next
  }
  return periods
}

/** Returns the period directly before a range, with the same number of days. */
export function periodBefore({ from, to, zone }: DayRange): Period {
  const start = Temporal.PlainDate.from(from)
  const first = start.subtract(start.until(to).add({ days: 1 }))
  return { date: first.toString(), from: instantOf(first, zone), to: instantOf(start, zone) }
}

/** Splits a day into its hours: 24, or 23 or 25 when the clock changes. The last may be shorter. */
export function hoursOf(day: Temporal.PlainDate, zone: string): Period[] {
  const [first, end] = [instantOf(day, zone), instantOf(day.add({ days: 1 }), zone)]
  const hours: Period[] = []
  for (let from = first; from < end;) {
    const next = new Date(Math.min(Date.parse(from) + HOUR, Date.parse(end))).toISOString()
    hours.push({ date: day.toString(), from, to: next })
    from = next
  }
  return hours
}

const HOUR = 3_600_000

/** Returns the first instant of a day. */
const instantOf = (day: Temporal.PlainDate, zone: string): string =>
  new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString()

function nextStart(day: Temporal.PlainDate, interval: Interval): Temporal.PlainDate {
  if (interval === 'day') return day.add({ days: 1 })
  if (interval === 'week') return day.add({ days: 8 - day.dayOfWeek })
  return day.with({ day: 1 }).add({ months: 1 })
}

const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) < 0 ? a : b
