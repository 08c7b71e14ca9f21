import {
  attributeObjects,
  type CustomField,
  type DataType,
  dataTypes,
  type Field,
  parse,
  type Query,
  type Resource,
  resources,
  type Term,
} from '@deskbell/contract'
import type { IndexLimits } from '../kernel/context.ts'
import type { Visibility, Tables } from './expected-visibility.ts'
import { readable, tokens, withinLimits } from './indexed-texts.ts'
import { type By, type Row, sortedBy } from './model.ts'
import { type PathValue, matchesTerm, hasWords } from './reference-match.ts'

/*
 * The search language implemented over records in memory, record by record. It is slow and simple, and shares only the
 * parser and the interpretation of dates with the service, whose results are compared with it.
 */

/** The records at one moment, and what a caller may read of them. */
export interface Snapshot {
  readonly tables: Tables
  readonly visibility: Visibility
  readonly now: Date
  /** The time zone in which days begin and end; default UTC. */
  readonly zone?: string
  /** The limits of the index; default unlimited. */
  readonly limits?: IndexLimits
}

/** The ids of the records that a query finds, in order: by default, the newest change first. */
export function referenceSearch(snapshot: Snapshot, resource: Resource, text: string, by?: By): number[] {
  const query = asTyped(resource, parse(text))
  const hits = rowsOf(snapshot, resource).filter(
    (row) => snapshot.visibility.finds(resource, row) && matches(snapshot, resource, row, query),
  )
  const order = [by ?? { column: 'updated_at', order: 'desc' }, { column: 'id', order: 'desc' }] as const
  return sortedBy(
    hits.map((row) => ({ ...row, ...customIn(snapshot, resource, row) })),
    order,
  ).map(({ id }) => id)
}

/** For users and organizations, a single word is a prefix. */
function asTyped({ path }: Resource, query: Query): Query {
  if (!['users', 'organizations'].includes(path) || query.kind !== 'term') return query
  if (query.field !== null || query.value.kind !== 'word') return query
  return { ...query, value: { kind: 'wildcard', parts: [{ kind: 'text', text: query.value.text }, { kind: 'run' }] } }
}

const rowsOf = ({ tables }: Snapshot, { path }: Resource): readonly Row[] => (tables[path] ?? []) as readonly Row[]

function matches(snapshot: Snapshot, resource: Resource, row: Row, query: Query): boolean {
  switch (query.kind) {
    case 'all':
      return true
    case 'and':
      // Signs between words are left out, unless there is nothing else in their field.
      return query.of.every((part) => isBetweenWords(part, query.of) || matches(snapshot, resource, row, part))
    case 'or':
      return query.of.some((part) => matches(snapshot, resource, row, part))
    case 'not':
      return !matches(snapshot, resource, row, query.of)
    case 'term':
      return query.field === null ? anywhere(snapshot, resource, row, query) : inField(snapshot, resource, row, query)
  }
}

function isBetweenWords(query: Query, others: readonly Query[]): boolean {
  const field = fieldOfSigns(query)
  if (field === undefined) return false
  return others.some(
    (other) =>
      fieldOfSigns(other) === undefined && (field === null || (other.kind === 'term' && other.field === field)),
  )
}

/** The field of a query that consists of signs, null if it names none; undefined for any other query. */
function fieldOfSigns(query: Query): string | null | undefined {
  if (query.kind === 'term')
    return 'text' in query.value && tokens(query.value.text).length === 0 ? query.field : undefined
  if (query.kind !== 'and' && query.kind !== 'or') return undefined
  const [first] = query.of.map(fieldOfSigns)
  return query.of.every((part) => fieldOfSigns(part) === first) ? first : undefined
}

/** The paths in which a word without a field is searched for tickets. */
const everywhere = [
  'number title note tags.name group.name organization.name organization.domain',
  'articles.subject articles.from articles.to articles.cc articles.body articles.attachments.filename',
  'customer.firstname customer.lastname customer.fullname customer.login customer.email',
  'owner.firstname owner.lastname owner.fullname owner.login owner.email',
].flatMap((paths) => paths.split(' '))

function anywhere(snapshot: Snapshot, resource: Resource, row: Row, term: Term): boolean {
  const own = Object.entries<Field>(resource.fields).flatMap(([name, { kind, hidden, search }]) =>
    kind === 'text' && !hidden && search !== false ? [name] : [],
  )
  const custom = Object.entries(customFields(snapshot, resource)).flatMap(([name, { kind }]) =>
    kind === 'text' || kind === 'object' ? [name] : [],
  )
  return [...(resource.name === 'ticket' ? everywhere : own), ...custom]
    .flatMap((path) => follow(snapshot, resource, row, path.split('.')))
    .some(({ value, indexed = value }) => hasWords(indexed, term))
}

function inField(snapshot: Snapshot, resource: Resource, row: Row, term: Term): boolean {
  const values = follow(snapshot, resource, row, (term.field as string).split('.'), term.value.kind)
  if (term.value.kind === 'exists') return values.some(isSet)
  if (term.value.kind === 'missing') return !values.some(isSet)
  return values.some((each) => each.value !== null && each.value !== undefined && matchesTerm(snapshot, each, term))
}

