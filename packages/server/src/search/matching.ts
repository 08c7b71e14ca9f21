import type { Resource } from '@deskbell/contract'
import type { Match, Words } from '../db/dialect.ts'
import type { SearchView } from '../kernel/context.ts'
import { type Bound, type TextLeaf } from './bound.ts'
import { plainColumns } from './document-columns.ts'
import { hasTermPrefix, prefixedLeaf } from './term-prefix.ts'
import { everyDocument, referenceColumn, referenceMatch, referencesOf } from './references.ts'

/**
 * Translates a query to a single full-text expression, if the index can evaluate all of it: words, and for tickets their
 * references. Undefined if it cannot, and `'nothing'` if no row in the view can match. FTS5 then returns the hits in its
 * own order, however the words are joined by AND, OR and NOT.
 */
export function matchOf(resource: Resource, view: SearchView, bound: Bound): Match | 'nothing' | undefined {
  if (!isMatchable(resource, bound)) return undefined
  return build(resource, view, bound)
}

/** Whether a condition contains words. */
export function asksForWords(bound: Bound): boolean {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.some(asksForWords)
  return bound.kind === 'not' ? asksForWords(bound.of) : bound.kind === 'text'
}

/**
 * Whether the search should start with the full-text index: for words, and for references without an index on their column.
 */
export function leadsInIndex(bound: Bound): boolean {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.some(leadsInIndex)
  if (bound.kind === 'not') return leadsInIndex(bound.of)
  if (bound.kind === 'related') return bound.by !== undefined && !listed.includes(bound.by)
  return bound.kind === 'text' || (bound.kind === 'column' && !listed.includes(bound.column))
}

/** Whether an index of a column has the rows of a value in the order of changes. */
export function isListed(bound: Bound): boolean {
  if (bound.kind === 'related') return bound.ids !== undefined && listed.includes(bound.by ?? '')
  return bound.kind === 'column' && bound.test.is === 'equal' && listed.includes(bound.column)
}

/** References of tickets with an index in the order of changes. */
const listed: readonly string[] = ['group_id', 'state_id', 'priority_id', 'customer_id', 'organization_id', 'owner_id']

/** A view of some of the rows, and the earlier views that already show the others. */
export interface OneView extends SearchView {
  readonly before: readonly SearchView[]
}

/** Restricts a full-text expression to the rows of a view. Undefined if the index cannot identify these rows. */
export function within(view: OneView, match: Match): Match | 'nothing' | undefined {
  if (view.rows === undefined) return match
  const known = [view, ...view.before].map(({ of }) => of)
  if (known.some((of) => of === undefined || Object.values(of).flat().length > mostIds)) return undefined
  const [own, ...others] = known.map((of) => anyOf(Object.entries(of ?? {}).map(([column, ids]) => oneOf(column, ids))))
  const hidden = others.filter((other) => other !== undefined && other !== 'nothing')
  if (own === undefined || own === 'nothing') return 'nothing'
  return all([own, match, ...hidden.map((without) => ({ of: everyDocument, without }))])
}

/** Joins full-text expressions by AND or OR. */
export const joined = (sign: 'AND' | 'OR', of: readonly Match[]): Match =>
  of.length === 1 ? (of[0] as Match) : { sign, of }

/** The depth of expressions above which, with what a view adds, the parser of FTS5 could overflow. */
const deepest = 16
/** The largest number of ids in a full-text expression: each is looked up in every segment of the index. */
const mostIds = 48

/** Whether the full-text index can evaluate all of a condition. */
export function isMatchable(resource: Resource, bound: Bound, depth = 0): boolean {
  switch (bound.kind) {
    case 'and':
    case 'or':
      return depth < deepest && bound.of.every((part) => isMatchable(resource, part, depth + 1))
    case 'not':
      return hasReferences(resource) && depth < deepest && isMatchable(resource, bound.of, depth + 1)
    case 'text':
      return true
    case 'related':
      return bound.ids !== undefined && bound.ids.length <= mostIds && isReference(resource, bound.by)
    case 'column':
      return bound.test.is === 'equal' && isReference(resource, bound.column)
    default:
      return false
  }
}

