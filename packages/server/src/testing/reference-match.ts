import { dateResolver, type Field, type Part, type Term } from '@deskbell/contract'
import { tokens } from './indexed-texts.ts'

/** A value at the end of a path, with its field. */
export interface PathValue {
  readonly field: Field
  readonly value: unknown
  /** True if it is one of several texts in a ticket's document, in which punctuation only separates words. */
  readonly inDocument?: boolean
  /** The part of the text that is indexed, if it is limited. */
  readonly indexed?: string
}

/** The current time, and the time zone in which days begin and end; default UTC. */
interface Clock {
  readonly now: Date
  readonly zone?: string
}

/** True if a value matches a term. */
export function matchesTerm(
  { now, zone = 'UTC' }: Clock,
  { field, value, inDocument, indexed = value as string }: PathValue,
  { value: expected }: Term,
): boolean {
  const to = (text: string) =>
    (isNumeric(field, expected) ? compareNumbers : compareToSpan)({ now, zone }, field, value, text)
  switch (expected.kind) {
    case 'word':
    case 'phrase':
      if (field.kind === 'boolean' || field.kind === 'one_of') return String(value) === expected.text
      if (field.kind !== 'text') return to(expected.text) === 0
      return tokens(expected.text).length > 0 ? hasRun(indexed, expected.text, false) : same(value, expected.text)
    case 'comparison': {
      const position = to(expected.text)
      return { '>': position > 0, '>=': position >= 0, '<': position < 0, '<=': position <= 0 }[expected.operator]
    }
    case 'range': {
      const { from, to: until } = expected
      const above = !from || to(from.text) > (from.inclusive ? -1 : 0)
      return above && (!until || to(until.text) < (until.inclusive ? 1 : 0))
    }
    case 'wildcard':
      return fitsPattern(indexed, expected.parts, inDocument === true)
    default:
      return false
  }
}

/** True if the ends of a range or comparison of texts are whole numbers: then the texts are compared as numbers. */
function isNumeric({ kind }: Field, expected: Term['value']): boolean {
  const ends =
    expected.kind === 'comparison'
      ? [expected]
      : expected.kind === 'range'
        ? [expected.from, expected.to].filter(Boolean)
        : []
  return kind === 'text' && ends.length > 0 && ends.every((end) => /^\d+$/.test(end?.text ?? ''))
}

/** Like `compareToSpan`, for numbers in texts. A text that is not a number gives NaN, which fails every comparison. */
const compareNumbers: typeof compareToSpan = (_, __, value, text) =>
  /^\d+$/.test(value as string) ? Math.sign(Number(BigInt(value as string) - BigInt(text))) : Number.NaN

/** The position of a value relative to the span that a text stands for: before it (-1), in it (0) or after it (1). */
function compareToSpan(clock: { now: Date; zone: string }, { kind }: Field, value: unknown, text: string): number {
  if (kind === 'text') return Buffer.compare(Buffer.from(value as string), Buffer.from(text))
  if (kind !== 'time' && kind !== 'date') return Math.sign(Number(value) - Number(text))
  const { from, to } = dateResolver(clock)(text)
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (kind === 'time') {
    const time = Date.parse(value as string)
    return time < first ? -1 : time < last ? 0 : 1
  }
  // A date without a time is in every span that overlaps the day in the caller's time zone.
  const day = value as string
  return day < dayIn(clock.zone, first) ? -1 : day <= dayIn(clock.zone, last - 1) ? 0 : 1
}

/** The calendar day of a time in a time zone; computed in another way than the service does, to verify it. */
export function dayIn(zone: string, time: number): string {
  const format = calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  calendars.set(zone, format)
  return format.format(time)
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/**
 * True if a text matches a pattern. A pattern of letters is compared with each word. A pattern with other characters is
 * compared with the whole text, or in a document with consecutive words.
 */
function fitsPattern(text: string, parts: readonly Part[], inDocument: boolean): boolean {
  const [first, second, third] = parts
  const isBeginning = first?.kind === 'text' && second?.kind === 'run' && third === undefined
  if (isBeginning && tokens(first.text).length > 0) return hasRun(text, first.text, true)
  const hasPunctuation = parts.some((part) => part.kind === 'text' && !/^[\p{L}\p{N}\u0300-\u036f]*$/u.test(part.text))
  if (inDocument || !hasPunctuation) return hasPattern(text, parts)
  const source = parts.map((part) => (part.kind === 'text' ? escapeRegExp(fold(part.text)) : anything[part.kind]))
  return new RegExp(`^${source.join('')}$`, 'su').test(fold(text))
}

const anything = { run: '.*', one: '.' }
const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * True if consecutive words of a text match the parts of a pattern between separators, one word each; a lone `*` at an end
 * is ignored.
 */
function hasPattern(text: string, parts: readonly Part[]): boolean {
  const marks = { run: '\uE001', one: '\uE002' }
  const pieces = parts
    .map((part) => (part.kind === 'text' ? fold(part.text) : marks[part.kind]))
    .join('')
    .split(/[^\p{L}\p{N}\uE001\uE002]+/u)
    .filter((piece) => piece !== '')
  if (pieces[0] === marks.run) pieces.shift()
  if (pieces.at(-1) === marks.run) pieces.pop()
  const fitting = pieces.map(
    (piece) => new RegExp(`^${piece.replaceAll(marks.run, '.*').replaceAll(marks.one, '.')}$`, 'su'),
  )
  const words = tokens(text)
  return (
    pieces.length > 0 &&
    words.some((_, start) => fitting.every((piece, index) => piece.test(words[start + index] ?? '')))
  )
}

const same = (value: unknown, text: string): boolean => fold(String(value)) === fold(text)

/** In lower case and without accents. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

/** True if a text contains a word, phrase, prefix or pattern of a term without a field. */
export function hasWords(value: unknown, { value: expected }: Term): boolean {
  if (typeof value !== 'string') return false
  if (expected.kind === 'word' || expected.kind === 'phrase') return hasRun(value, expected.text, false)
  return expected.kind === 'wildcard' && fitsPattern(value, expected.parts, true)
}

/** True if a text contains the words next to each other; with `prefix`, the last may be the beginning of a word. */
function hasRun(text: string, searched: string, prefix: boolean): boolean {
  const words = tokens(text)
  const run = tokens(searched)
  const isLastPrefix = prefix && /[\p{L}\p{N}\u0300-\u036f]$/u.test(searched)
  const isAt = (start: number) =>
    run.every((word, index) => {
      const other = words[start + index]
      return isLastPrefix && index === run.length - 1 ? other?.startsWith(word) : other === word
    })
  return run.length > 0 && words.some((_, start) => isAt(start))
}
