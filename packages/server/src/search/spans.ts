import type { Edge } from './bound.ts'
import { prefixMarker } from './term-prefix.ts'

/*
 * Terms for times, so that a range of times is found with few terms of the index, and "printer, since March" does not
 * read every ticket with a printer. A document has one term for its day, one for the block of two days that contains
 * it, one for the block of four, and so on. A range that is open at one end needs at most one term of each size; with
 * terms for days, months and years it would need forty. All times before the supported years share one term, and so do all
 * times after them.
 */

const FIRST_YEAR = 1970
const LAST_YEAR = 2069
/** The exponent of the largest block: 8192 days, about 22 years. */
const LARGEST_SPAN = 13

/** The columns that have such terms. */
export const indexedTimes = ({ name }: { readonly name: string }): readonly string[] =>
  name === 'ticket' ? ['created_at'] : []

/** Returns the terms of a time. */
export function timeWords(column: string, time: string): string[] {
  const year = Number(time.slice(0, 4))
  if (year < FIRST_YEAR) return [word(column, 'before')]
  if (year > LAST_YEAR) return [word(column, 'after')]
  const day = dayOf(time)
  return Array.from({ length: LARGEST_SPAN + 1 }, (_, size) => wordOfDays(column, size, day))
}

/** The earliest and the latest of some times. */
export interface MinMax {
  readonly first: string
  readonly last: string
}

/**
 * Returns terms such that every time in a range has at least one of them. `exact` means that no other time has one of
 * them; this is not the case if the range begins or ends within a day.
 * @param among the earliest and latest existing time: terms that no time between them has are omitted.
 */
export function wordsOfSpan(
  column: string,
  from?: Edge,
  to?: Edge,
  among?: MinMax,
): { words: string[]; exact: boolean } {
  const first = from ? firstDay(from) : { day: EARLIEST - 1, isPartial: false }
  const last = to ? lastDay(to) : { day: LATEST + 1, isPartial: false }
  const [oldest, newest] = among ? [dayOf(among.first), dayOf(among.last)] : [-Infinity, Infinity]
  const words: string[] = []
  if (first.day < EARLIEST && oldest < EARLIEST) words.push(word(column, 'before'))
  if (last.day > LATEST && newest > LATEST) words.push(word(column, 'after'))
  const end = Math.min(last.day, LATEST) + 1
  for (let day = Math.max(first.day, EARLIEST); day < end;) {
    // A range that continues after the last year may end with a larger block, because no document has a term for a later day.
    const size = largestFrom(day, last.day > LATEST ? Infinity : end)
    const next = day + 2 ** size
    if (oldest < next && newest >= day) words.push(wordOfDays(column, size, day))
    day = next
  }
  // All times before the supported years share a term, so a range that begins among these times is not exact; nor is one that
  // ends among the times after them.
  const ends = [...(from ? [first.day] : []), ...(to ? [last.day + 1] : [])]
  const isInside = ends.every((day) => day >= EARLIEST && day <= LATEST + 1)
  return { words, exact: !first.isPartial && !last.isPartial && isInside }
}

const word = (column: string, text: string): string => `${prefixMarker}ref${column.replaceAll('_', '')}${text}`

/**
 * The term of the block of 2^size days that contains a day. The size is a letter, because digits would be ambiguous.
 */
const wordOfDays = (column: string, size: number, day: number): string =>
  word(column, `${String.fromCharCode(97 + size)}${Math.floor(day / 2 ** size)}`)

/** The exponent of the largest block that begins with a day and ends before another. */
function largestFrom(day: number, end: number): number {
  let size = 0
  while (size < LARGEST_SPAN && day % 2 ** (size + 1) === 0 && day + 2 ** (size + 1) <= end) size++
  return size
}

const DAY = 86_400_000
const dayOf = (time: string): number => Math.floor(Date.parse(time) / DAY)
/** The first and the last supported day, in days since 1970. */
const EARLIEST = 0
const LATEST = Date.UTC(LAST_YEAR + 1) / DAY - 1

/** The day in which a range begins, and whether only a part of that day is in the range. */
function firstDay({ value, inclusive }: Edge): { day: number; isPartial: boolean } {
  const time = Date.parse(String(value)) + (inclusive ? 0 : 1)
  return { day: Math.floor(time / DAY), isPartial: time % DAY !== 0 }
}

function lastDay({ value, inclusive }: Edge): { day: number; isPartial: boolean } {
  const end = Date.parse(String(value)) + (inclusive ? 1 : 0)
  return { day: Math.ceil(end / DAY) - 1, isPartial: end % DAY !== 0 }
}
