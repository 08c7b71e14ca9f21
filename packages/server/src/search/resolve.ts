import {
  declaredPath,
  isSearchable,
  MAX_PATH,
  PHONE_NUMBER,
  type Query,
  relationNamed,
  relationOfIds,
  type Resource,
  SearchError,
  type Step,
  type Term,
  ticketTextAt,
  unknownName,
  unknownNameError,
} from '@deskbell/contract'
import { all, and, type Bound, none, not, or } from './bound.ts'
import { fieldsWithWords } from './custom-words.ts'
import { plainColumns, textColumns } from './document-columns.ts'
import { searchedReferences, ticketText } from './catalogue.ts'
import { hasWord } from '../text/words.ts'
import { phoneCondition } from './phone-numbers.ts'
import { columnTest, textLeaf, type ResolveContext, wordsOf } from './values.ts'

/**
 * Translates a query to a predicate: names become fields, relations and columns of documents. Nothing is read from the
 * database. What a query may name is decided by the resources that are passed.
 * @throws SearchError with the position of a name that does not exist, or of a value that its field cannot have.
 */
export function resolve(resource: Resource, query: Query, context: ResolveContext): Bound {
  switch (query.kind) {
    case 'all':
      return all
    case 'and':
      return and(withoutSymbols(query.of).map((part) => resolve(resource, part, context)))
    case 'or':
      return or(query.of.map((part) => resolve(resource, part, context)))
    case 'not':
      return not(resolve(resource, query.of, context))
    case 'term':
      if (query.field === PHONE_NUMBER) return phoneNumber(resource, query, context)
      return query.field === null
        ? inAnyField(resource, query)
        : inField(resource, query.field.split('.'), query, context)
  }
}

/**
 * Omits symbols between words, as in `Acme & Co` and `title:(Acme & Co)`: they are not words, so no record would
 * match. Symbols alone match nothing; in a field, they match a text that consists of only these symbols.
 */
function withoutSymbols(parts: readonly Query[]): readonly Query[] {
  const others = parts.filter((part) => symbolsIn(part) === undefined)
  const fields = new Set(others.map((part) => (part.kind === 'term' ? part.field : null)))
  return parts.filter((part) => {
    const field = symbolsIn(part)
    return field === undefined || (field === null ? others.length === 0 : !fields.has(field))
  })
}

/** The field in which a query searches only symbols, null without a field; undefined if it contains words. */
function symbolsIn(query: Query): string | null | undefined {
  if (query.kind === 'term') return 'text' in query.value && !hasWord(query.value.text) ? query.field : undefined
  if (query.kind !== 'and' && query.kind !== 'or') return undefined
  const [field, ...others] = new Set(query.of.map(symbolsIn))
  return others.length === 0 ? field : undefined
}

function inAnyField(resource: Resource, term: Term): Bound {
  const own = fieldsWithWords(resource).map(([name, field]) => wordsOf(name, field, term))
  if (resource.name !== 'ticket') return or([textLeaf(term, textColumns(resource)), ...own])
  const named = searchedReferences.map(({ by, to, columns }): Bound => {
    const of = textLeaf(term, columns)
    return of.kind === 'none' ? none : { kind: 'related', to, by, of }
  })
  return or([textLeaf(term, plainColumns(resource)), ...own, ...named])
}

/** Matches the words as they are written; users also by a phone number in any spelling, and tickets by that of the customer. */
function phoneNumber(resource: Resource, term: Term, context: ResolveContext): Bound {
  const text = 'text' in term.value ? term.value.text : ''
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const written = and(
    words.map((word) => inAnyField(resource, { ...term, field: null, value: { kind: 'word', text: word } })),
  )
  if (resource.name === 'user') return or([written, phoneCondition(resource, text)])
  if (resource.name !== 'ticket') return written
  const of = phoneCondition(context.resourceNamed('user'), text)
  return of.kind === 'none' ? written : or([written, { kind: 'related', to: 'user', by: 'customer_id', of }])
}

function inField(resource: Resource, path: readonly string[], term: Term, context: ResolveContext): Bound {
  if (path.length > MAX_PATH) throw new SearchError(term.at, 'path', { limit: MAX_PATH })
  // A value is also missing if a reference on the path is not set.
  if (term.value.kind === 'missing')
    return not(inField(resource, path, { ...term, value: { kind: 'exists' } }, context))
  const [name = '', ...rest] = path
  const columns = resource.name === 'ticket' ? ticketColumns(path) : undefined
  if (columns && term.value.kind !== 'exists') return textLeaf(term, columns)
  if (rest.length === 0 && isSearchable(resource, name)) return columnTest(resource, name, term, context)
  const ids = rest.length === 0 ? relationOfIds(resource, name) : undefined
  if (ids) {
    // `role_ids:2` is the same as `roles.id:2`, because records list these ids under that key.
    if (term.value.kind === 'exists') return isPresent(ids)
    return { kind: 'related', ...ids, of: columnTest(context.resourceNamed(ids.to), 'id', term, context) }
  }
  if (resource.name === 'ticket' && path.join() === 'mention_user_ids') {
    const of =
      term.value.kind === 'exists' ? all : columnTest(context.resourceNamed('mention'), 'user_id', term, context)
    return { kind: 'related', to: 'mention', back: 'mentionable_id', of }
  }
  const step = relationNamed(resource, name)
  if (!step) throw unknownField(resource, path, term)
  const target = context.resourceNamed(step.to)
  if (rest.length > 0)
    return { kind: 'related', ...step, of: inField(target, declaredPath(target, rest), term, context) }
  // `state:open` is short for `state.name:open`; `_exists_:organization` tests the reference itself.
  if (term.value.kind === 'exists') return isPresent(step)
  if (target.label === null) throw unknownField(resource, path, term)
  return { kind: 'related', ...step, of: inField(target, [target.label], term, context) }
}

const isPresent = (step: Step): Bound =>
  step.by ? { kind: 'column', column: step.by, test: { is: 'set' } } : { kind: 'related', ...step, of: all }

/** The columns of the ticket's own document for tags, texts of articles and names of attachments. */
function ticketColumns(path: readonly string[]): string[] | undefined {
  const text = ticketTextAt(path)
  const columns = text && ticketText[text]
  return columns && (columns.internal ? [columns.public, columns.internal] : [columns.public])
}

const unknownField = (resource: Resource, path: readonly string[], term: Term): SearchError =>
  unknownNameError(unknownName(resource, path, term))
