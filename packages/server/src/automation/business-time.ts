/**
 * Arithmetic with business hours: plain data in, plain data out. Instants are milliseconds since 1970 and spans are
 * half-open, so a frame from 09:00 to 17:00 contains 09:00 and not 17:00.
 */

/** The columns of a calendar that decide which times are business hours. */
export interface Hours {
  /** An IANA name. Frames and holidays are in its local time. */
  readonly timezone: string
  /** The frames of each day, from `mon` to `sun`. A frame that ends at `24:00`, `23:59` or `00:00` ends with the day. */
  readonly business_hours: Readonly<Record<string, DayHours | undefined>>
  /** Days without business hours, such as `2026-12-25`; only those with `active: true` and without `removed: true` count. */
  readonly public_holidays: Readonly<Record<string, unknown>>
}

interface DayHours {
  readonly active?: unknown
  readonly timeframes?: readonly (readonly [from: string, to: string])[]
}

/** Time from the first instant up to the second, which is not part of it. */
export type Span = readonly [from: number, to: number]

/** The business hours of a calendar. Pauses are spans without business hours, in ascending order. */
export interface BusinessTime {
  /** Returns true if an instant is in the business hours. */
  isOpen(at: number): boolean
  /** Returns the whole minutes of business time between two instants. */
  minutesBetween(from: number, to: number, pauses?: readonly Span[]): number
  /**
   * Returns the first instant in the business hours at which this many business minutes have passed. If they end together
   * with a frame, the result is the beginning of the next frame.
   * @returns undefined if that is more than twenty years away.
   */
  add(from: number, minutes: number, pauses?: readonly Span[]): number | undefined
}

/** In milliseconds. */
const MINUTE = 60_000
/** In milliseconds. */
const DAY = 24 * 60 * MINUTE
/** Maximum number of days that are searched for business hours. */
const MAX_DAYS = 20 * 366

/** Creates the business time of a calendar, which computes the frames of each day once. */
export const businessTime = (hours: Hours): BusinessTime => new OpeningHours(hours)

class OpeningHours implements BusinessTime {
  readonly #hours: Hours
  readonly #frames = new Map<number, readonly Span[]>()

  constructor(hours: Hours) {
    this.#hours = hours
  }

  isOpen(at: number): boolean {
    const [next] = this.#openFrom(at, [])
    return next !== undefined && next[0] === at
  }

  minutesBetween(from: number, to: number, pauses: readonly Span[] = []): number {
    let open = 0
    if (to <= from) return open
    for (const [start, end] of this.#openFrom(from, pauses)) {
      if (start >= to) break
      open += Math.min(end, to) - start
    }
    return Math.floor(open / MINUTE)
  }

  add(from: number, minutes: number, pauses: readonly Span[] = []): number | undefined {
    let remaining = minutes * MINUTE
    for (const [start, end] of this.#openFrom(from, pauses)) {
      if (remaining < end - start) return start + remaining
      remaining -= end - start
    }
    return undefined
  }

  /** Yields the business hours from an instant on, in parts that no pause interrupts. */
  *#openFrom(from: number, pauses: readonly Span[]): Generator<Span> {
    // A local day begins at most a day before or after the same day in UTC.
    const first = Math.floor(from / DAY) - 1
    for (let day = first; day < first + MAX_DAYS; day++) {
      for (const [start, end] of this.#framesOf(day)) {
        if (end > from) yield* subtractPauses([Math.max(start, from), end], pauses)
      }
    }
  }

  #framesOf(day: number): readonly Span[] {
    const frames = this.#frames.get(day) ?? framesOn(this.#hours, day)
    this.#frames.set(day, frames)
    return frames
  }
}

/** Yields the parts of a span outside of the pauses. */
function* subtractPauses([from, to]: Span, pauses: readonly Span[]): Generator<Span> {
  let start = from
  for (const [begin, end] of pauses) {
    if (end <= start) continue
    if (begin >= to) break
    if (begin > start) yield [start, begin]
    start = end
  }
  if (start < to) yield [start, to]
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Returns the frames of a local day in ascending order, merged where they touch or overlap. @param day days since 1970-01-01. */
function framesOn({ timezone, business_hours, public_holidays }: Hours, day: number): readonly Span[] {
  const date = new Temporal.PlainDate(1970, 1, 1).add({ days: day })
  const hours = business_hours[weekdays[date.dayOfWeek - 1] as string]
  if (hours?.active !== true || isHoliday(public_holidays[date.toString()])) return []
  // A frame ends with its day, even if the clock skips hours, or a whole day, around midnight.
  const midnight = instantAt(date, '24:00', timezone)
  const spans = (hours.timeframes ?? []).map(
    ([from, to]) =>
      [instantAt(date, from, timezone), Math.min(instantAt(date, endOf(to), timezone), midnight)] as const,
  )
  const frames: [number, number][] = []
  for (const [from, to] of spans.filter((span) => span[0] < span[1]).toSorted((a, b) => a[0] - b[0])) {
    const last = frames.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else frames.push([from, to])
  }
  return frames
}

const isHoliday = (entry: unknown): boolean => {
  const { active, removed } = (entry ?? {}) as { active?: unknown; removed?: unknown }
  return active === true && removed !== true
}

const endOf = (time: string): string => (time === '23:59' || time === '00:00' ? '24:00' : time)

/**
 * Returns the instant of a local time. If the clock skips it, the result is later by the length of the gap; if the clock
 * repeats it, the result is its first occurrence.
 */
function instantAt(date: Temporal.PlainDate, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const local = date.toPlainDateTime().add({ hours: hour, minutes: minute })
  return local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
}
