import { useMemo } from 'react'
import { useFormats } from '../format/use-formats.ts'
import type { DayRange } from './days.ts'
import { durationOf } from './duration.ts'

/** Writes days, ranges of days and durations in the language of the user. */
export interface DayFormats {
  /** `Mon 9` */
  readonly weekday: (day: string) => string
  /** `9 Nov` */
  readonly short: (day: string) => string
  /** `Monday 9 November 2026` */
  readonly full: (day: string) => string
  /** `Nov 2026` */
  readonly month: (day: string) => string
  /** `9 – 22 Nov`, in other years with the year */
  readonly range: (range: DayRange) => string
  /** `1 hr 30 min` */
  readonly duration: (seconds: number) => string
  readonly percent: (share: number) => string
}

/** Returns the formats of the user. A day has no time zone, so it is written in UTC. */
export function useDayFormats(): DayFormats {
  const { locale } = useFormats()
  return useMemo(() => makeFormats(locale), [locale])
}

function makeFormats(locale: string): DayFormats {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = formatOf(options)
    return (day: string) => format.format(new Date(day))
  }
  const range = formatOf({ day: 'numeric', month: 'short' })
  const rangeWithYear = formatOf({ day: 'numeric', month: 'short', year: 'numeric' })
  const thisYear = String(new Date().getFullYear())
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  return {
    weekday: days({ weekday: 'short', day: 'numeric' }),
    short: days({ day: 'numeric', month: 'short' }),
    full: days({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    month: days({ month: 'short', year: 'numeric' }),
    range: ({ from, to }) => {
      const isThisYear = from.startsWith(thisYear) && to.startsWith(thisYear)
      return (isThisYear ? range : rangeWithYear).formatRange(new Date(from), new Date(to))
    },
    duration: (seconds) => durationOf(locale, seconds),
    percent: (share) => percent.format(share),
  }
}
