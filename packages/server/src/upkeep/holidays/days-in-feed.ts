import ICAL from 'ical.js'

/** The holidays of a feed: their names by day. Days have the form `2026-12-25`. */
export type FeedDays = Readonly<Record<string, string>>

/** The days that are read from a feed, including the first and the last. */
export interface Period {
  readonly first: string
  readonly last: string
}

/** Maximum number of holidays in a feed. */
const MAX_DAYS = 1000

/** Maximum number of characters of a name; the rest is cut off. */
const MAX_NAME = 200

/**
 * Returns the days in a period that the all-day events of an iCalendar file cover. Recurring events count with all their
 * occurrences.
 * @throws Error with the reason why the file cannot be used.
 */
export function daysInFeed(file: Uint8Array, period: Period): FeedDays {
  const days = readDays(file, period)
  if (days.size === 0) throw new Error('the file has no all-day event in the past year or the next three years')
  if (days.size > MAX_DAYS) throw new Error(`the file has more than ${MAX_DAYS} days`)
  return Object.fromEntries(days)
}

/** Reads the days of a file; stops when there are more than `MAX_DAYS`. */
function readDays(file: Uint8Array, period: Period): Map<string, string> {
  const days = new Map<string, string>()
  try {
    for (const occurrence of occurrencesIn(file, period.last)) {
      for (const day of daysOf(occurrence, period)) if (!days.has(day)) days.set(day, occurrence.name)
      if (days.size > MAX_DAYS) break
    }
  } catch {
    // The errors of the parser quote the file, which may belong to another service.
    throw new Error('the address returned no valid iCalendar file')
  }
  return days
}

/** One occurrence of an all-day event. */
interface Occurrence {
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
}

/** Yields the occurrences of all events up to the day `until`. */
function* occurrencesIn(file: Uint8Array, until: string): Generator<Occurrence> {
  const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(file)) as unknown[])
  if (calendar.name !== 'vcalendar') throw new Error(`unexpected component ${calendar.name}`)
  const components = calendar.getAllSubcomponents('vevent')
  const changes = Map.groupBy(components.filter(isChange), uidOf)
  for (const component of components) {
    if (isChange(component)) continue
    const event = new ICAL.Event(component, { exceptions: changes.get(uidOf(component)) ?? [] })
    yield* occurrencesOf(event, until)
  }
}

/** True for the changed version of one occurrence of a recurring event. */
const isChange = (component: ICAL.Component): boolean => component.hasProperty('recurrence-id')

const uidOf = (component: ICAL.Component): unknown => component.getFirstPropertyValue('uid')

function* occurrencesOf(event: ICAL.Event, until: string): Generator<Occurrence> {
  // The types of the library omit that the start may be missing, and that the iteration may end.
  const start = event.startDate as ICAL.Time | null
  if (!start?.isDate) return
  const iterator = event.iterator() as { next(): ICAL.Time | undefined }
  for (let at = iterator.next(); at && at.toString() <= until; at = iterator.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(at)
    if (!startDate.isDate || item.component.getFirstPropertyValue('status') === 'CANCELLED') continue
    const firstDay = startDate.toString()
    // The end of an event does not belong to it, unless it is also its start.
    const dayBeforeEnd = dayAfter(endDate.toString(), -1)
    yield { name: nameOf(item), firstDay, lastDay: dayBeforeEnd < firstDay ? firstDay : dayBeforeEnd }
  }
}

const nameOf = ({ summary }: ICAL.Event): string =>
  ((summary as string | null) ?? '').replaceAll('\0', '\uFFFD').slice(0, MAX_NAME).toWellFormed()

function* daysOf({ firstDay, lastDay }: Occurrence, { first, last }: Period): Generator<string> {
  for (let day = firstDay < first ? first : firstDay; day <= lastDay && day <= last; day = dayAfter(day, 1)) yield day
}

const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
