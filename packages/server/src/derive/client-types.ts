import { type Field, idsKey, relationOf, type Resource, resources } from '@deskbell/contract'
import { additions, type Key, otherResources, paths, typedResources } from './client-shape.ts'
import { fieldsOf, typeOf, recordKeys, descriptionOf, manyOf, hasLabels, labelsKey } from './client-keys.ts'

/**
 * Generates the client's `types.ts`: for each resource, interfaces for a record, for creating one and for changing one.
 */
export function clientTypes(): string {
  const lines = [
    '// Derived from the declarations of the resources by `npm run derive`: change those, not this file.',
    ...[...typedResources, ...otherResources].flatMap((resource) => [
      ...recordLines(resource),
      ...createLines(resource),
      ...updateLines(resource),
    ]),
    ...typedResources.flatMap(columnLines),
    ...otherLines(),
    ...readerLines(),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the name of a type: `TicketState` for `ticket_state`. */
const typeName = ({ name }: Resource): string =>
  name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

function otherLines(): string[] {
  const lines = otherResources.flatMap((resource) => {
    const name = paths[resource.name] ?? resource.path
    const type = typeName(resource)
    const parts = ['Record', 'Create', 'Update'].map((part) => `    ${part.toLowerCase()}: ${type}${part}`)
    return [`  ${name.includes('/') ? `'${name}'` : name}: {`, ...parts, '  }']
  })
  return [
    '/** Types of the records of `collection(name)`, by name. */',
    'export interface OtherRecords {',
    ...lines,
    '}',
  ]
}

function recordLines(resource: Resource): string[] {
  const body = recordKeys(resource).flatMap(({ name, type, doc, expandedOnly }) => [
    comment(expandedOnly ? `${doc} Only in expanded responses.` : doc),
    `  readonly ${name}${expandedOnly ? '?' : ''}: ${type}`,
  ])
  return [`/** ${resource.doc} */`, `export interface ${typeName(resource)}Record {`, ...body, '}']
}

const comment = (doc: string): string => `  /** ${doc.replaceAll('*/', '* /')} */`

/** Keys that set references by name, and relations by ids or by names. */
function relatedKeys(resource: Resource, isUpdate: boolean): Key[] {
  const references = settable(resource, isUpdate)
    .filter(([, { to }]) => to !== undefined && resources[to as keyof typeof resources].label !== null)
    .map(([name, field]): Key => ({
      name: relationOf(name),
      type: 'string',
      doc: `${descriptionOf(field)} Given by name.`,
    }))
  const relations = manyOf(resource)
    .filter(([, relation]) => hasLabels(relation))
    .flatMap(([name, relation]): Key[] => [
      { name: idsKey(name), type: 'access' in relation ? inputLevels : 'number[]', doc: relation.doc ?? '' },
      { ...labelsKey(name, relation), type: 'access' in relation ? inputLevels : 'string[]' },
    ])
  return [...references, ...relations]
}

const inputLevels = 'Record<string, string | string[]>'

const settable = (resource: Resource, isUpdate: boolean): [string, Field][] =>
  fieldsOf(resource).filter(([, { write }]) => write !== 'server' && !(isUpdate && write === 'once'))

function createLines(resource: Resource): string[] {
  const { optional = [], create = [] } = additions[resource.name] ?? {}
  const required = settable(resource, false)
    .filter(([name, field]) => isRequired(field) && !optional.includes(name))
    .map(([name]) => name)
  const doc = `/** Keys for creating ${nounWithArticle(resource)}. */`
  return [doc, `export interface ${typeName(resource)}Create {`, ...inputLines(resource, create, required), '}']
}

function updateLines(resource: Resource): string[] {
  const { update = [] } = additions[resource.name] ?? {}
  const doc = `/** Keys for changing ${nounWithArticle(resource)}. */`
  return [doc, `export interface ${typeName(resource)}Update {`, ...inputLines(resource, update), '}']
}

/** The keys of a body. Without `required`, the body changes a record, and every key is optional. */
function inputLines(resource: Resource, added: readonly Key[], required?: readonly string[]): string[] {
  const isUpdate = required === undefined
  const fieldKeys = settable(resource, isUpdate).map(([name, field]): Key => ({
    name,
    type: inputTypeOf(field),
    doc: docWithLimit(field),
  }))
  const keys = new Map([...fieldKeys, ...relatedKeys(resource, isUpdate), ...added].map((key) => [key.name, key]))
  return [...keys.values()].flatMap(({ name, type, doc }) => [
    comment(doc),
    `  ${name}${required?.includes(name) ? '' : '?'}: ${type}`,
  ])
}

/** A time can also be given as a `Date`. */
const inputTypeOf = (field: Field): string => (field.kind === 'time' ? `Date | ${typeOf(field)}` : typeOf(field))

/** The type of the columns by which lists can be sorted. */
function columnLines(resource: Resource): string[] {
  const names = fieldsOf(resource).flatMap(([name, { kind }]) => (kind === 'object' ? [] : [`  | '${name}'`]))
  const doc = `/** Columns by which lists of ${resource.path.replaceAll('_', ' ')} can be sorted. */`
  return [doc, `export type ${typeName(resource)}Column =`, ...names]
}

const nounWithArticle = ({ name }: Resource): string => {
  const noun = name === 'sla' ? 'SLA' : name.replaceAll('_', ' ')
  return `${/^(?:[aeio]|SLA)/.test(noun) ? 'an' : 'a'} ${noun}`
}

const docWithLimit = ({ doc = '', max }: Field): string =>
  max === undefined ? doc : `${doc} At most ${max.toLocaleString('en')} characters.`

/** Returns true if a field is required. References are not, because they can be given by name or have a default. */
const isRequired = (field: Field): boolean =>
  !field.null &&
  field.default === undefined &&
  field.kind !== 'object' &&
  !(field.to !== undefined && resources[field.to as keyof typeof resources].label !== null)

const readerHead = `/** Converts a time of a response to a Date. */
function time(text: unknown): unknown {
  return typeof text === 'string' ? new Date(text) : text
}

interface WireRecord {
  readonly [name: string]: unknown
}

/**
 * Functions that read an attribute from a record. Generated for each attribute, because JavaScript engines access a
 * fixed property several times faster than one with a computed name.
 */
export const readers: { readonly [resource: string]: { readonly [attribute: string]: (record: WireRecord) => unknown } } = {`

function readerLines(): string[] {
  const keysByPath = typedResources.map(
    (resource) => [resource.path, recordKeys(resource).filter(({ name }) => name !== 'id')] as const,
  )
  const readers = keysByPath.flatMap(([path, keys]) => [
    `  ${path}: {`,
    ...keys.map(({ name, isTime }) => `    ${name}: (r) => ${isTime ? `time(r['${name}'])` : `r['${name}']`},`),
    '  },',
  ])
  const expanded = keysByPath.flatMap(([path, keys]) => {
    const names = keys.filter(({ expandedOnly }) => expandedOnly).map(({ name }) => `'${name}'`)
    return names.length === 0 ? [] : [`  ${path}: [${names.join(', ')}],`]
  })
  return [
    ...readerHead.split('\n'),
    ...readers,
    '}',
    '',
    '/** Attributes that only expanded responses have. */',
    'export const expandedOnly: { readonly [resource: string]: readonly string[] } = {',
    ...expanded,
    '}',
  ]
}