/** Only documents of tickets contain references. */
const hasReferences = ({ name }: Resource): boolean => name === 'ticket'

const isReference = (resource: Resource, column: string | undefined): boolean =>
  hasReferences(resource) && column !== undefined && referencesOf(resource).includes(column)

function build(resource: Resource, view: SearchView, bound: Bound): Match | 'nothing' {
  switch (bound.kind) {
    case 'and':
      return all(bound.of.map((part) => build(resource, view, part)))
    case 'or':
      return anyOf(bound.of.map((part) => build(resource, view, part)))
    case 'not': {
      const without = build(resource, view, bound.of)
      return without === 'nothing' ? everyDocument : { of: everyDocument, without }
    }
    case 'text':
      return visibleText(resource, view, bound) ?? 'nothing'
    case 'related':
      return inView(view, bound.by as string, bound.ids ?? [])
    case 'column':
      return bound.test.is === 'equal' ? inView(view, bound.column, [bound.test.value as number]) : 'nothing'
    default:
      throw new Error(`The index cannot answer ${bound.kind}.`)
  }
}

const inView = (view: SearchView, by: string, ids: readonly number[]): Match | 'nothing' =>
  view.sees(by) ? oneOf(by, idsInView(view, by, ids)) : 'nothing'

/** The ids of a reference that rows of the view may have: only groups of the caller. */
function idsInView({ of = {} }: SearchView, by: string, ids: readonly number[]): readonly number[] {
  const [column, another] = Object.keys(of)
  return column === by && another === undefined ? ids.filter((id) => of[by]?.includes(id)) : ids
}

/** Whether no row of a view can match, because of the groups that the caller reads. */
export function isOutOfView(view: SearchView, part: Bound): boolean {
  if (part.kind === 'related') return part.ids !== undefined && idsInView(view, part.by ?? '', part.ids).length === 0
  if (part.kind !== 'column' || part.test.is !== 'equal') return false
  return idsInView(view, part.column, [part.test.value as number]).length === 0
}

/** Exclusions are subtracted from the conditions that they are joined with, not from all documents. */
function all(parts: readonly (Match | 'nothing')[]): Match | 'nothing' {
  if (parts.includes('nothing')) return 'nothing'
  const found: Match[] = []
  const excluded: Match[] = []
  for (const part of parts as readonly Match[]) {
    if (!('without' in part)) {
      if (part !== everyDocument) found.push(part)
      continue
    }
    if (part.of !== everyDocument) found.push(part.of)
    excluded.push(part.without)
  }
  const rest = found.length === 0 ? everyDocument : joined('AND', found)
  return excluded.length === 0 ? rest : { of: rest, without: joined('OR', excluded) }
}

function anyOf(parts: readonly (Match | 'nothing')[]): Match | 'nothing' {
  const some = parts.filter((part) => part !== 'nothing')
  return some.length === 0 ? 'nothing' : joined('OR', some)
}

const oneOf = (column: string, ids: readonly number[]): Match | 'nothing' =>
  anyOf(ids.map((id) => referenceMatch(column, id)))

/** The columns of a text condition that a view may read; undefined if there are none. */
export function visibleText(resource: Resource, view: SearchView, words: TextLeaf): Words | undefined {
  const { custom } = words
  const columns = words.columns.filter((column) => view.sees(custom?.sees ?? column))
  const [first] = columns
  if (first === undefined) return undefined
  const found = { ...words, columns }
  if (first === referenceColumn) return { ...found, anywhere: true }
  const name = custom?.id ?? (hasTermPrefix(first) ? first : undefined)
  if (name !== undefined) return { ...prefixedLeaf(found, name), anywhere: true }
  const isWhole = columns.length === plainColumns(resource).length
  return isWhole ? { ...found, anywhere: true } : found
}
