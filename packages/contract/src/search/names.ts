import { idsKey, relationOf, type Resource, visibleFields } from '../kernel/resource.ts'
import { SearchError } from './error.ts'
import { nearest } from './nearest.ts'
import type { Query, Term } from './tree.ts'

/** A relation on the path of a field: either a reference, in the column `by`, or the to-many relation `many`. */
export interface Step {
  /** The name of the resource to which the relation leads. */
  readonly to: string
  readonly by?: string
  readonly many?: string
}

/** The texts that a search for tickets covers in addition to the ticket's own fields, by their path in a query. */
export const ticketTexts = [
  'tags',
  'tags.name',
  'article.subject',
  'article.from',
  'article.to',
  'article.cc',
  'article.body',
  'article.attachment.title',
  'article.attachment.filename',
] as const
export type TicketText = (typeof ticketTexts)[number]

/** Maximum number of names in the path of a field. Each becomes a nested subquery, and databases limit their depth. */
export const MAX_PATH = 10

/** Returns true if a query may compare a field. Names come from requests, so `constructor` must not resolve to a member. */
export function isSearchable({ fields }: Resource, name: string): boolean {
  const column = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (column === undefined || column.hidden || column.search === false) return false
  return column.kind !== 'object' || column.custom !== undefined
}

/** Returns the relation of that name: a reference without its `_id`, or a to-many relation, also in the singular. */
export function relationNamed(resource: Resource, name: string): Step | undefined {
  for (const [column, { to }] of visibleFields(resource)) {
    if (to !== undefined && relationOf(column) === name) return { to, by: column }
  }
  for (const [many, { to }] of Object.entries(resource.many)) {
    if (many === name || singular(many) === name) return { to, many }
  }
  return undefined
}

/**
 * Returns the to-many relation whose ids are in a record under this key: `roles` for `role_ids`. A relation with
 * `ids: false` has no such key.
 */
export function relationOfIds({ many }: Resource, name: string): { to: string; many: string } | undefined {
  const [relation] = Object.keys(many).filter((key) => idsKey(key) === name && !('ids' in (many[key] ?? {})))
  const to = relation === undefined ? undefined : many[relation]?.to
  return relation === undefined || to === undefined ? undefined : { to, many: relation }
}

/** Returns the text of a ticket that a path names, also in the plural: `articles.body`. */
export function ticketTextAt(path: readonly string[]): TicketText | undefined {
  const [name = '', ...rest] = path.map(singular)
  const key = [name === 'tag' ? 'tags' : name, ...rest].join('.')
  return ticketTexts.find((text) => text === key)
}

/** Returns the path as declared: the file name of an attachment may also be called its title, as in Zammad. */
export const declaredPath = (target: Resource, path: readonly string[]): readonly string[] =>
  target.name === 'attachment' && path.join() === 'title' ? ['filename'] : path

const singular = (name: string): string => name.replace(/s$/, '')

/** Returns the names with which the path of a field can begin: fields, relations, and for tickets also `ticketTexts`. */
export function searchNames(resource: Resource): string[] {
  const fields = Object.keys(resource.fields).filter((name) => isSearchable(resource, name))
  const texts = resource.name === 'ticket' ? ticketTexts : []
  return [...new Set([...fields, ...relationNames(resource), ...texts])]
}

/** Returns the names of the references of a resource, without `_id`, and of its to-many relations. */
export function relationNames(resource: Resource): string[] {
  const references = visibleFields(resource).flatMap(([column, { to }]) =>
    to === undefined ? [] : [relationOf(column)],
  )
  return [...references, ...Object.keys(resource.many)]
}

/** An unknown name in a query. */
export interface UnknownName {
  /** The resource that does not have the name. */
  readonly resource: Resource
  /** The path from this resource; its first element is the name. */
  readonly path: readonly string[]
  readonly name: string
  /** The first character of the name, counted from 1. */
  readonly column: number
  /** The most similar names, best first. */
  readonly nearest: readonly string[]
}

/** Returns the error of a query with an unknown name. */
export function unknownNameError({ resource, path, name, column, nearest }: UnknownName): SearchError {
  const values = { resource: resource.name, text: path.join('.') }
  return new SearchError(column, 'field_unknown', values, { length: name.length, nearest })
}

/** Describes an unknown name, with the most similar names. */
export function unknownName(resource: Resource, path: readonly string[], term: Term): UnknownName {
  const [name = ''] = path
  // A text of tickets, such as `article.body`, in a search for another resource: the whole path is the wrong name.
  const isTicketText = path.length > 1 && ticketTexts.some((text) => text === path.join('.'))
  // The names in front of the unknown one exist.
  const offset = (term.field ?? '').length - path.join('.').length
  return {
    resource,
    path,
    name,
    column: term.at + offset,
    // Computed on access: most callers only check whether a name exists.
    get nearest() {
      return nearest(isTicketText ? path.join('.') : name, searchNames(resource))
    },
  }
}

/**
 * Finds the first unknown name in a query. The service refuses such a query; a page can report it earlier.
 * @param resourceNamed returns a resource by its name, with custom fields.
 */
export function findUnknownName(
  resource: Resource,
  query: Query,
  resourceNamed: (name: string) => Resource,
): UnknownName | undefined {
  if (query.kind === 'term')
    return query.field === null ? undefined : unknownIn(resource, query.field.split('.'), query, resourceNamed)
  if (query.kind === 'not') return findUnknownName(resource, query.of, resourceNamed)
  if (query.kind === 'all') return undefined
  for (const part of query.of) {
    const unknown = findUnknownName(resource, part, resourceNamed)
    if (unknown) return unknown
  }
  return undefined
}

function unknownIn(
  resource: Resource,
  path: readonly string[],
  term: Term,
  resourceNamed: (name: string) => Resource,
): UnknownName | undefined {
  const [name = '', ...rest] = path
  // `mention_user_ids` is Zammad's name for the users who have subscribed to a ticket, a relation that is not declared.
  if (resource.name === 'ticket' && (ticketTextAt(path) || path.join() === 'mention_user_ids')) return undefined
  if (rest.length === 0 && (isSearchable(resource, name) || relationOfIds(resource, name))) return undefined
  const step = relationNamed(resource, name)
  if (!step) return unknownName(resource, path, term)
  const target = resourceNamed(step.to)
  if (rest.length > 0) return unknownIn(target, declaredPath(target, rest), term, resourceNamed)
  const isPresence = term.value.kind === 'exists' || term.value.kind === 'missing'
  // A value after the relation alone, as in `state:open`, is compared with the label of its target.
  return isPresence || target.label !== null ? undefined : unknownName(resource, path, term)
}

/** Returns the resource to which a path of relations leads. */
export function relatedAt(
  path: string,
  resource: Resource,
  resourceNamed: (name: string) => Resource,
): Resource | undefined {
  let target: Resource | undefined = resource
  for (const name of path.split('.').filter(Boolean)) {
    const step: { to: string } | undefined = target && relationNamed(target, name)
    target = step && resourceNamed(step.to)
  }
  return target
}

/** Returns the resource and the name of the field at the end of a path. A relation stands for the label of its target. */
export function fieldAt(
  path: string,
  resource: Resource,
  resourceNamed: (name: string) => Resource,
): { resource: Resource; name: string } | undefined {
  const related = relatedAt(path, resource, resourceNamed)
  if (related) return { resource: related, name: related.label ?? 'id' }
  const dot = path.lastIndexOf('.')
  const owner = relatedAt(path.slice(0, Math.max(0, dot)), resource, resourceNamed)
  return owner && { resource: owner, name: path.slice(dot + 1) }
}
