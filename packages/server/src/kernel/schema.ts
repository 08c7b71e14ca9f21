import type { Field } from '@deskbell/contract'

/** A JSON Schema, as data. */
export type Schema = Readonly<Record<string, unknown>>

/**
 * Part of a request body: its JSON Schema and its parser, created by the same call so that they agree. Like the fields
 * of a resource, the parser also accepts numbers and booleans as strings, because forms and query strings have nothing
 * else.
 */
export interface Part<T = unknown> {
  readonly schema: Schema
  /** Parses a value. @throws Fault `invalid` that names the path and the expected type. */
  readonly read: (path: string, input: unknown) => T
  readonly optional?: true
}

export type Parts = Readonly<Record<string, Part>>

/** Returns the JSON Schema of a field in responses. */
export function fieldSchema(field: Field): Schema {
  const base = kinds[field.kind]
  return {
    ...base,
    ...(field.null ? { type: [base['type'], 'null'] } : {}),
    ...(field.max === undefined ? {} : { maxLength: field.max }),
    ...(field.values === undefined ? {} : { enum: field.null ? [...field.values, null] : field.values }),
    ...(field.doc === undefined ? {} : { description: field.doc }),
  }
}

/** Returns the JSON Schema of a field in requests: the canonical form of the values that `writing/values.ts` accepts. */
export function inputSchema(field: Field): Schema {
  const schema = {
    ...fieldSchema(field),
    ...(field.default === undefined ? {} : { description: docWithDefault(field) }),
  }
  // 0 stands for no record, as null does.
  if (field.kind === 'ref') return { ...schema, minimum: field.null ? 0 : 1 }
  if (field.kind === 'decimal') {
    return {
      ...schema,
      type: ['string', 'number', ...(field.null ? ['null'] : [])],
      pattern: String.raw`^-?\d{1,6}(\.\d{1,20})?$`,
    }
  }
  const isBlankRefused = field.kind === 'text' && !field.null && field.default === undefined
  return isBlankRefused ? { ...schema, minLength: 1, pattern: String.raw`\S` } : schema
}

/** Describes the default in words: with `default` in the schema, code generators make the key required in requests. */
const docWithDefault = ({ doc = '', default: defaultValue }: Field): string =>
  defaultValue === ''
    ? doc
    : `${doc} Defaults to ${typeof defaultValue === 'string' ? `\`${defaultValue}\`` : String(defaultValue)}.`.trim()

const kinds: Readonly<Record<Field['kind'], Schema>> = {
  id: { type: 'integer' },
  integer: { type: 'integer' },
  ref: { type: 'integer' },
  text: { type: 'string' },
  one_of: { type: 'string' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  decimal: { type: 'string' },
  object: { type: 'object' },
}
