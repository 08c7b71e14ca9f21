import type { Resource } from '@deskbell/contract'
import type { Match, Phrase } from '../../db/dialect.ts'
import { and, type Bound, not, or, type TextLeaf } from '../bound.ts'
import { plainColumns } from '../document-columns.ts'
import { everyDocument, referenceColumn, referenceMatch, referencesOf } from '../references.ts'
import { hasTermPrefix, prefixedLeaf } from '../term-prefix.ts'
import { windowTerm } from '../windows.ts'

/** Maximum nesting of an expression: deeper ones could overflow the parser of FTS5. */
const MAX_DEPTH = 14
/** Maximum number of ids in one reference condition: each is looked up in every segment of the index. */
const MAX_IDS = 48
/** Maximum number of conditions that one expression joins by AND: opening a posting list takes up to a millisecond. */
export const MAX_WORDS = 32

/** Returns true if the full-text index can evaluate all of a tree: words and, for tickets, negations and references. */
export function isInIndex(resource: Resource, tree: Bound, depth = 0): boolean {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return depth < MAX_DEPTH && tree.of.every((part) => isInIndex(resource, part, depth + 1))
    case 'not':
      return resource.name === 'ticket' && depth < MAX_DEPTH && isInIndex(resource, tree.of, depth + 1)
    case 'text':
      return true
    case 'related':
      return tree.ids !== undefined && tree.ids.length <= MAX_IDS && isReference(resource, tree.by)
    default:
      return false
  }
}

const isReference = (resource: Resource, column: string | undefined): boolean =>
  resource.name === 'ticket' && column !== undefined && referencesOf(resource).includes(column)

/** Returns true if a tree contains words. */
export function hasText(tree: Bound): boolean {
  if (tree.kind === 'and' || tree.kind === 'or') return tree.of.some(hasText)
  return tree.kind === 'not' ? hasText(tree.of) : tree.kind === 'text'
}

/** Translates a tree for which `isInIndex` is true to a full-text expression. */
export function matchOf(resource: Resource, tree: Bound): Match {
  switch (tree.kind) {
    case 'and':
      return every(tree.of.map((part) => matchOf(resource, part)))
    case 'or':
      return joined(
        'OR',
        tree.of.map((part) => matchOf(resource, part)),
      )
    case 'not':
      return { of: everyDocument, without: matchOf(resource, tree.of) }
    case 'text':
      return wordsOf(resource, tree)
    case 'related':
      return joined(
        'OR',
        (tree.ids ?? []).map((id) => referenceMatch(tree.by as string, id)),
      )
    default:
      throw new Error(`The index cannot answer ${tree.kind}.`)
  }
}

const joined = (operator: 'AND' | 'OR', of: readonly Match[]): Match =>
  of.length === 1 ? (of[0] as Match) : { operator, of }

/** Exclusions are subtracted from the conditions that they are joined with, not from all documents. */
function every(parts: readonly Match[]): Match {
  const excluded = parts.flatMap((part) => ('without' in part ? [part.without] : []))
  const found = parts.flatMap((part) => (!('without' in part) ? [part] : part.of === everyDocument ? [] : [part.of]))
  const rest = found.length === 0 ? everyDocument : joined('AND', found)
  return excluded.length === 0 ? rest : { of: rest, without: joined('OR', excluded) }
}

/** Translates a leaf. Its columns need not be named if its terms have a prefix, or if it is searched in all plain columns. */
function wordsOf(resource: Resource, leaf: TextLeaf): Phrase {
  const first = leaf.columns[0] as string
  if (first === referenceColumn) return { ...leaf, columnsImplied: true }
  const name = leaf.custom?.id ?? (hasTermPrefix(first) ? first : undefined)
  if (name !== undefined) return { ...prefixedLeaf(leaf, name), columnsImplied: true }
  return leaf.columns.length === plainColumns(resource).length ? { ...leaf, columnsImplied: true } : leaf
}

const ofWindow = (window: number): Phrase => ({
  columns: [referenceColumn],
  text: windowTerm(window),
  prefix: false,
  columnsImplied: true,
})

/**
 * Restricts an expression to a window of changes. The term of the window becomes part of every conjunction, so that reading
 * ends where the posting list of this term ends.
 */
export function inWindow(match: Match, number: number): Match {
  const window = ofWindow(number)
  const within = (part: Match): Match => {
    if ('without' in part) {
      const { of, without } = part
      return { of: of === everyDocument ? window : within(of), without: isSimple(without) ? without : within(without) }
    }
    if ('text' in part || isSimple(part)) return joined('AND', [part, window])
    if (part.operator === 'OR') return { ...part, of: part.of.map(within) }
    return { ...part, of: [...part.of.map((one) => (isSimple(one) ? one : within(one))), window] }
  }
  return within(match)
}

/**
 * Makes the documents of some windows hits of every condition, so that reading ends there: FTS5 would otherwise read on
 * to the next hit of a conjunction, however far away it is. The windows are outside of the range that is read.
 */
export function withStops(match: Match, windows: readonly number[]): Match {
  if (windows.length === 0) return match
  const stops = windows.map(ofWindow)
  const within = (part: Match): Match => {
    if ('without' in part) {
      const { of, without } = part
      return { of: within(of), without: { of: within(without), without: joined('OR', stops) } }
    }
    if ('text' in part) return joined('OR', [part, ...stops])
    return isSimple(part) ? { ...part, of: [...part.of, ...stops] } : { ...part, of: part.of.map(within) }
  }
  return within(match)
}

/**
 * Returns true for words and alternatives of words: FTS5 finds their next posting directly, wherever reading begins.
 */
const isSimple = (match: Match): boolean =>
  'text' in match || ('operator' in match && match.operator === 'OR' && match.of.every(isSimple))

/**
 * Returns true if each posting that the index reads is a hit: single words in any column, or alternatives of such words.
 * `\p{Co}` matches the marker of term prefixes, which is part of a word.
 */
export const isDense = (match: Match): boolean =>
  'text' in match
    ? match.columnsImplied === true && !/[^\p{L}\p{M}\p{N}\p{Co}]/u.test(match.text)
    : 'operator' in match && match.operator === 'OR' && match.of.every(isDense)

/** Returns the number of words in an expression. References do not count, because rows have them in columns. */
export function wordCount(match: Match): number {
  if ('without' in match) return wordCount(match.of) + wordCount(match.without)
  if ('operator' in match) return match.of.reduce((sum, part) => sum + wordCount(part), 0)
  return match.columns[0] === referenceColumn ? 0 : 1
}

/** Divides conditions into what rows must match, and what they must not match. */
export function divided(parts: readonly Bound[]): { required: readonly Bound[]; excluded: readonly Bound[] } {
  const excluded = parts.flatMap((part) =>
    part.kind === 'not' ? (part.of.kind === 'or' ? part.of.of : [part.of]) : [],
  )
  return { required: parts.filter((part) => part.kind !== 'not'), excluded }
}

/** Joins conditions in groups of at most `MAX_WORDS`, because one expression has no more. */
export const inChunks = (required: readonly Bound[], excluded: readonly Bound[]): Bound[] => [
  ...chunks(required).map(and),
  ...chunks(excluded).map((some) => not(or(some))),
]

const chunks = (parts: readonly Bound[]): (readonly Bound[])[] =>
  Array.from({ length: Math.ceil(parts.length / MAX_WORDS) }, (_, at) =>
    parts.slice(at * MAX_WORDS, (at + 1) * MAX_WORDS),
  )