const isSet = ({ value }: PathValue): boolean => value !== null && value !== undefined && value !== ''

/**
 * The values at the end of a path: several for a relation to many, none if a reference is not set.
 * @param kind the kind of the value in the query; for `exists` and `missing`, a path may end at a relation.
 */
function follow(snapshot: Snapshot, resource: Resource, row: Row, path: readonly string[], kind?: string): PathValue[] {
  const [name = '', ...rest] = path
  const own = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  const custom = rest.length === 0 ? customFields(snapshot, resource)[name] : undefined
  if (custom) {
    const value = customIn(snapshot, resource, row)[name]
    // The texts of a list are compared separately.
    const values: unknown[] = Array.isArray(value) ? value : [value]
    const isList = custom.kind === 'object'
    return values.map((single) => ({
      field: isList ? { kind: 'text' } : custom,
      value: single,
      inDocument: isList,
    }))
  }
  if (own && rest.length === 0) {
    const inDocument =
      ['attachment', 'tag'].includes(resource.name) ||
      (resource.name === 'article' && ['subject', 'from', 'to', 'cc', 'body'].includes(name))
    const read = snapshot.visibility.reads(resource, row, name)
    const value = resource.name === 'article' ? readable(row, name, read) : read
    const { tables, limits } = snapshot
    const isLimited = limits !== undefined && inDocument && resource.name !== 'tag' && typeof value === 'string'
    const indexed = isLimited ? withinLimits(tables, limits, row, name) : undefined
    return [{ field: own, value, inDocument, ...(indexed === undefined ? {} : { indexed }) }]
  }
  const reference = Object.hasOwn(resource.fields, `${name}_id`) ? resource.fields[`${name}_id`] : undefined
  const presence = kind === 'exists' || kind === 'missing'
  if (reference) {
    const id = snapshot.visibility.reads(resource, row, `${name}_id`)
    if (rest.length === 0 && presence) return [{ field: reference, value: id }]
    const target = byName(reference.to)
    const far = rowWith(snapshot, target, id)
    return far ? follow(snapshot, target, far, tail(target, rest), kind) : []
  }
  const [many, relation] = Object.entries(resource.many).find(([key]) => key === name || key === `${name}s`) ?? []
  if (many === undefined || relation === undefined) throw new Error(`${resource.name} has no ${name}`)
  if (!snapshot.visibility.readsRelation(resource, row, many)) return []
  const target = byName(relation.to)
  const ids =
    'of' in relation
      ? rowsOf(snapshot, target).flatMap((far) => (far[relation.of] === row.id ? [far.id] : []))
      : (snapshot.tables[relation.through] ?? []).flatMap((pair) =>
          pair[relation.near] === row.id ? [pair[relation.far] as number] : [],
        )
  const next = rowsOf(snapshot, target).filter(
    (far) => ids.includes(far.id) && snapshot.visibility.reaches(target, far),
  )
  if (rest.length === 0 && presence) return next.map(({ id }) => ({ field: { kind: 'id' }, value: id }))
  return next.flatMap((far) => follow(snapshot, target, far, tail(target, rest), kind))
}

/** The rows of tables by id, computed once for each state of a table. */
const byId = new WeakMap<readonly Row[], ReadonlyMap<unknown, Row>>()

function rowWith(snapshot: Snapshot, resource: Resource, id: unknown): Row | undefined {
  const rows = rowsOf(snapshot, resource)
  const rowsById = byId.get(rows) ?? new Map(rows.map((row) => [row.id, row]))
  byId.set(rows, rowsById)
  return rowsById.get(id)
}

/** The custom fields of a resource, by name. */
const customFields = ({ tables }: Snapshot, resource: Resource): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    (tables['object_manager_attributes'] ?? []).flatMap((row) => {
      if (attributeObjects[row['object_lookup_id'] as number] !== resource.name || !row['editable']) return []
      const {
        id,
        data_type: type,
        screens,
      } = row as { id: number; data_type: DataType; screens: CustomField['screens'] }
      return [[row['name'] as string, { kind: dataTypes[type], custom: { id, type, option: {}, screens } }]]
    }),
  )

/** The values of custom fields that the caller can read. */
export function customIn(snapshot: Snapshot, resource: Resource, row: Row): Record<string, unknown> {
  const values = (row['custom'] ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(customFields(snapshot, resource)).map(([name, { custom }]) => {
      const isOpen = JSON.stringify(custom?.screens).includes('-all-')
      return [name, snapshot.visibility.readsCustom(resource, row, isOpen) ? (values[custom?.id ?? 0] ?? null) : null]
    }),
  )
}

const byName = (name: string | undefined): Resource => resources[name as keyof typeof resources]

/** `state` is short for `state.name`, and the file name of an attachment is also called its title. */
const tail = (target: Resource, rest: readonly string[]): readonly string[] =>
  rest.length === 0 ? [target.label ?? ''] : target.name === 'attachment' && rest[0] === 'title' ? ['filename'] : rest
