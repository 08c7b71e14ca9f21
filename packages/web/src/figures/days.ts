/** The first and the last of some calendar days, as `YYYY-MM-DD`. They are computed in UTC, where a day has 24 hours. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Milliseconds. */
const DAY = 86_400_000
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the day `count` days later. */
export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY)

/** Returns the number of days of a range. */
export const lengthOf = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY + 1

/** Returns the last `count` days up to and including `day`. */
export const lastDays = (day: string, count: number): DayRange => ({ from: addDays(day, 1 - count), to: day })

/** Returns the days from the first of the month up to and including `day`. */
export const monthUpTo = (day: string): DayRange => ({ from: `${day.slice(0, 8)}01`, to: day })

/** Returns the whole month before the month of a day. */
export function monthBefore(day: string): DayRange {
  const to = addDays(`${day.slice(0, 8)}01`, -1)
  return monthUpTo(to)
}

/** Returns the current day in a time zone. Swedish dates are `YYYY-MM-DD`. */
export const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())

export type Interval = 'day' | 'week' | 'month'

/** Maximum number of periods in a chart. */
const MAX_PERIODS = 31

/** Returns the shortest interval whose periods fit into a chart. The first and the last week may be incomplete. */
export function intervalFor(range: DayRange): Interval {
  const days = lengthOf(range)
  if (days <= MAX_PERIODS) return 'day'
  return days <= (MAX_PERIODS - 1) * 7 ? 'week' : 'month'
}
