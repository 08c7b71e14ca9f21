import type { Edge } from './bound.ts'
import { mark } from './marks.ts'

/**
 * Times as words of a document: the decade, year, month and day, so that a span is found by few words of the index,
 * and "printer, in March" without reading every ticket with a printer. What is outside these years has one word each.
 */

const firstYear = 1970
const lastYear = 2069

/** The columns that are found this way, by resource. */
export const timesOf = ({ name }: { readonly name: string }): readonly string[] =>
  name === 'ticket' ? ['created_at'] : []

/** The words for a time. */
export function timeWords(column: string, time: string): string[] {
  const year = Number(time.slice(0, 4))
  if (year < firstYear) return [word(column, 'before')]
  if (year > lastYear) return [word(column, 'after')]
  const digits = time.slice(0, 10).replaceAll('-', '')
  return [3, 4, 6, 8].map((length) => word(column, digits.slice(0, length)))
}

/**
 * The words one of which every time in a span has. `exact`: no other time has one. The days in which the span begins
 * and ends are not exact, unless they are whole.
 */
export function wordsOfSpan(column: string, from?: Edge, to?: Edge): { words: string[]; exact: boolean } {
  const first = from ? firstDay(from) : { day: earliest - 1, part: false }
  const last = to ? lastDay(to) : { day: latest + 1, part: false }
  const words: string[] = []
  if (first.day < earliest) words.push(word(column, 'before'))
  if (last.day > latest) words.push(word(column, 'after'))
  for (let day = Math.max(first.day, earliest); day <= Math.min(last.day, latest);) {
    const { digits, next } = longest(day, last.day)
    words.push(word(column, digits))
    day = next
  }
  // What ends outside the years is not all that is outside.
  const ends = [...(from ? [first.day] : []), ...(to ? [last.day + 1] : [])]
  const isInside = ends.every((day) => day >= earliest && day <= latest + 1)
  return { words, exact: !first.part && !last.part && isInside }
}

const word = (column: string, text: string): string => `${mark}ref${column.replaceAll('_', '')}${text}`

const dayLength = 86_400_000
const dayOf = (year: number, month = 0, date = 1): number => Date.UTC(year, month, date) / dayLength
const earliest = dayOf(firstYear)
const latest = dayOf(lastYear + 1) - 1

/** The day in which a span begins, and whether it begins within it. */
function firstDay({ value, inclusive }: Edge): { day: number; part: boolean } {
  const time = Date.parse(String(value)) + (inclusive ? 0 : 1)
  return { day: Math.floor(time / dayLength), part: time % dayLength !== 0 }
}

function lastDay({ value, inclusive }: Edge): { day: number; part: boolean } {
  const end = Date.parse(String(value)) + (inclusive ? 1 : 0)
  return { day: Math.ceil(end / dayLength) - 1, part: end % dayLength !== 0 }
}

/** The longest of decade, year, month and day that begins with a day and ends by another. */
function longest(day: number, last: number): { digits: string; next: number } {
  const at = new Date(day * dayLength)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const text = at.toISOString().slice(0, 10).replaceAll('-', '')
  const spans: [length: number, begins: boolean, next: number][] = [
    [3, date === 1 && month === 0 && year % 10 === 0, dayOf(year + 10)],
    [4, date === 1 && month === 0, dayOf(year + 1)],
    [6, date === 1, dayOf(year, month + 1)],
  ]
  for (const [length, begins, next] of spans) {
    if (begins && next - 1 <= last) return { digits: text.slice(0, length), next }
  }
  return { digits: text, next: day + 1 }
}
