import {
  accessLevels,
  type Field,
  idsKey,
  type Relation,
  relationOf,
  type Resource,
  resources,
} from '@deskbell/contract'
import type { Rules, Slice } from '../kernel/context.ts'
import { inputSchema, type Parts, type Schema } from '../kernel/schema.ts'
import { slices } from '../resources/index.ts'
import { type Body, type KeyMeaning, meaningsOf, MAX_RELATED } from '../writing/input.ts'
import { alternatives, optional, readParts } from '../writing/parts.ts'

type Verb = 'create' | 'update'

/** How a body differs from the usual one of its resource. */
interface Variant {
  /** Name of the schema; derived from the resource if absent. */
  readonly title?: string
  /** Keys to leave out, such as those in the path. */
  readonly without?: readonly string[]
  /** Only these keys. */
  readonly only?: readonly string[]
  /** Further keys. */
  readonly properties?: Readonly<Record<string, Schema>>
}

/**
 * Makes the schema of the body of a write: the keys that `readInput` (writing/input.ts) reads, and those that the rules
 * of the resource add. References are given by id or by name.
 */
export function recordBody(resource: Resource, verb: Verb, variant: Variant = {}): Schema {
  const rules = rulesOf(resource)
  const isIncluded = (key: string) => !variant.without?.includes(key) && (variant.only?.includes(key) ?? true)
  const ofRules = Object.entries(rules.bodyParts?.[verb] ?? {}).map(([key, { schema }]) => [key, schema])
  const declared = [...meaningsOf(resource, verb)]
    .filter(([, meaning]) => !('reference' in meaning) || hasNames(resource.fields[meaning.reference]?.to as string))
    .map(([key, meaning]) => [key, keySchema(resource, key, meaning)])
  const ofVariant = Object.entries(variant.properties ?? {})
  const properties = [...declared, ...ofRules, ...ofVariant] as [string, Schema][]
  const title = `${resource.model.replaceAll('::', '')}${verb === 'create' ? 'Create' : 'Update'}`
  return {
    title: variant.title ?? title,
    type: 'object',
    properties: Object.fromEntries(properties.filter(([key]) => isIncluded(key))),
    ...('custom' in resource.fields ? { additionalProperties: { description: 'Custom field.' } } : {}),
    ...(verb === 'create' ? requirements(resource, rules, isIncluded) : {}),
  }
}

/** Checks the keys of a body that the rules of the resource add. Each may be absent. `readInput` checks the other keys. */
export function readExtra(resource: Resource, verb: Verb, body: Body): Body {
  const parts = rulesOf(resource).bodyParts?.[verb]
  if (!parts) return body
  const optionalParts: Parts = Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, optional(part)]))
  return { ...body, ...readParts(optionalParts, body) }
}

const rulesOf = ({ name }: Resource): Rules => (slices as Record<string, Slice>)[name]?.rules ?? {}

function keySchema(resource: Resource, key: string, meaning: KeyMeaning): Schema {
  if ('column' in meaning) return inputSchema(resource.fields[key] as Field)
  if ('relation' in meaning) return relationSchema(key, meaning, resource.many[meaning.relation] as Relation)
  const { doc, null: mayBeNull } = resource.fields[meaning.reference] as Field
  const description = `${doc ?? ''} Given by name; ignored if \`${meaning.reference}\` is given.`.trim()
  return { type: mayBeNull ? ['string', 'null'] : 'string', description }
}

function relationSchema(
  key: string,
  { access, relation }: Extract<KeyMeaning, { relation: string }>,
  { doc }: Relation,
): Schema {
  const description = doc === undefined ? {} : { description: doc }
  if (access) {
    const level = { type: 'string', enum: accessLevels }
    return { type: 'object', additionalProperties: { type: 'array', items: level }, ...description }
  }
  const items = key === idsKey(relation) ? { type: 'integer', minimum: 1 } : { type: 'string' }
  return { type: 'array', items, maxItems: MAX_RELATED, ...description }
}

/** Returns the required keys of a new record, and groups of keys of which one is required. */
function requirements(resource: Resource, rules: Rules, isIncluded: (key: string) => boolean): Schema {
  const requiredFields = Object.entries(resource.fields)
    .filter(([name, field]) => isRequired(field) && isIncluded(name) && !rules.derivedKeys?.includes(name))
    .map(([name, { to }]) => (to !== undefined && hasNames(to) ? [name, relationOf(name)] : [name]))
  const groups = [...requiredFields, ...(rules.requiredKeys ?? [])]
  const required = groups.filter(({ length }) => length === 1).flat()
  const choices = groups.filter(({ length }) => length > 1)
  return { ...(required.length > 0 ? { required } : {}), ...alternatives(choices) }
}

const isRequired = (field: Field): boolean =>
  field.write !== 'server' && !field.hidden && !field.null && field.default === undefined && field.kind !== 'object'

const hasNames = (name: string): boolean => (resources as Record<string, Resource>)[name]?.label !== null
