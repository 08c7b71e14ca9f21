import type { Field } from '@deskbell/contract'

/** A JSON Schema, as data. */
export type Schema = Readonly<Record<string, unknown>>

/**
 * Part of a request body: its JSON Schema and the check, made by the same call, so that what is documented is what is
 * checked. Like the fields of a resource, the check also takes numbers and booleans written as texts, because forms and
 * query strings have nothing else.
 */
export interface Part<T = unknown> {
  readonly schema: Schema
  /** @throws Fault `invalid` that names the path and what was expected there. */
  readonly read: (path: string, given: unknown) => T
  readonly optional?: true
}

export type Parts = Readonly<Record<string, Part>>

/** The JSON Schema of a field as it is returned. */
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

/** The JSON Schema of a field as it is accepted: the values that `valueOf` takes in the form that programs should use. */
export function inputSchema(field: Field): Schema {
  const schema = { ...fieldSchema(field), ...(field.default === undefined ? {} : { description: withDefault(field) }) }
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

/** In words: generators take a key with a `default` for one that is always there, also in requests. */
const withDefault = ({ doc = '', default: usual }: Field): string =>
  usual === '' ? doc : `${doc} Defaults to ${typeof usual === 'string' ? `\`${usual}\`` : String(usual)}.`.trim()

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
