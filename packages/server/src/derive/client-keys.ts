import {
  type Field,
  idsKey,
  relationOf,
  type Relation,
  type Resource,
  resources,
  visibleFields,
} from '@deskbell/contract'
import { additions, type Key, plainForm, typedResources } from './client-shape.ts'

/** The fields of a resource that the client exposes. */
export const fieldsOf = (resource: Resource): [string, Field][] =>
  visibleFields(resource).filter(([name]) => additions[resource.name]?.only?.includes(name) ?? true)

const kinds: Readonly<Record<Field['kind'], string>> = {
  id: 'number',
  integer: 'number',
  ref: 'number',
  text: 'string',
  one_of: 'string',
  boolean: 'boolean',
  time: 'string',
  date: 'string',
  decimal: 'string',
  object: 'Record<string, unknown>',
}

/** Returns the TypeScript type of a field in a response. */
export function typeOf(field: Field): string {
  const type = field.values ? field.values.map((value) => `'${value}'`).join(' | ') : kinds[field.kind]
  return field.null ? `${type} | null` : type
}

/** The keys of a record in a response. */
export function recordKeys(resource: Resource): Key[] {
  const form = plainForm[resource.name]
  // Whether only expanded responses have the ids of related records, and their names.
  const ids = form === 'columns' ? ({ expandedOnly: true } as const) : {}
  const names = form === 'expand' ? {} : ({ expandedOnly: true } as const)
  const fieldKeys = fieldsOf(resource).map(([name, field]): Key => ({
    name,
    type: typeOf(field),
    doc: field.doc ?? '',
    ...(field.kind === 'time' ? { isTime: true as const } : {}),
  }))
  const relationKeys = manyOf(resource).flatMap(([name, relation]): Key[] => [
    { name: idsKey(name), type: 'access' in relation ? levels : 'number[]', doc: relation.doc ?? '', ...ids },
    ...(hasLabels(relation) ? [{ ...labelsKey(name, relation), ...names }] : []),
  ])
  const referenceKeys = referenceNames(resource).map((key) => ({ ...key, ...names }))
  return [...fieldKeys, ...relationKeys, ...referenceKeys, ...(additions[resource.name]?.record ?? [])]
}

/** The names of referenced records. References to typed resources are relations of the client, such as `ticket.customer`, not keys. */
const referenceNames = (resource: Resource): Key[] =>
  fieldsOf(resource)
    .filter(([, { to }]) => to !== undefined && !typedResources.some(({ name }) => name === to))
    .filter(([, { to }]) => resources[to as keyof typeof resources].label !== null)
    .map(([name, field]) => ({ name: relationOf(name), type: 'string', doc: `${descriptionOf(field)} Given by name.` }))

const levels = 'Record<string, string[]>'

/** Returns the description of a field. */
export const descriptionOf = ({ doc = '' }: Field): string => doc

/** To-many relations that are attributes. Those with `ids: false` are methods of the client. */
export const manyOf = (resource: Resource): [string, Relation][] =>
  Object.entries(resource.many).filter(([, relation]) => !('ids' in relation))

/** Returns true if the records of a relation have names. */
export const hasLabels = ({ to }: Relation): boolean => resources[to as keyof typeof resources].label !== null

/** The key with the names of the records of a relation. */
export const labelsKey = (name: string, relation: Relation): Key => ({
  name,
  type: 'access' in relation ? levels : 'string[]',
  doc: `${relation.doc ?? ''} Given by name.`,
})
