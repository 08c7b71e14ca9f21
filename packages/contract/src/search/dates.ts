import { SearchError } from './error.ts'
import { timeZone, type Zone } from './zone.ts'
import {
  addUnits,
  atInstant,
  atWall,
  FIRST_INSTANT,
  LAST_INSTANT,
  localMidnight,
  type Moment,
  startOf,
  type Unit,
} from './moments.ts'

/** A half-open interval: `from` is included, `to` is not. Both are ISO 8601 in UTC with milliseconds. */
export interface Span {
  from: string
  to: string
}

/** The calendar days from `first` to `last`, both included, as `YYYY-MM-DD`. */
export interface Days {
  first: string
  last: string
}

/** Reads the dates of a query as spans of time, or as the calendar days that such a span touches in the time zone. */
export interface Dates {
  readonly span: (text: string, at?: number) => Span
  readonly days: (text: string, at?: number) => Days
}

/** The time and time zone for relative dates. */
export interface DateOptions {
  now: Date
  /** IANA name of the time zone in which days begin and end. Default: UTC. */
  zone?: string
}

/**
 * Returns the span of time that a date in a query means.
 *
 * The precision of a date decides its length: `2026` and `2026-01` mean the year and the month, `2026-01-02T10:30` the
 * minute, `now` one millisecond. Arithmetic follows `now` directly and other dates after `||`: `now-7d`, `2026-01-01||+1M/d`.
 * Units are `y M w d h m s`. Years to days are counted on the calendar of the zone (a month after January 31 is the
 * last of February), hours to seconds as elapsed time. Rounding (`/d`) goes back to the beginning of the unit and gives
 * the date the length of the unit; weeks begin on Monday. The comparison `>` matches values from `to` on.
 *
 * @param at the column of the date, for the error
 * @throws SearchError if the text is not a date between the years 0000 and 9999; RangeError for an unknown zone.
 */
export function resolveDate(text: string, options: DateOptions, at = 1): Span {
  return dateResolver(options)(text, at)
}

/** Returns a function like `resolveDate` for many dates. It loads the time zone, which takes 0.2 ms, only once. */
export function dateResolver(options: DateOptions): (text: string, at?: number) => Span {
  return datesIn(options).span
}

/** Returns readers of dates for fields with a time, and for fields with a day, which has no time zone. */
export function datesIn({ now, zone: name = 'UTC' }: DateOptions): Dates {
  const zone = timeZone(name)
  const read = (text: string, at = 1): { start: Moment; end: Moment } => {
    const [anchor, steps] = split(text)
    let start = anchor === 'now' ? atInstant(now.getTime(), 'ms', zone) : readDate(anchor, zone, at)
    if (start === null) throw new SearchError(at, 'date', { text })
    start = checkRange(start, at)
    for (const step of readSteps(steps, at)) start = checkRange(applyStep(step, start, zone), at)
    return { start, end: addUnits(start, 1, start.unit, zone) }
  }
  return {
    span(text, at) {
      const { start, end } = read(text, at)
      return { from: iso(start.instant), to: iso(Math.min(end.instant, LAST_INSTANT)) }
    },
    days(text, at) {
      const { start, end } = read(text, at)
      return { first: day(start.wall), last: day(end.wall - 1) }
    },
  }
}

/** A step of date arithmetic: `+7d`, or `/d` if the amount is null. */
interface Step {
  amount: number | null
  unit: Unit
}

/** Maximum number of steps in a date, because each step computes several offsets of the time zone. */
const MAX_STEPS = 20

function split(text: string): [anchor: string, steps: string] {
  if (text.startsWith('now')) return ['now', text.slice(3)]
  const bars = text.indexOf('||')
  // Bars at the end stay part of the date, so that it is rejected.
  return bars < 0 || bars === text.length - 2 ? [text, ''] : [text.slice(0, bars), text.slice(bars + 2)]
}

/** A date of any precision, from a year to a fraction of a second with a zone: `2026`, `2026-01-02T10:30:00.5+01:00`. */
const DATE =
  /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:[T ]([01]\d|2[0-3])(?::([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?)?(?:(Z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?)?)?$/

/** The precision of a date, by the number of its parts. */
const PRECISION: readonly Unit[] = ['y', 'M', 'd', 'h', 'm', 's', 'ms']

function readDate(text: string, zone: Zone, at: number): Moment | null {
  const match = DATE.exec(text)
  if (match === null) return null
  const parts = match.slice(1, 8).filter((part) => part !== undefined)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number)
  const fraction = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const date = localMidnight(year, month - 1, day)
  if (new Date(date).getUTCDate() !== day) throw new SearchError(at, 'day', { text })
  const wall = date + hour * 3_600_000 + minute * 60_000 + second * 1_000 + fraction
  const unit = PRECISION[parts.length - 1] ?? 'ms'
  const [utc, sign, hours, minutes = '0'] = match.slice(8)
  if (utc === undefined && sign === undefined) return atWall(wall, unit, zone)
  const offset = Number(hours ?? 0) * 3_600_000 + Number(minutes) * 60_000
  return atInstant(sign === '-' ? wall + offset : wall - offset, unit, zone)
}

function readSteps(text: string, at: number): Step[] {
  const steps: Step[] = []
  for (let rest = text; rest !== '';) {
    const [step, amount, unit] = /^(?:([+-]\d{1,9})|\/)([yMwdhms])/.exec(rest) ?? []
    if (step === undefined) throw new SearchError(at, 'date_arithmetic', { text: rest })
    if (steps.length === MAX_STEPS) throw new SearchError(at, 'date_steps', { limit: MAX_STEPS })
    steps.push({ amount: amount === undefined ? null : Number(amount), unit: unit as Unit })
    rest = rest.slice(step.length)
  }
  return steps
}

function applyStep({ amount, unit }: Step, moment: Moment, zone: Zone): Moment {
  return amount === null ? startOf(moment, unit, zone) : addUnits(moment, amount, unit, zone)
}

function checkRange(moment: Moment, at: number): Moment {
  if (moment.instant >= FIRST_INSTANT && moment.instant <= LAST_INSTANT) return moment
  throw new SearchError(at, 'years')
}

function iso(instant: number): string {
  return new Date(instant).toISOString()
}

/** Returns the day of a local time. At the limits, local times can lie outside the years 0000 to 9999. */
function day(wall: number): string {
  return iso(Math.max(FIRST_INSTANT, Math.min(wall, LAST_INSTANT))).slice(0, 10)
}
