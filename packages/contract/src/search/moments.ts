import type { Zone } from './zone.ts'

/**
 * The time at which a date of a query begins, as an instant and as local time (`wall`). The date is as long as its `unit`.
 * If the clock skips the local time, as some zones skip a midnight when summer time begins, `wall` is still the skipped
 * time, and arithmetic continues from it: the day begins at one o'clock, but ends at the next midnight and not at one
 * o'clock.
 */
export interface Moment {
  instant: number
  wall: number
  unit: Unit
}

/** A unit of time. Queries cannot use `ms`. */
export type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm' | 's' | 'ms'

/** The lengths of units that do not depend on the calendar, in milliseconds. */
const FIXED_LENGTHS = new Map<Unit, number>([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
])

/** In milliseconds. */
const DAY = 86_400_000

/** The first millisecond of the year 0. In years with four digits, ISO texts have the same order as the times. */
export const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z')
/** The last millisecond of the year 9999. */
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns midnight of a day as local time. Unlike Date.UTC, this does not add 1900 to the years 0 to 99. */
export function localMidnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day)
}

/** Returns the beginning of the unit that contains the moment, with the length of that unit. */
export function startOf({ instant, wall }: Moment, unit: Unit, zone: Zone): Moment {
  const length = FIXED_LENGTHS.get(unit)
  // Rounds by the current offset: in autumn, an instant in the repeated hour stays in the repeated hour.
  if (length !== undefined) return atInstant(instant - modulo(wall, length), unit, zone)
  const date = new Date(wall)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'y') return atWall(localMidnight(year, 0, 1), unit, zone)
  if (unit === 'M') return atWall(localMidnight(year, month, 1), unit, zone)
  const daysSinceMonday = unit === 'w' ? modulo(date.getUTCDay() - 1, 7) : 0
  return atWall(localMidnight(year, month, day - daysSinceMonday), unit, zone)
}

/** Returns the moment `amount` units later; the date keeps its length. */
export function addUnits({ instant, wall, unit: ownUnit }: Moment, amount: number, unit: Unit, zone: Zone): Moment {
  const length = FIXED_LENGTHS.get(unit)
  if (length !== undefined) return atInstant(instant + amount * length, ownUnit, zone)
  if (unit === 'y') return atWall(addMonths(wall, 12 * amount), ownUnit, zone)
  if (unit === 'M') return atWall(addMonths(wall, amount), ownUnit, zone)
  return atWall(wall + amount * (unit === 'w' ? 7 : 1) * DAY, ownUnit, zone)
}

function addMonths(wall: number, months: number): number {
  const date = new Date(wall)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(localMidnight(year, month + 1, 0)).getUTCDate()
  return localMidnight(year, month, Math.min(date.getUTCDate(), lastDay)) + modulo(wall, DAY)
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

/** Returns the moment of an instant, in milliseconds since 1970. */
export function atInstant(instant: number, unit: Unit, zone: Zone): Moment {
  return { instant, wall: isRepresentable(instant) ? zone.wall(instant) : Number.NaN, unit }
}

/** Returns the moment of a local time. */
export function atWall(wall: number, unit: Unit, zone: Zone): Moment {
  return { instant: isRepresentable(wall) ? zone.instant(wall) : Number.NaN, wall, unit }
}

/** Returns true if the time zone can convert the time. The margin allows the last date, `9999`, to end in the year 10000. */
function isRepresentable(time: number): boolean {
  return time >= FIRST_INSTANT - 400 * DAY && time <= LAST_INSTANT + 400 * DAY
}
