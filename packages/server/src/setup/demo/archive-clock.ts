import { DAY } from './ticket-changes.ts'

const WEEK = 7 * DAY
/** The day before which most mail of the archive was written. */
const END_OF_MAIN_PART = Date.parse('2002-10-11T00:00:00Z')
/** The little mail after that day spans eight more weeks. */
const GAP = 8 * WEEK

/**
 * Returns the function that moves the times of the archive, which is from 2002, to the months before now. Weekdays and
 * hours stay. The last two months of the archive, with little mail, are moved by eight weeks less.
 */
export function archiveClock(now: Date): (date: string) => string {
  const shift = Math.floor((now.getTime() - END_OF_MAIN_PART) / WEEK) * WEEK
  return (date) => {
    const time = Date.parse(date)
    const moved = time + shift - (time < END_OF_MAIN_PART ? 0 : GAP)
    return new Date(Math.min(moved, now.getTime())).toISOString()
  }
}
