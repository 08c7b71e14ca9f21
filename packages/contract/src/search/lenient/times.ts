import type { Value } from '../tree.ts'

const toEntries = (unit: string, words: string) => words.split(' ').map((word) => [word, unit] as const)

/** Days that have a name, in English and German. */
const days: ReadonlyMap<string, string> = new Map([
  ...toEntries('now/d', 'today heute'),
  ...toEntries('now-1d/d', 'yesterday gestern'),
  ...toEntries('now+1d/d', 'tomorrow morgen'),
])

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
 * Returns a value of a time as the strict language writes it: `today` is `now/d`, and `7d` the last seven days.
 * Other values stay as they are.
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

/** Returns a moment as the strict language writes it. */
export function strictMoment(text: string): string {
  const day = days.get(text.toLowerCase())
  if (day !== undefined) return day
  const [, amount, unit] = span.exec(text) ?? []
  const unitCode = findUnit(unit)
  if (unitCode !== undefined) return `now-${amount}${unitCode}`
  return calendarUnit(text) ?? isoDate(text) ?? text
}

/** A span up to now: `7d`, `2 weeks`, `last 3 days`. */
const span = /^(?:(?:last|past|letzte[nrs]?)[ _-]?)?(\d{1,9}) ?(\p{L}+)$/iu

const isSpan = (text: string): boolean => findUnit(span.exec(text)?.[2]) !== undefined

/** A calendar unit that began before now: `this week`, `last_month`, `letztes Jahr`. */
const calendar = /^(?:(this|diese[nrs]?)|last|letzte[nrs]?)[ _-]?(\p{L}+)$/iu

function calendarUnit(text: string): string | undefined {
  const [, isThis, name] = calendar.exec(text) ?? []
  const unit = findUnit(name)
  return unit && (isThis === undefined ? `now-1${unit}/${unit}` : `now/${unit}`)
}

/** Returns the words of a time at the beginning of a text, if it is more than one word. */
export function spokenTimeAt(text: string): string | undefined {
  const [words = ''] =
    /^(?:(?:this|last|past|diese[nrs]?|letzte[nrs]?) (?:\d{1,3} )?|\d{1,3} )\p{L}{2,}(?=[\s)]|$)/iu.exec(text) ?? []
  return words !== '' && (isSpan(words) || calendarUnit(words) !== undefined) ? words : undefined
}

/** Returns the ISO form of a numeric date that is not ambiguous: `31.1.2026`, `31.1.`, `1/31/2026`, `2026/1/31`. */
function isoDate(text: string): string | undefined {
  const [, year, monthOfYear = '', dayOfYear = ''] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/u.exec(text) ?? []
  if (year !== undefined) return formatDate(year, monthOfYear, dayOfYear)
  const [, first = '', sign, second = '', last] = /^(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4})?)?$/u.exec(text) ?? []
  if (sign === '.') return last === undefined ? dayOfThisYear(second, first) : formatDate(last, second, first)
  if (sign === undefined || last === undefined) return undefined
  if (Number(first) > 12) return formatDate(last, second, first)
  return Number(second) > 12 || first === second ? formatDate(last, first, second) : undefined
}

const formatDate = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const dayOfThisYear = (month: string, day: string): string => `now/y+${Number(month) - 1}M+${Number(day) - 1}d/d`

function findUnit(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (units.get(name) ?? units.get(name.toLowerCase()))
}
