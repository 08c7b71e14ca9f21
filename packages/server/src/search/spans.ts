import type { Edge } from './bound.ts'
import { prefixMarker } from './term-prefix.ts'

/**
 * Times as words of a document: of the day, of the two days it is one of, of the four, and so on, so that a span of time
 * is found by few words of the index, and "printer, since March" without reading every ticket with a printer. A span that
 * is open at one end takes one word of each size at most; with the words of calendars it took forty. What is outside
 * these years has one word each.
 */

const firstYear = 1970
const lastYear = 2069
/** The largest size of a word: 8192 days, some 22 years. */
const largest = 13

/** The columns that are found this way, by resource. */
export const indexedTimes = ({ name }: { readonly name: string }): readonly string[] =>
  name === 'ticket' ? ['created_at'] : []

/** The words for a time. */
export function timeWords(column: string, time: string): string[] {
  const year = Number(time.slice(0, 4))
  if (year < firstYear) return [word(column, 'before')]
  if (year > lastYear) return [word(column, 'after')]
  const day = dayOf(time)
  return Array.from({ length: largest + 1 }, (_, size) => wordOfDays(column, size, day))
}

/** The first and the last of some times. */
export interface MinMax {
  readonly first: string
  readonly last: string
}

/**
 * The words one of which every time in a span has. `exact`: no other time has one. The days in which the span begins
 * and ends are not exact, unless they are whole.
 * @param among the times there are: words that none of them has are left out.
 */
export function wordsOfSpan(
  column: string,
  from?: Edge,
  to?: Edge,
  among?: MinMax,
): { words: string[]; exact: boolean } {
  const first = from ? firstDay(from) : { day: earliest - 1, part: false }
  const last = to ? lastDay(to) : { day: latest + 1, part: false }
  const [oldest, newest] = among ? [dayOf(among.first), dayOf(among.last)] : [-Infinity, Infinity]
  const words: string[] = []
  if (first.day < earliest && oldest < earliest) words.push(word(column, 'before'))
  if (last.day > latest && newest > latest) words.push(word(column, 'after'))
  const end = Math.min(last.day, latest) + 1
  for (let day = Math.max(first.day, earliest); day < end;) {
    // Behind the last year there are no days: what begins before its end may end behind it.
    const size = largestFrom(day, last.day > latest ? Infinity : end)
    const next = day + 2 ** size
    if (oldest < next && newest >= day) words.push(wordOfDays(column, size, day))
    day = next
  }
  // What ends outside the years is not all that is outside.
  const ends = [...(from ? [first.day] : []), ...(to ? [last.day + 1] : [])]
  const isInside = ends.every((day) => day >= earliest && day <= latest + 1)
  return { words, exact: !first.part && !last.part && isInside }
}

/** The part of all times that is in a span, if they lie evenly. */
export function shareOfSpan({ first, last }: MinMax, from?: Edge, to?: Edge): number {
  const [start, end] = [Date.parse(first), Date.parse(last) + 1]
  const begins = Math.max(start, from ? Date.parse(String(from.value)) : start)
  const ends = Math.min(end, to ? Date.parse(String(to.value)) : end)
  return Math.max(0, ends - begins) / (end - start)
}

const word = (column: string, text: string): string => `${prefixMarker}ref${column.replaceAll('_', '')}${text}`

/** The word of so many days, a power of two, that a day is one of. A letter for the size: digits alone would run together. */
const wordOfDays = (column: string, size: number, day: number): string =>
  word(column, `${String.fromCharCode(97 + size)}${Math.floor(day / 2 ** size)}`)

/** The size of the largest word that begins with a day and ends before another. */
function largestFrom(day: number, end: number): number {
  let size = 0
  while (size < largest && day % 2 ** (size + 1) === 0 && day + 2 ** (size + 1) <= end) size++
  return size
}

const dayLength = 86_400_000
const dayOf = (time: string): number => Math.floor(Date.parse(time) / dayLength)
const earliest = 0
const latest = Date.UTC(lastYear + 1) / dayLength - 1

/** The day in which a span begins, and whether it begins within it. */
function firstDay({ value, inclusive }: Edge): { day: number; part: boolean } {
  const time = Date.parse(String(value)) + (inclusive ? 0 : 1)
  return { day: Math.floor(time / dayLength), part: time % dayLength !== 0 }
}

function lastDay({ value, inclusive }: Edge): { day: number; part: boolean } {
  const end = Date.parse(String(value)) + (inclusive ? 1 : 0)
  return { day: Math.ceil(end / dayLength) - 1, part: end % dayLength !== 0 }
}
