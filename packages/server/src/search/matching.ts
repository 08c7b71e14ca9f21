import type { Resource } from '@deskbell/contract'
import type { Match, Words } from '../db/dialect.ts'
import type { SearchView } from '../kernel/context.ts'
import { type Bound, type TextLeaf } from './bound.ts'
import { plainColumns } from './document-columns.ts'
import { hasTermPrefix, prefixedLeaf } from './term-prefix.ts'
import { everyDocument, referenceColumn, referenceMatch, referencesOf } from './references.ts'

/**
 * A query as one question to the full-text index, where the index knows everything that is asked for: words, and for
 * tickets to whom they belong. Undefined where it does not, and `'nothing'` where the view lets nothing be found.
 * The index then walks to the hits in its own order, whatever is put together by AND, OR and NOT.
 */
export function matchOf(resource: Resource, view: SearchView, bound: Bound): Match | 'nothing' | undefined {
  if (!isMatchable(resource, bound)) return undefined
  return build(resource, view, bound)
}

/** Whether words are asked for. */
export function asksForWords(bound: Bound): boolean {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.some(asksForWords)
  return bound.kind === 'not' ? asksForWords(bound.of) : bound.kind === 'text'
}

/**
 * Whether the index leads to the rows: where words are asked for, and for references that no index on a column knows.
 */
export function leadsInIndex(bound: Bound): boolean {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.some(leadsInIndex)
  if (bound.kind === 'not') return leadsInIndex(bound.of)
  if (bound.kind === 'related') return bound.by !== undefined && !listed.includes(bound.by)
  return bound.kind === 'text' || (bound.kind === 'column' && !listed.includes(bound.column))
}

/** Whether a column has an index that gives the rows of a value in the order of changes. */
export function isListed(bound: Bound): boolean {
  if (bound.kind === 'related') return bound.ids !== undefined && listed.includes(bound.by ?? '')
  return bound.kind === 'column' && bound.test.is === 'equal' && listed.includes(bound.column)
}

/** References of tickets that have an index in the order of changes (migration 1). */
const listed: readonly string[] = ['group_id', 'state_id', 'priority_id', 'customer_id', 'organization_id', 'owner_id']

/** How a caller sees some of the rows, and the ways in which the others were seen before. */
export interface OneView extends SearchView {
  readonly before: readonly SearchView[]
}

/** The question, for the rows of a view alone. Undefined where the index does not know which rows these are. */
export function within(view: OneView, match: Match): Match | 'nothing' | undefined {
  if (view.rows === undefined) return match
  const known = [view, ...view.before].map(({ of }) => of)
  if (known.some((of) => of === undefined || Object.values(of).flat().length > mostIds)) return undefined
  const [own, ...others] = known.map((of) => anyOf(Object.entries(of ?? {}).map(([column, ids]) => oneOf(column, ids))))
  const hidden = others.filter((other) => other !== undefined && other !== 'nothing')
  if (own === undefined || own === 'nothing') return 'nothing'
  return all([own, match, ...hidden.map((without) => ({ of: everyDocument, without }))])
}

/** All of these, or one of these; a question that is alone needs no company. */
export const joined = (sign: 'AND' | 'OR', of: readonly Match[]): Match =>
  of.length === 1 ? (of[0] as Match) : { sign, of }

/** Expressions nested deeper than this, with what a view adds, could overflow the parser of the index. */
const deepest = 16
/** More ids than these are not spelled out in a question: each is looked up in every piece of the index. */
const mostIds = 48

/** Whether the index knows all that is asked for. */
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

/** Only the documents of tickets say to whom they belong. */
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

/** The ids of a reference that a row of the view may have: of other groups than the caller's it has none. */
function idsInView({ of = {} }: SearchView, by: string, ids: readonly number[]): readonly number[] {
  const [column, another] = Object.keys(of)
  return column === by && another === undefined ? ids.filter((id) => of[by]?.includes(id)) : ids
}

/** Whether no row of a view fulfils a condition, because of the groups that the caller reads. */
export function isOutOfView(view: SearchView, part: Bound): boolean {
  if (part.kind === 'related') return part.ids !== undefined && idsInView(view, part.by ?? '', part.ids).length === 0
  if (part.kind !== 'column' || part.test.is !== 'equal') return false
  return idsInView(view, part.column, [part.test.value as number]).length === 0
}

/** What is excluded is taken from the rest at once, not from everything. */
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

/** The part of a text condition that a view may look into; undefined where that is nothing. */
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
