import type { Value } from '../tree.ts'

const toEntries = (unit: string, words: string) => words.split(' ').map((word) => [word, unit] as const)

/** Names of days, in English and German. */
const namedDays: ReadonlyMap<string, string> = new Map([
  ...toEntries('now/d', 'today heute'),
  ...toEntries('now-1d/d', 'yesterday gestern'),
  ...toEntries('now+1d/d', 'tomorrow morgen'),
])

/** Numbers of weekdays, from 0 for Monday, by their names in English and German. */
const weekdays: ReadonlyMap<string, number> = numbered([
  'monday montag',
  'tuesday dienstag',
  'wednesday mittwoch',
  'thursday donnerstag',
  'friday freitag',
  'saturday samstag sonnabend',
  'sunday sonntag',
])

/** Numbers of months, from 0 for January, by their names in English and German. */
const months: ReadonlyMap<string, number> = numbered([
  'january januar jänner',
  'february februar',
  'march märz',
  'april',
  'may mai',
  'june juni',
  'july juli',
  'august',
  'september',
  'october oktober',
  'november',
  'december dezember',
])

function numbered(names: readonly string[]): Map<string, number> {
  return new Map(names.flatMap((words, index) => words.split(' ').map((word) => [word, index] as const)))
}

/** The units of the search language by name. `m` is a minute, `M` a month. */
const units: ReadonlyMap<string, string> = new Map([
  ...toEntries('s', 's second seconds sekunde sekunden'),
  ...toEntries('m', 'm min minute minutes minuten'),
  ...toEntries('h', 'h hour hours stunde stunden'),
  ...toEntries('d', 'd day days tag tage tagen'),
  ...toEntries('w', 'w week weeks woche wochen'),
  ...toEntries('M', 'M mo month months monat monate monaten'),
  ...toEntries('y', 'y year years jahr jahre jahren'),
])

/**
 * Returns the value of a time field in the strict language: `now/d` for `today`, `>=now-7d` for `7d`. Other values do not
 * change.
 */
export function strictTime(value: Value): Value {
  switch (value.kind) {
    case 'word':
    case 'phrase': {
      const text = strictMoment(value.text)
      if (isSpan(value.text)) return { kind: 'comparison', operator: '>=', text }
      return text === value.text ? value : { kind: 'word', text }
    }
    case 'comparison':
      return { ...value, text: strictMoment(value.text) }
    case 'range': {
      const [from, to] = [value.from, value.to].map((end) => end && { ...end, text: strictMoment(end.text) })
      return { kind: 'range', from: from ?? null, to: to ?? null }
    }
    default:
      return value
  }
}

/** Returns a date in the strict language: `now-1d/d` for `yesterday`, `2026-01-31` for `31.1.2026`. */
export function strictMoment(text: string): string {
  const day = namedDays.get(text.toLowerCase())
  if (day !== undefined) return day
  const [, amount, unit] = SPAN.exec(text) ?? []
  const unitCode = findUnit(unit)
  if (unitCode !== undefined) return `now-${amount}${unitCode}`
  return calendarUnit(text) ?? namedPeriod(text) ?? strictDate(text) ?? text
}

/** A span up to now: `7d`, `2 weeks`, `last 3 days`. */
const SPAN = /^(?:(?:last|past|letzte[mnrs]?)[ _-]?)?(\d{1,9}) ?(\p{L}+)$/iu

const isSpan = (text: string): boolean => findUnit(SPAN.exec(text)?.[2]) !== undefined

/** The current or previous calendar unit: `this week`, `last_month`, `letztes Jahr`. */
const CALENDAR_UNIT = /^(?:(this|diese[mnrs]?)|last|letzte[mnrs]?)[ _-]?(\p{L}+)$/iu

function calendarUnit(text: string): string | undefined {
  const [, thisWord, name] = CALENDAR_UNIT.exec(text) ?? []
  const unit = findUnit(name)
  return unit && (thisWord === undefined ? `now-1${unit}/${unit}` : `now/${unit}`)
}

/** A month or weekday: `November`, `last Monday`, `diesen Freitag`, `October 2025`. */
const NAMED_PERIOD = /^(?:(?:this|diese[mnrs]?|(last|letzte[mnrs]?))[ _-]?)?(\p{L}+?)(?: (\d{4}))?$/iu

