import type { Field } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'

/**
 * Converts the value of a field in a body to the value of its column. Numbers and booleans may be strings, and texts may be
 * numbers or booleans, as some existing Zammad clients send them; other types are refused.
 * @throws Fault `invalid` that names the field and what was expected.
 */
export function valueOf(name: string, field: Field, input: unknown): unknown {
  if (input === null || (input === '' && field.kind !== 'text') || isZeroReference(field, input))
    return emptyValue(name, field)
  return readValue(name, field, input)
}

/** Converts a value that is not empty, as `valueOf` does. @throws Fault `invalid` that names the field. */
export const readValue = (name: string, field: Field, input: unknown): unknown =>
  readers[field.kind](name, field, input)

/** Returns true if a reference is 0, which clients in languages without null numbers send for an empty one. */
const isZeroReference = ({ kind, null: mayBeNull }: Field, input: unknown): boolean =>
  kind === 'ref' && mayBeNull === true && (input === 0 || input === '0')

/** Returns the value of an empty field: null if allowed, else the default. @throws Fault `invalid` if there is none. */
function emptyValue(name: string, field: Field): unknown {
  if (field.null) return null
  if (field.default !== undefined) return field.default
  if (field.kind === 'object') return {}
  throw missing(name)
}

/** Returns the fault for a missing value, with the message that existing Zammad clients rely on. */
export const missing = (name: string) => invalid(name, `The required value '${name}' is missing.`)

/** Returns true if a text has more than `max` code points. They are counted only if the number of code units does not decide. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || Array.from(text).length > max)

type Reader = (name: string, field: Field, input: unknown) => unknown

const readers: Readonly<Record<Field['kind'], Reader>> = {
  id: readWholeNumber,
  integer: readWholeNumber,
  ref: (name, _, input) => {
    const id = toInteger(input)
    if (id === undefined || id < 1) throw invalidParam(name, input)
    return id
  },
  text: (name, field, input) => {
    const text = typeof input === 'number' || typeof input === 'boolean' ? String(input) : input
    if (typeof text !== 'string') throw expected(name, 'a text', input)
    if (text.trim() === '' && !field.null && field.default === undefined) throw missing(name)
    if (text.includes('\0')) throw invalid(name, `${name}: a NUL character is not allowed.`)
    if (field.max !== undefined && isLonger(text, field.max)) {
      throw invalid(name, `${name} is too long (maximum is ${field.max} characters).`)
    }
    return text.toWellFormed()
  },
  boolean: (name, _, input) => {
    const value = booleans.get(typeof input === 'string' ? input.toLowerCase() : input)
    if (value === undefined) throw expected(name, 'true or false', input)
    return value
  },
  time: (name, _, input) => {
    const { day, clock = 'T00:00', zone = 'Z' } = (typeof input === 'string' && timePattern.exec(input)?.groups) || {}
    // Date.parse would read a time without a zone in the zone of the process.
    const time = Date.parse(`${day}${clock.replace(' ', 'T')}${zone}`)
    if (Number.isNaN(time) || !isDay(day)) throw expected(name, 'a time such as 2026-01-31T12:00:00Z', input)
    return new Date(time).toISOString()
  },
  date: (name, _, input) => {
    const day = typeof input === 'string' ? input.slice(0, 10) : undefined
    if (!isDay(day)) throw expected(name, 'a date such as 2026-01-31', input)
    return day
  },
  decimal: (name, _, input) => {
    const text = typeof input === 'number' || typeof input === 'string' ? String(input).trim().replace(',', '.') : ''
    if (!/^-?\d{1,6}(\.\d{1,20})?$/.test(text)) throw expected(name, 'a number such as 1.25', input)
    return Math.round(Number(text) * 100) / 100
  },
  one_of: (name, field, input) => {
    if (field.values?.includes(input as string)) return input
    throw expected(name, `one of ${field.values?.join(', ')}`, input)
  },
  object: (name, _, input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) throw expected(name, 'an object', input)
    checkStorable(name, input)
    return input
  },
}

/** Maximum depth of stored JSON, well within the limits of the databases. */
const MAX_DEPTH = 100

/** @throws Fault `invalid` for JSON that one of the databases cannot store: too deep, a NUL, half a surrogate pair. */
function checkStorable(name: string, input: object): void {
  const pending: [value: unknown, depth: number][] = [[input, 1]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, depth] = next
    if (depth > MAX_DEPTH) throw invalid(name, `${name}: is nested deeper than ${MAX_DEPTH} levels.`)
    if (typeof value === 'string') checkText(name, value)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      checkText(name, key)
      pending.push([inner, depth + 1])
    }
  }
}

function checkText(name: string, text: string): void {
  if (text.includes('\0')) throw invalid(name, `${name}: a NUL character is not allowed.`)
  if (!text.isWellFormed()) throw invalid(name, `${name}: an unpaired surrogate is not allowed.`)
}

function readWholeNumber(name: string, _: Field, input: unknown): number {
  const number = toInteger(input)
  if (number === undefined) throw expected(name, 'a whole number', input)
  return number
}

/** Converts a number or a string of digits to a safe integer; undefined for anything else. */
export function toInteger(input: unknown): number | undefined {
  const number = typeof input === 'string' && /^-?\d{1,16}$/.test(input.trim()) ? Number(input) : input
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

/** Returns true for a day of the calendar, such as `2026-01-31`. */
export function isDay(text: string | undefined): boolean {
  const time = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse turns 2026-02-30 into a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text as string)
}

/** A date, or a date and a time with or without a zone; the default is UTC. */
const timePattern = /^(?<day>\d{4}-\d\d-\d\d)((?<clock>[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)(?<zone>Z|[+-]\d\d:?\d\d)?)?$/

/** Returns the fault for an invalid id, with the message that existing Zammad clients rely on. */
export const invalidParam = (name: string, input: unknown) =>
  invalid(name, `Invalid value for param '${name}': ${formatValue(input)}`)

const expected = (name: string, description: string, input: unknown) =>
  invalid(name, `${name}: expected ${description}, got ${formatValue(input)}.`)

/** Formats a value from a request for an error message, shortened to 60 characters. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
