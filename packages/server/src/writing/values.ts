import type { Field } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'

/**
 * Converts the value of a field in a body to the value of its column. Numbers and booleans may be strings, as some
 * existing clients send them; nothing else is converted.
 * @throws Fault `invalid` that names the field and what was expected.
 */
export function valueOf(name: string, field: Field, given: unknown): unknown {
  if (given === null || (given === '' && field.kind !== 'text') || isZeroReference(field, given))
    return blank(name, field)
  return readValue(name, field, given)
}

/** Converts a value that is not empty. @throws Fault as `valueOf`. */
export const readValue = (name: string, field: Field, given: unknown): unknown =>
  readers[field.kind](name, field, given)

/** Returns true if a reference is 0, which clients in languages without null numbers send for an empty one. */
const isZeroReference = ({ kind, null: mayBeNull }: Field, given: unknown): boolean =>
  kind === 'ref' && mayBeNull === true && (given === 0 || given === '0')

/** Returns the value of an empty field: null if allowed, else the default. @throws Fault `invalid` if there is none. */
function blank(name: string, field: Field): unknown {
  if (field.null) return null
  if (field.default !== undefined) return field.default
  if (field.kind === 'object') return {}
  throw missing(name)
}

/** Returns the fault for a missing value, with the message that existing clients rely on. */
export const missing = (name: string) => invalid(name, `The required value '${name}' is missing.`)

/** Returns true if a text has more than `most` code points. They are counted only if the number of code units does not decide. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || Array.from(text).length > most)

type Reader = (name: string, field: Field, given: unknown) => unknown

const readers: Readonly<Record<Field['kind'], Reader>> = {
  id: wholeNumber,
  integer: wholeNumber,
  ref: (name, _, given) => {
    const id = toInteger(given)
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
    // Date.parse would read a time without a zone in the zone of the process.
    const at = text === undefined ? Number.NaN : Date.parse(clock && !zone ? `${text.replace(' ', 'T')}Z` : text)
    if (Number.isNaN(at)) throw expected(name, 'a time such as 2026-01-31T12:00:00Z', given)
    return new Date(at).toISOString()
  },
  date: (name, _, given) => {
    const day = typeof given === 'string' ? /^\d{4}-\d\d-\d\d/.exec(given)?.[0] : undefined
    const at = day === undefined ? Number.NaN : Date.parse(day)
    // Date.parse turns 2026-02-30 into a day in March.
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

/** Maximum depth of stored JSON, well within the limits of the databases. */
const MAX_DEPTH = 100

/** @throws Fault `invalid` for JSON that one of the databases cannot store: too deep, a NUL, half a surrogate pair. */
function checkStorable(name: string, given: object): void {
  const open: [value: unknown, depth: number][] = [[given, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (depth > MAX_DEPTH) throw invalid(name, `${name}: is nested deeper than ${MAX_DEPTH} levels.`)
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
  if (!text.isWellFormed()) throw invalid(name, `${name}: an unpaired surrogate is not allowed.`)
}

function wholeNumber(name: string, _: Field, given: unknown): number {
  const number = toInteger(given)
  if (number === undefined) throw expected(name, 'a whole number', given)
  return number
}

/** Converts a number or a string of digits to a safe integer; undefined for anything else. */
export function toInteger(given: unknown): number | undefined {
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

/** A date, or a date and a time with or without a zone; the default is UTC. */
const timePattern = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Returns the fault for an invalid id, with the message that existing clients rely on. */
export const invalidParam = (name: string, given: unknown) =>
  invalid(name, `Invalid value for param '${name}': ${formatValue(given)}`)

const expected = (name: string, what: string, given: unknown) =>
  invalid(name, `${name}: expected ${what}, got ${formatValue(given)}.`)

/** Formats a value from a request for an error message, shortened to 60 characters. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
