/** Functions that make the parts of request bodies; see `Part` in `kernel/schema.ts`. */
import type { Field, Kind } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'
import { inputSchema, type Part, type Parts, type Schema } from '../kernel/schema.ts'
import { missing, formatValue, valueOf } from './values.ts'

/** The type of the values that a part reads. */
export type Read<P> = P extends Part<infer T> ? T : never

/** The type of an object with these parts. */
export type Values<P> = {
  readonly [K in keyof P as P[K] extends { optional: true } ? never : K]: Read<P[K]>
} & {
  readonly [K in keyof P as P[K] extends { optional: true } ? K : never]?: Read<P[K]>
}

interface KindValues {
  id: number
  integer: number
  ref: number
  text: string
  boolean: boolean
  time: string
  date: string
  decimal: number
  one_of: string
  object: Readonly<Record<string, unknown>>
}

/** The type of the values of a field. */
type FieldValue<F extends Field> =
  | (F extends { readonly values: readonly (infer V)[] } ? V : KindValues[F['kind'] & Kind])
  | (F extends { readonly null: true } ? null : never)

/** A value of the kind of a resource field; optional if it may be null or has a default. */
export function field<const F extends Field>(
  declared: F,
): Part<FieldValue<F>> & (F extends { null: true } | { default: unknown } ? { optional: true } : unknown) {
  const isOptional = declared.null === true || declared.default !== undefined
  return {
    schema: inputSchema(declared),
    read: (path: string, input: unknown) => valueOf(path, declared, input),
    ...(isOptional ? { optional: true } : {}),
  } as ReturnType<typeof field<F>>
}

/** Makes a part optional. */
export const optional = <T>(part: Part<T>): Part<T> & { readonly optional: true } => ({ ...part, optional: true })

/** Makes a part optional and nullable. */
export const nullable = <T>(part: Part<T>): Part<T | null> & { readonly optional: true } => ({
  schema: { anyOf: [part.schema, { type: 'null' }] },
  read: (path, input) => (input === null ? null : part.read(path, input)),
  optional: true,
})

/** Adds a description to a part. */
export const described = <P extends Part>(doc: string, part: P): P => ({
  ...part,
  schema: { ...part.schema, description: doc },
})

interface ListOptions {
  readonly max: number
  readonly min?: 1
  /** Also accepts a string of values separated by commas. */
  readonly commas?: true
}

/** A list of values that another part reads. */
export function list<T>(itemPart: Part<T>, { max, min, commas }: ListOptions): Part<T[]> {
  const array = { type: 'array', items: itemPart.schema, maxItems: max, ...(min ? { minItems: min } : {}) }
  return {
    schema: array,
    read(path, input) {
      const items = itemsIn(path, input, commas === true)
      if (items.length > max) throw invalid(path, `${path}: at most ${max} at once, got ${items.length}.`)
      if (items.length < (min ?? 0)) throw missing(path)
      return items.map((item, index) => itemPart.read(Array.isArray(input) ? `${path}[${index}]` : path, item))
    },
  }
}

function itemsIn(path: string, input: unknown, commas: boolean): readonly unknown[] {
  if (input === null || input === '') return []
  if (Array.isArray(input)) return input
  if (commas && (typeof input === 'string' || typeof input === 'number')) {
    const items = String(input).split(',')
    return items.map((item) => item.trim()).filter((item) => item !== '')
  }
  throw invalid(path, `${path}: expected a list, got ${formatValue(input)}.`)
}

/** An object with these keys. @param closed refuses other keys, which are otherwise ignored. */
export function shape<const P extends Parts>(parts: P, { closed = false }: { closed?: boolean } = {}): Part<Values<P>> {
  const required = Object.keys(parts).filter((key) => !parts[key]?.optional)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(parts).map(([key, { schema }]) => [key, schema])),
      ...(required.length > 0 ? { required } : {}),
      ...(closed ? { additionalProperties: false } : {}),
    },
    read(path, input) {
      const object = objectIn(path, input)
      const unknown = closed ? Object.keys(object).find((key) => !(key in parts)) : undefined
      if (unknown === undefined) return readParts(parts, object, path)
      const known = Object.keys(parts).join(', ')
      throw invalid(path, `${path}: expected ${known}, got ${formatValue(unknown)}.`)
    },
  }
}

/** Returns the JSON Schema of an object that needs at least one key of each list. */
export const alternatives = (requiredKeys: readonly (readonly string[])[]): Schema =>
  // Within allOf, because code generators turn a plain anyOf into a union of types.
  requiredKeys.length === 0
    ? {}
    : { allOf: requiredKeys.map((keys) => ({ anyOf: keys.map((key) => ({ required: [key] })) })) }

/** Checks that an object has a key of each list. @throws Fault `invalid` for the first list without one. */
export function checkAlternatives(
  requiredKeys: readonly (readonly string[])[],
  object: Readonly<Record<string, unknown>>,
): void {
  const missingKeys = requiredKeys.find((keys) => keys.every((key) => object[key] === undefined))
  if (missingKeys) throw missing(missingKeys[0] as string)
}

/** An object with keys of the caller's choice. */
export const mapOf = <T>(valuePart: Part<T>): Part<Readonly<Record<string, T>>> => ({
  schema: { type: 'object', additionalProperties: valuePart.schema },
  read: (path, input) =>
    Object.fromEntries(
      Object.entries(objectIn(path, input)).map(([key, value]) => [key, valuePart.read(`${path}.${key}`, value)]),
    ),
})

/** One of two parts: the second reads what the first refuses. @param narrower schema keys that override the second's. */
export const either = <A, B>(first: Part<A>, second: Part<B>, narrower: Schema = {}): Part<A | B> => ({
  schema: { anyOf: [first.schema, { ...second.schema, ...narrower }] },
  read(path, input) {
    try {
      return first.read(path, input)
    } catch {
      return second.read(path, input)
    }
  },
})

/** A value of any type, which is not checked. @param schema documents values that other code checks. */
export const anything = (schema: Schema = {}): Part => ({ schema, read: (_, input) => input })

/** Reads the keys of a body that have a part. @throws Fault `invalid` for an invalid or missing value. */
export function readParts<P extends Parts>(
  parts: P,
  body: Readonly<Record<string, unknown>>,
  parentPath = '',
): Values<P> {
  const values: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(parts)) {
    const path = parentPath === '' ? key : `${parentPath}.${key}`
    const input = body[key]
    if (input !== undefined) values[key] = part.read(path, input)
    else if (!part.optional) throw missing(path)
  }
  return values as Values<P>
}

function objectIn(path: string, input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>
  throw invalid(path, `${path}: expected an object, got ${formatValue(input)}.`)
}
