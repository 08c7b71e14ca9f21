import * as fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses for request bodies. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
}

/** Resolves the reference of a schema. */
export type Resolve = (schema: Schema) => Schema

/** Returns the function that resolves the references of an OpenAPI document. */
export const schemasOf =
  (document: { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } }): Resolve =>
  (schema) =>
    schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

/** Random values that match a schema. Optional keys are present half of the time; ids are those of the first records. */
export function validValues(schemaOrReference: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const schema = resolve(schemaOrReference)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => validValues(part, resolve)))
  return fc.oneof(...typesOf(schema).map((type) => (generators[type] as ValueGenerator)(schema, resolve)))
}

/** The same schema with its required keys only. */
export const requiredOnly = ({ properties = {}, ...schema }: Schema): Schema => {
  const required = requiredIn(schema)
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).filter(([key]) => required.has(key))) }
}

/** The required keys; of alternative keys, the first. */
const requiredIn = ({ required = [], allOf = [] }: Schema): ReadonlySet<string> =>
  new Set([...required, ...allOf.flatMap(({ anyOf = [] }) => anyOf[0]?.required ?? [])])

const typesOf = ({ type = [] }: Schema): readonly string[] => (type.length === 0 ? ['object'] : [type].flat())

type ValueGenerator = (schema: Schema, resolve: Resolve) => fc.Arbitrary<unknown>

const generators: Readonly<Record<string, ValueGenerator>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  // A minimum of 1 marks ids; the records 1 to 3 exist.
  integer: ({ minimum = -1000, maximum = minimum < 0 ? 1000 : 3 }) => fc.integer({ min: minimum, max: maximum }),
  number: () => fc.integer({ min: -99, max: 99 }).map((hundredths) => hundredths / 100),
  string: (schema) => text(schema),
  array: ({ items = {}, minItems = 0 }, resolve) =>
    fc.array(validValues(items, resolve), { minLength: minItems, maxLength: minItems + 2 }),
  object: ({ properties = {}, ...schema }, resolve) => {
    const model = Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, validValues(part, resolve)]))
    return fc.record(model, { requiredKeys: [...requiredIn(schema)], noNullPrototype: true })
  },
}

function text({ format, pattern, minLength = 0, maxLength = 20 }: Schema): fc.Arbitrary<string> {
  const time = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  if (format === 'byte') return fc.base64String({ maxLength: 20 })
  if (format === 'date-time') return time.map((date) => date.toISOString())
  if (format === 'date') return time.map((date) => date.toISOString().slice(0, 10))
  const anyText = pattern === undefined ? fc.string() : fc.stringMatching(new RegExp(pattern))
  return anyText.filter(({ length }) => length >= minLength && length <= maxLength)
}

/** Values that are invalid even for a lenient parser, which accepts numbers written as texts, for example. */
export function invalidValues(schemaOrReference: Schema, resolve: Resolve): readonly unknown[] {
  const schema = resolve(schemaOrReference)
  if (schema.anyOf) {
    const [first = [], ...others] = schema.anyOf.map((part) =>
      invalidValues(part, resolve).map((value) => JSON.stringify(value)),
    )
    return first
      .filter((value) => others.every((values) => values.includes(value)))
      .map((value) => JSON.parse(value) as unknown)
  }
  const types = new Set([schema.type ?? []].flat())
  if (types.size === 0 || schema.format === 'binary') return []
  if (types.has('object')) return [7.5, 'text', ['list']]
  if (types.has('array'))
    return [{ not: 'this' }, ...invalidValues(schema.items ?? {}, resolve).map((value) => [value])]
  const others = types.has('string') ? [] : ['text', 7.5]
  return [
    { not: 'this' },
    ...(types.has('boolean') ? [] : [['list']]),
    ...(schema.enum ? ['none of these'] : []),
    ...others,
  ]
}
