import type { Dates, Term, Value } from '@deskbell/contract'
import type { Edge } from './bound.ts'

/** The ends of a range; an open one is missing. */
export type Bounds = { from?: Edge; to?: Edge }
/** Returns the value of a text. @param at its position in the query, for an error. */
export type ReadValue<T> = (text: string, at: number) => T

/** The ends of a range or comparison of values that are points, such as numbers; see `boundsOfSpans` for dates. */
export function boundsOfValues<T extends string | number>(value: Value, read: ReadValue<T>, term: Term): Bounds {
  if (value.kind === 'comparison') {
    const edge = { value: read(value.text, term.valueAt), inclusive: value.operator.endsWith('=') }
    return value.operator.startsWith('>') ? { from: edge } : { to: edge }
  }
  if (value.kind !== 'range') return {}
  const { from, to } = value
  return {
    ...(from ? { from: { value: read(from.text, from.at), inclusive: from.inclusive } } : {}),
    ...(to ? { to: { value: read(to.text, to.at), inclusive: to.inclusive } } : {}),
  }
}

/**
 * The ends of a range or comparison of dates, which stand for spans: `>2026-01` begins after the month, `<=2026-01` ends
 * with it.
 */
export function boundsOfSpans(value: Value, read: ReadSpan, term: Term): Bounds {
  if (value.kind === 'comparison') {
    const { from, until } = read(value.text, term.valueAt)
    if (value.operator === '>') return { from: opposite(until) }
    if (value.operator === '>=') return { from }
    if (value.operator === '<') return { to: opposite(from) }
    return { to: until }
  }
  if (value.kind !== 'range') return {}
  const first = value.from && read(value.from.text, value.from.at)
  const last = value.to && read(value.to.text, value.to.at)
  return {
    ...(first ? { from: value.from?.inclusive ? first.from : opposite(first.until) } : {}),
    ...(last ? { to: value.to?.inclusive ? last.until : opposite(last.from) } : {}),
  }
}

/** Returns the ends of the span of a date. */
export type ReadSpan = (text: string, at: number) => { from: Edge; until: Edge }

/** Reads dates as spans of time. A span without length, such as a day that the time zone skips, includes its end and is not empty. */
export const timesOf =
  (dates: Dates): ReadSpan =>
  (text, at) => {
    const { from, to } = dates.span(text, at)
    return { from: { value: from, inclusive: true }, until: { value: to, inclusive: from === to } }
  }

/** Reads dates as calendar days. */
export const daysOf =
  (dates: Dates): ReadSpan =>
  (text, at) => {
    const { first, last } = dates.days(text, at)
    return { from: { value: first, inclusive: true }, until: { value: last, inclusive: true } }
  }

/** Returns the end of the adjacent range: the same point, which belongs to only one of the two ranges. */
const opposite = ({ value, inclusive }: Edge): Edge => ({ value, inclusive: !inclusive })
