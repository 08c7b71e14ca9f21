import {
  idsKey,
  nearest,
  type Query,
  relationOf,
  type Resource,
  SearchError,
  type Term,
  visibleFields,
} from '@deskbell/contract'
import { all, and, type Bound, none, not, or } from './bound.ts'
import { fieldsWithWords } from './custom-words.ts'
import { plainColumns, textColumns, ticketText } from './document-columns.ts'
import { columnTest, textLeaf, type Values, wordsOf } from './values.ts'

/**
 * Translates a query to a predicate: names become fields, relations and columns of documents. This first step depends on
 * the declarations only, not on the database or the caller.
 * @throws SearchError with the column of a name that does not exist, or of a value that its field cannot have.
 */
export function resolve(resource: Resource, query: Query, values: Values): Bound {
  switch (query.kind) {
    case 'all':
      return all
    case 'and':
      return and(query.of.map((part) => resolve(resource, part, values)))
    case 'or':
      return or(query.of.map((part) => resolve(resource, part, values)))
    case 'not':
      return not(resolve(resource, query.of, values))
    case 'term':
      return query.field === null ? anywhere(resource, query) : field(resource, query.field.split('.'), query, values)
  }
}

/** The names and addresses of referenced records in which a word without a field is searched for tickets. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  user: ['fullname', 'firstname', 'lastname', 'login', 'email'],
  organization: ['name', 'domain'],
  group: ['name'],
}
const namedBy: readonly [by: string, to: string][] = [
  ['customer_id', 'user'],
  ['owner_id', 'user'],
  ['organization_id', 'organization'],
  ['group_id', 'group'],
]

function anywhere(resource: Resource, term: Term): Bound {
  const own = fieldsWithWords(resource).map(([name, field]) => wordsOf(name, field, term))
  if (resource.name !== 'ticket') return or([textLeaf(term, textColumns(resource)), ...own])
  const named = namedBy.map(([by, to]): Bound => {
    const of = textLeaf(term, namesOf[to] ?? [])
    return of.kind === 'none' ? none : { kind: 'related', to, by, of }
  })
  return or([textLeaf(term, plainColumns(resource)), ...own, ...named])
}

/** Each name of a path becomes a nested subquery, and databases limit how deeply those can be nested. */
const longestPath = 10

function field(resource: Resource, path: readonly string[], term: Term, values: Values): Bound {
  if (path.length > longestPath) throw new SearchError(term.at, `a path of at most ${longestPath} names`)
  // A missing value is one that does not exist, also if a reference on the path is not set.
  if (term.value.kind === 'missing') return not(field(resource, path, { ...term, value: { kind: 'exists' } }, values))
  const [name = '', ...rest] = path
  const columns = resource.name === 'ticket' ? ticketColumns(path) : undefined
  if (columns && term.value.kind !== 'exists') return textLeaf(term, columns)
  if (rest.length === 0 && isSearchable(resource, name)) return columnTest(resource, name, term, values)
  const ids = rest.length === 0 ? relationOfIds(resource, name) : undefined
  if (ids) {
    // `role_ids:2` is the same as `roles.id:2`, because records list these ids under that key.
    if (term.value.kind === 'exists') return present(ids)
    return { kind: 'related', ...ids, of: columnTest(values.at(ids.to), 'id', term, values) }
  }
  if (resource.name === 'ticket' && path.join() === 'mention_user_ids') {
    const of = term.value.kind === 'exists' ? all : columnTest(values.at('mention'), 'user_id', term, values)
    return { kind: 'related', to: 'mention', back: 'mentionable_id', of }
  }
  const step = relation(resource, name)
  if (!step) throw unknown(resource, path, term)
  const target = values.at(step.to)
  if (rest.length > 0) return { kind: 'related', ...step, of: field(target, named(target, rest), term, values) }
  // `state:open` is short for `state.name:open`; `_exists_:organization` tests the reference itself.
  if (term.value.kind === 'exists') return present(step)
  if (target.label === null) throw unknown(resource, path, term)
  return { kind: 'related', ...step, of: field(target, [target.label], term, values) }
}

type Step = { readonly to: string; readonly by?: string; readonly many?: string }

/** Returns the relation of that name: a reference without its `_id`, or a relation to many, also in the singular. */
function relation(resource: Resource, name: string): Step | undefined {
  for (const [column, { to }] of visibleFields(resource)) {
    if (to !== undefined && relationOf(column) === name) return { to, by: column }
  }
  for (const [many, { to }] of Object.entries(resource.many)) {
    if (many === name || singular(many) === name) return { to, many }
  }
  return undefined
}

function relationOfIds({ many }: Resource, name: string): Step | undefined {
  const [relation] = Object.keys(many).filter((one) => idsKey(one) === name && !('ids' in (many[one] ?? {})))
  const to = relation === undefined ? undefined : many[relation]?.to
  return relation === undefined || to === undefined ? undefined : { to, many: relation }
}

const singular = (name: string): string => name.replace(/s$/, '')

/** The file name of an attachment may also be called its title, as in Zammad. */
const named = (target: Resource, path: readonly string[]): readonly string[] =>
  target.name === 'attachment' && path.join() === 'title' ? ['filename'] : path

const present = (step: Step): Bound =>
  step.by ? { kind: 'column', column: step.by, test: { is: 'set' } } : { kind: 'related', ...step, of: all }

/** The columns of the ticket's own document for tags, texts of articles and names of attachments. */
function ticketColumns(path: readonly string[]): string[] | undefined {
  const [name = '', ...rest] = path.map(singular)
  const key = [name === 'tag' ? 'tags' : name, ...rest].join('.')
  const columns = Object.hasOwn(ticketText, key) ? ticketText[key] : undefined
  return columns && (columns.internal ? [columns.open, columns.internal] : [columns.open])
}

/** Names come from requests, so `constructor` and the like must not resolve to members of every object. */
function isSearchable({ fields }: Resource, name: string): boolean {
  const column = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (column === undefined || column.hidden || column.search === false) return false
  return column.kind !== 'object' || column.custom !== undefined
}

function unknown(resource: Resource, path: readonly string[], term: Term): SearchError {
  const [name = ''] = path
  const relations = [
    ...visibleFields(resource).flatMap(([column, { to }]) => (to === undefined ? [] : [relationOf(column)])),
    ...Object.keys(resource.many),
  ]
  const fields = Object.keys(resource.fields).filter((known) => isSearchable(resource, known))
  const texts = resource.name === 'ticket' ? Object.keys(ticketText) : []
  const candidates = [...new Set([...fields, ...relations, ...texts])]
  const close = nearest(path.length > 1 && texts.includes(path.join('.')) ? path.join('.') : name, candidates)
  return new SearchError(
    term.at,
    `a field of ${resource.name} instead of "${path.join('.').slice(0, 60)}"; the nearest are ${close.join(', ')}`,
  )
}
