import type { Field } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'

/**
 * Turns what a body says about a field into what its column holds. Existing clients write numbers and booleans as
 * texts now and then, so these are understood; nothing else is guessed.
 * @throws Fault `invalid` that names the field and what was expected.
 */
export function valueOf(name: string, field: Field, given: unknown): unknown {
  if (given === null || (given === '' && field.kind !== 'text') || isNobody(field, given)) return blank(name, field)
  return readValue(name, field, given)
}

/** The same for what is there. */
export const readValue = (name: string, field: Field, given: unknown): unknown =>
  readers[field.kind](name, field, given)

/** Clients in languages whose numbers cannot be absent say 0 for a reference that points nowhere. */
const isNobody = ({ kind, null: mayBeNull }: Field, given: unknown): boolean =>
  kind === 'ref' && mayBeNull === true && (given === 0 || given === '0')

/** Null stays null where it may; elsewhere it means the default (reference, section 5.2, rule 6). */
function blank(name: string, field: Field): unknown {
  if (field.null) return null
  if (field.default !== undefined) return field.default
  if (field.kind === 'object') return {}
  throw missing(name)
}

/** The sentence that existing clients know (reference, section 5.2, rule 7). */
export const missing = (name: string) => invalid(name, `The required value '${name}' is missing.`)

/** Whether a text has more than so many characters. They are counted only where the length does not tell already. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || Array.from(text).length > most)

type Reader = (name: string, field: Field, given: unknown) => unknown

const readers: Readonly<Record<Field['kind'], Reader>> = {
  id: wholeNumber,
  integer: wholeNumber,
  ref: (name, _, given) => {
    const id = asWhole(given)
    if (id === undefined || id < 1) throw invalidParam(name, given)
    return id
  },
  text: (name, field, given) => {
    const text = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given
    if (typeof text !== 'string') throw expected(name, 'a text', given)
    if (text.trim() === '' && !field.null && field.default === undefined) throw missing(name)
    if (text.includes('\0')) throw invalid(name, `${name}: a NUL character is not allowed.`)
    if (field.max !== undefined && isLonger(text, field.max)) {
      throw invalid(name, `${name} is too long (maximum is ${field.max} characters).`)
    }
    return text.toWellFormed()
  },
  boolean: (name, _, given) => {
    const value = booleans.get(typeof given === 'string' ? given.toLowerCase() : given)
    if (value === undefined) throw expected(name, 'true or false', given)
    return value
  },
  time: (name, _, given) => {
    const [text, clock, zone] = (typeof given === 'string' && timePattern.exec(given)) || []
    // Without a zone the platform would take its own.
    const at = text === undefined ? Number.NaN : Date.parse(clock && !zone ? `${text.replace(' ', 'T')}Z` : text)
    if (Number.isNaN(at)) throw expected(name, 'a time such as 2026-01-31T12:00:00Z', given)
    return new Date(at).toISOString()
  },
  date: (name, _, given) => {
    const day = typeof given === 'string' ? /^\d{4}-\d\d-\d\d/.exec(given)?.[0] : undefined
    const at = day === undefined ? Number.NaN : Date.parse(day)
    // The platform lets 2026-02-30 run over into March.
    if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
      throw expected(name, 'a date such as 2026-01-31', given)
    }
    return day
  },
  decimal: (name, _, given) => {
    const text = typeof given === 'number' || typeof given === 'string' ? String(given).trim().replace(',', '.') : ''
    if (!/^-?\d{1,6}(\.\d{1,20})?$/.test(text)) throw expected(name, 'a number such as 1.25', given)
    return Math.round(Number(text) * 100) / 100
  },
  one_of: (name, field, given) => {
    if (field.values?.includes(given as string)) return given
    throw expected(name, `one of ${field.values?.join(', ')}`, given)
  },
  object: (name, _, given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw expected(name, 'an object', given)
    checkStorable(name, given)
    return given
  },
}

/** Deeper than this no database reads JSON again, and nobody writes it. */
const deepest = 100

/** @throws Fault `invalid` for what one of the databases cannot keep in an object: depth, NUL, half a character. */
function checkStorable(name: string, given: object): void {
  const open: [value: unknown, depth: number][] = [[given, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (depth > deepest) throw invalid(name, `${name}: goes deeper than ${deepest} objects inside each other.`)
    if (typeof value === 'string') checkText(name, value)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      checkText(name, key)
      open.push([inner, depth + 1])
    }
  }
}

function checkText(name: string, text: string): void {
  if (text.includes('\0')) throw invalid(name, `${name}: a NUL character is not allowed.`)
  if (!text.isWellFormed()) throw invalid(name, `${name}: half a character is not allowed.`)
}

function wholeNumber(name: string, _: Field, given: unknown): number {
  const number = asWhole(given)
  if (number === undefined) throw expected(name, 'a whole number', given)
  return number
}

/** A whole number that a column can hold; undefined for anything else. */
export function asWhole(given: unknown): number | undefined {
  const number = typeof given === 'string' && /^-?\d{1,16}$/.test(given.trim()) ? Number(given) : given
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

const booleans = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** A date, or a date and a time with or without its zone; without one it is UTC, as everywhere here. */
const timePattern = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** The sentence that existing clients know for an id that is none (reference, section 5.2, rule 6). */
export const invalidParam = (name: string, given: unknown) =>
  invalid(name, `Invalid value for param '${name}': ${shown(given)}`)

const expected = (name: string, what: string, given: unknown) =>
  invalid(name, `${name}: expected ${what}, got ${shown(given)}.`)

/** A value as it was given, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
