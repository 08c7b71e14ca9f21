/** The keys of the days in a calendar, from Monday. Time plans of jobs write them with a capital letter. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Returns the names of the days from Monday in a language. */
export function weekdayNames(language: string): readonly string[] {
  const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  return weekdays.map((_, index) => names.format(Date.UTC(2024, 0, 1 + index)))
}
