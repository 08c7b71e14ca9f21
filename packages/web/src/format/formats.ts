/** Formats dates, times, numbers and sizes in the language, region and time zone of a user. */
export interface Formats {
  /** A tag such as `de-AT`. */
  readonly locale: string
  /** An IANA name such as `Europe/Vienna`. */
  readonly timeZone: string
  /**
   * `now` for less than a minute, `6 min` for less than an hour, `08:12` today, `Thu` within six days, `14 Nov` this year,
   * otherwise `14 Nov 2024`.
   */
  readonly moment: (date: Date, now: Date) => string
  /** `08:12` today, otherwise the day as in `moment`, and the time: `Thu 08:12`. */
  readonly dayAndTime: (date: Date, now: Date) => string
  /** The whole date with the time zone and the distance from now: `22 November 2026 at 08:12:00 CET, 6 minutes ago`. */
  readonly fullMoment: (date: Date, now: Date) => string
  /** A day without a time: `14 November 2026`. */
  readonly day: (date: Date) => string
  /** A calendar day such as `2026-01-31`, regardless of time zones: `31 January 2026`. */
  readonly calendarDay: (day: string) => string
  /** The time of day: `08:12`. */
  readonly clock: (date: Date) => string
  /** `6 minutes ago`, `in 3 days`. */
  readonly distance: (date: Date, now: Date) => string
  /** Seconds in their largest unit: `35 min`, `3 hr`, `2 days`. */
  readonly span: (seconds: number) => string
  /** `1,204` */
  readonly number: (value: number) => string
  /** A size in bytes: `2.4 MB`. */
  readonly size: (bytes: number) => string
  /** `Ada, Bo and Cy` */
  readonly list: (parts: readonly string[]) => string
}

const cache = new Map<string, Formats>()

/** Returns the formats of a locale and a time zone. They are cached, because creating them is slow. */
export function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`
  const formats = cache.get(key) ?? makeFormats(locale, timeZone)
  cache.set(key, formats)
  return formats
}

/** The units in which spans are written, with their length in seconds, the largest first. */
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

const secondsBetween = (date: Date, now: Date) => Math.abs(date.getTime() - now.getTime()) / 1000

function makeFormats(locale: string, timeZone: string): Formats {
  const number = new Intl.NumberFormat(locale)
  const list = new Intl.ListFormat(locale)
  return {
    locale,
    timeZone,
    ...makeDates(locale, timeZone),
    span: makeSpan(locale),
    number: (value) => number.format(value),
    size: makeSize(locale),
    list: (parts) => list.format(parts),
  }
}

function makeDates(locale: string, timeZone: string) {
  const formatWith = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options })
    return (date: Date) => format.format(date)
  }
  const clock = formatWith({ hour: '2-digit', minute: '2-digit' })
  const dayWithYear = formatWith({ day: 'numeric', month: 'short', year: 'numeric' })
  const isSameDay = (date: Date, now: Date) => dayWithYear(date) === dayWithYear(now)
  const shortDay = makeShortDay(formatWith)
  const shortDayAndClock = makeShortDay(formatWith, { hour: '2-digit', minute: '2-digit' })
  const full = formatWith({ dateStyle: 'long', timeStyle: 'long' })
  const distance = makeDistance(locale)
  const span = makeSpan(locale)
  return {
    clock,
    distance,
    day: formatWith({ dateStyle: 'long' }),
    calendarDay: makeCalendarDay(locale),
    moment: (date: Date, now: Date) => {
      const seconds = secondsBetween(date, now)
      if (seconds < 60) return distance(now, now)
      if (seconds < 3600) return span(seconds)
      return isSameDay(date, now) ? clock(date) : shortDay(date, now)
    },
    dayAndTime: (date: Date, now: Date) => (isSameDay(date, now) ? clock(date) : shortDayAndClock(date, now)),
    fullMoment: (date: Date, now: Date) => `${full(date)}, ${distance(date, now)}`,
  }
}

function makeCalendarDay(locale: string) {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' })
  return (day: string) => {
    const date = new Date(`${day}T00:00Z`)
    return Number.isNaN(date.getTime()) ? day : format.format(date)
  }
}

/** A weekday without a date is unambiguous for six days in each direction. */
const isNear = (date: Date, now: Date) => secondsBetween(date, now) < 6 * 86_400

type FormatWith = (options: Intl.DateTimeFormatOptions) => (date: Date) => string

function makeShortDay(formatWith: FormatWith, time: Intl.DateTimeFormatOptions = {}) {
  const weekday = formatWith({ weekday: 'short', ...time })
  const dayOfYear = formatWith({ day: 'numeric', month: 'short', ...time })
  const dayWithYear = formatWith({ day: 'numeric', month: 'short', year: 'numeric', ...time })
  const year = formatWith({ year: 'numeric' })
  return (date: Date, now: Date) => {
    if (isNear(date, now)) return weekday(date)
    return year(date) === year(now) ? dayOfYear(date) : dayWithYear(date)
  }
}

const unitOf = (seconds: number) => units.find(([, size]) => seconds >= size) ?? (['second', 1] as const)

function makeDistance(locale: string) {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return (date: Date, now: Date) => {
    const seconds = (date.getTime() - now.getTime()) / 1000
    if (Math.abs(seconds) < 60) return relative.format(0, 'second')
    const [unit, size] = unitOf(Math.abs(seconds))
    return relative.format(Math.trunc(seconds / size), unit)
  }
}

function makeSpan(locale: string) {
  const formats = new Map(
    units.map(([unit]) => [unit, new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })]),
  )
  return (seconds: number) => {
    const [unit, size] = unitOf(seconds)
    return formats.get(unit)?.format(Math.trunc(seconds / size)) ?? ''
  }
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function makeSize(locale: string) {
  const formats = sizeUnits.map(
    (unit) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        // Short units of bytes have no plural: "190 byte".
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: 1,
      }),
  )
  return (bytes: number) => {
    const power = Math.min(sizeUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
    return formats[power]?.format(bytes / 1000 ** power) ?? ''
  }
}