/** Returns the named month or weekday that began most recently; after `last`, the one that ended most recently. */
function namedPeriod(text: string): string | undefined {
  const [, last, name = '', year] = NAMED_PERIOD.exec(text) ?? []
  const month = months.get(name.toLowerCase())
  if (month !== undefined && year !== undefined) return `${year}-${String(month + 1).padStart(2, '0')}`
  const weekday = year === undefined ? weekdays.get(name.toLowerCase()) : undefined
  const unit = month === undefined ? 'd' : 'M'
  const index = month ?? weekday
  if (index === undefined) return undefined
  // `November` is `now-10M/y+10M/M`: ten months ago it was this year, if November has begun, and otherwise last year.
  const back = index + (last === undefined ? 0 : 1)
  return `now-${back}${unit}/${unit === 'd' ? 'w' : 'y'}+${index}${unit}/${unit}`
}

/** Returns a time of two or more words at the beginning of a text. */
export function timeOfSeveralWordsAt(text: string): string | undefined {
  const [words = ''] =
    /^(?:(?:this|last|past|diese[mnrs]?|letzte[mnrs]?) (?:\d{1,3} )?|\d{1,3} )\p{L}{2,}(?=[\s)]|$)/iu.exec(text) ?? []
  if (words !== '' && (isSpan(words) || (calendarUnit(words) ?? namedPeriod(words)) !== undefined)) return words
  const [monthOfYear = ''] = /^\p{L}{3,9} \d{4}(?=[\s)]|$)/u.exec(text) ?? []
  if (namedPeriod(monthOfYear) !== undefined) return monthOfYear
  const [date] = DATE_IN_WORDS.exec(text) ?? []
  return date !== undefined && strictDate(date) !== undefined ? date : undefined
}

/** Returns a time at the beginning of a text, of one word or more. */
export function timeAt(text: string): string | undefined {
  const [word = ''] = /^\S*/u.exec(text) ?? []
  const isTime =
    isSpan(word) ||
    namedDays.has(word.toLowerCase()) ||
    namedPeriod(word) !== undefined ||
    strictDate(word) !== undefined ||
    /^\d{4}-\d\d(?:-\d\d)?$/u.test(word)
  return timeOfSeveralWordsAt(text) ?? (isTime ? word : undefined)
}

/**
 * Returns the date in the strict language, if the text can mean only one date: `31.1.2026`, `31.1.`, `1/31/2026`,
 * `31 Jan 2026`.
 */
const strictDate = (text: string): string | undefined => dateInFigures(text) ?? dateInWords(text)

function dateInFigures(text: string): string | undefined {
  const [, year, month = '', day = ''] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/u.exec(text) ?? []
  if (year !== undefined) return formatDate(year, month, day)
  const [, first = '', sign, second = '', last] = /^(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4})?)?$/u.exec(text) ?? []
  if (sign === '.') return last === undefined ? dayOfThisYear(second, first) : formatDate(last, second, first)
  if (sign === undefined || last === undefined) return undefined
  if (Number(first) > 12) return formatDate(last, second, first)
  return Number(second) > 12 || first === second ? formatDate(last, first, second) : undefined
}

function dateInWords(text: string): string | undefined {
  const { day, dayAfter, month, monthBefore, year = '' } = DATE_IN_WORDS.exec(text)?.groups ?? {}
  const index = monthsByName.get((month ?? monthBefore ?? '').toLowerCase())
  if (index === undefined) return undefined
  const dayOfMonth = day ?? dayAfter ?? ''
  return year === '' ? dayOfMonthBegun(index, dayOfMonth) : formatDate(year, String(index + 1), dayOfMonth)
}

/** Returns a day of a month, in the year in which the month began most recently; undefined if it never has so many days. */
function dayOfMonthBegun(month: number, day: string): string | undefined {
  const daysInLeapYear = new Date(Date.UTC(2024, month + 1, 0)).getUTCDate()
  const isDay = Number(day) >= 1 && Number(day) <= daysInLeapYear
  return isDay ? `now-${month}M/y+${month}M/M+${Number(day) - 1}d/d` : undefined
}

/** Numbers of months by their names, and by the first three letters of these. */
const monthsByName = new Map(
  [...months].flatMap(([name, index]) =>
    [name, name.slice(0, 3), ...(name === 'september' ? ['sept'] : [])].map((text) => [text, index] as const),
  ),
)

/** A date with the name of the month: `21 Nov 2026`, `21. November 2026`, `Nov 21, 2026`, `21 November`. */
const DATE_IN_WORDS =
  /^(?:(?<day>\d{1,2})(?:\.|st|nd|rd|th)? (?<month>\p{L}{3,9})\.?,?|(?<monthBefore>\p{L}{3,9})\.? (?<dayAfter>\d{1,2})(?:st|nd|rd|th)?,?)(?: (?<year>\d{4}))?(?=[\s)]|$)/iu

const formatDate = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const dayOfThisYear = (month: string, day: string): string => `now/y+${Number(month) - 1}M+${Number(day) - 1}d/d`

function findUnit(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (units.get(name) ?? units.get(name.toLowerCase()))
}
