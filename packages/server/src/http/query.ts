import { Fault, invalid } from '../errors/fault.ts'
import { formatValue } from '../writing/values.ts'
import { isNested, nestFields } from './bodies/nested-fields.ts'

/** Parameters by name. Values from a JSON body may have any type. */
export type Query = Readonly<Record<string, unknown>>

/**
 * Parses the query string of an address. Unlike `URLSearchParams` it rejects invalid UTF-8, which would be replaced
 * silently, and a parameter that is given twice, which would be ambiguous.
 * @throws Fault `invalid` that names the parameter.
 */
export function readQuery(url: string): Query {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string>
  const nested: [name: string, value: string][] = []
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const equalsSign = pair.indexOf('=')
    const name = decode(equalsSign < 0 ? pair : pair.slice(0, equalsSign), 'query')
    const value = equalsSign < 0 ? '' : decode(pair.slice(equalsSign + 1), name)
    if (isNested(name)) nested.push([name, value])
    else add(query, name, value)
  }
  return nested.length === 0 ? query : withNested(query, nested)
}

/** Adds values whose names have brackets, in the notation of forms. */
function withNested(query: Query, fields: readonly (readonly [string, string])[]): Query {
  const nested = nestFields(fields, 'query')
  const duplicate = Object.keys(nested).find((name) => name in query)
  if (duplicate !== undefined) throw givenTwice(duplicate)
  return { ...query, ...nested }
}

/** Adds a parameter; `name[]` adds a value to a list. */
function add(query: Record<string, string | string[]>, name: string, value: string): void {
  const isList = name.endsWith('[]')
  const key = isList ? name.slice(0, -2) : name
  const existing = query[key]
  if (existing === undefined) query[key] = isList ? [value] : value
  else if (isList && Array.isArray(existing)) existing.push(value)
  else throw givenTwice(key)
}

const givenTwice = (key: string) => invalid(key, `${key}: given more than once.`)

function decode(text: string, name: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch {
    throw invalid(name, `${name}: not valid UTF-8 in percent-encoding.`)
  }
  if (decoded.includes('\0')) throw invalid(name, `${name}: a NUL character is not allowed.`)
  return decoded
}

/**
 * Reads an integer between two bounds; undefined if absent.
 * @throws Fault `invalid` that names the parameter and the limits.
 */
export function wholeNumber(query: Query, name: string, min: number, max: number): number | undefined {
  const value = query[name]
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < min || number > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `between ${min} and ${max}`
    throw invalid(name, `${name}: expected a whole number ${range}, got ${formatValue(value)}.`)
  }
  return number
}

/** Reads a flag: true for `true` and `1`, false for everything else, as existing Zammad clients expect. */
export const flag = (query: Query, name: string): boolean => [true, 'true', 1, '1'].includes(query[name] as string)

/** Reads names, separated by commas or in an array; undefined if absent or empty. */
export function names(query: Query, name: string): string[] | undefined {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  const list = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string')) {
    throw invalid(name, `${name}: expected names separated by commas, got ${formatValue(value)}.`)
  }
  const trimmed = list.map((entry: string) => entry.trim()).filter((entry) => entry !== '')
  return trimmed.length === 0 ? undefined : trimmed
}

/** Reads a text, or a number as a text; undefined if absent or null. */
export function textOf(query: Query, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw invalid(name, `${name}: expected a text, got ${formatValue(value)}.`)
}

/**
 * Parses the id in a path.
 * @throws Fault `not_found` for an invalid id, with the message that existing Zammad clients parse.
 */
export function idIn(text: string, model: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new Fault('not_found', `Couldn't find ${model} with 'id'=${text.slice(0, 40)}`)
}
