import type { Part } from '@deskbell/contract'

/**
 * A query whose names have been found: what `resolve` makes of a parsed query, and what becomes SQL. It speaks of one
 * resource; `related` steps over to another.
 */
export type Bound = All | None | Junction | Negation | TextLeaf | PatternLeaf | ColumnLeaf | Related

export interface All {
  readonly kind: 'all'
}

export interface None {
  readonly kind: 'none'
}

export interface Junction {
  readonly kind: 'and' | 'or'
  readonly of: readonly Bound[]
}

export interface Negation {
  readonly kind: 'not'
  readonly of: Bound
}

/** The record's document has the words, next to each other, in one of the columns. */
export interface TextLeaf {
  readonly kind: 'text'
  readonly columns: readonly string[]
  readonly text: string
  /** The last word may go on. */
  readonly prefix: boolean
  /** A regular expression instead of the text: see `Words` of the dialect. */
  readonly pattern?: string
  /** The words are those of this custom field. */
  readonly custom?: CustomWords
  /** It only leads to what a stricter condition beside it fulfils. */
  readonly leads?: true
  /** The part of all records that is expected to have it, where nobody has to be asked. */
  readonly share?: number
}

/** A custom field that is searched for words: they stand in one column with those of others, see `custom-words.ts`. */
export interface CustomWords {
  readonly id: number
  /** The column that the caller has to see. */
  readonly sees: string
}

/** A word of a pattern: pieces of text, `run` for any letters, `one` for any one. */
export type PatternWord = readonly Part[]

/** The record's document has words that fit, next to each other, in one of the columns; see `patterns.ts`. */
export interface PatternLeaf {
  readonly kind: 'pattern'
  readonly columns: readonly string[]
  readonly words: readonly PatternWord[]
  /** The last word may go on. */
  readonly prefix: boolean
  /** The column of the pattern in the query. */
  readonly at: number
  /** The words are those of this custom field. */
  readonly custom?: CustomWords
}

/** A column of the record compares to a value. Times are spans, so that `2026-01` means the whole month. */
export interface ColumnLeaf {
  readonly kind: 'column'
  readonly column: string
  readonly test:
    | { readonly is: 'equal'; readonly value: string | number | boolean }
    | { readonly is: 'among'; readonly ids: readonly number[] }
    /** Equal to one of these texts, however many they are. */
    | { readonly is: 'one of'; readonly texts: readonly string[] }
    | { readonly is: 'between'; readonly from?: Edge; readonly to?: Edge }
    /** Whole numbers in a text column. */
    | { readonly is: 'number'; readonly from?: Edge; readonly to?: Edge }
    /** Compared to the folded text as a whole. */
    | { readonly is: 'like'; readonly pattern: string }
    | { readonly is: 'set' }
}

/** One end of a range. */
export interface Edge {
  readonly value: string | number
  readonly inclusive: boolean
}

/**
 * A record at the other end of a relation fulfils a query. `by` names a reference, `many` a relation to many, `back` a
 * field of the other record that holds the id of this one.
 */
export interface Related {
  readonly kind: 'related'
  readonly to: string
  readonly by?: string
  readonly many?: string
  readonly back?: string
  readonly of: Bound
  /** The number of records of `many` that have to fulfil it; at least one where it is not given. */
  readonly count?: number
  /** The ids at the other end, where they are few and known: see `narrow`. */
  readonly ids?: readonly number[]
  /** More than can be gathered before the first hits are wanted. */
  readonly isCrowd?: boolean
  /** To be looked up for each row, or for each of few, not gathered: see `walks.ts`. */
  readonly forEach?: 'row' | 'few'
}

export const all: All = { kind: 'all' }
export const none: None = { kind: 'none' }

/** Both hold; what holds always or never is left out at once. Several exclusions are one, of alternatives. */
export function and(of: readonly Bound[]): Bound {
  const flat = of.flatMap((part) => (part.kind === 'and' ? part.of : part.kind === 'all' ? [] : [part]))
  // What a reference leads to is one record, of which both hold; of many, each may fulfil another.
  const parts = distinct(merged(flat, ({ by }) => by !== undefined, and))
  if (parts.some((part) => part.kind === 'none')) return none
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? [part.of] : []))
  if (isContradiction(parts, excluded)) return none
  const kept = excluded.length < 2 ? parts : [...parts.filter(({ kind }) => kind !== 'not'), not(or(excluded))]
  return kept.length === 0 ? all : kept.length === 1 ? (kept[0] as Bound) : { kind: 'and', of: kept }
}

/** One holds. Several conditions on what one relation leads to are one, so that it is followed once. */
export function or(of: readonly Bound[]): Bound {
  const flat = of.flatMap((part) => (part.kind === 'or' ? part.of : part.kind === 'none' ? [] : [part]))
  if (flat.some((part) => part.kind === 'all')) return all
  const parts = distinct(merged(flat, () => true, or))
  return parts.length === 0 ? none : parts.length === 1 ? (parts[0] as Bound) : { kind: 'or', of: parts }
}

export function not(of: Bound): Bound {
  if (of.kind === 'not') return of.of
  return of.kind === 'all' ? none : of.kind === 'none' ? all : { kind: 'not', of }
}

/**
 * A query with something else in the place of each part that joins no others, one after the other: finding out what may
 * ask the database.
 */
export async function mapParts(bound: Bound, change: (part: Bound) => Promise<Bound>): Promise<Bound> {
  if (bound.kind === 'not') return not(await mapParts(bound.of, change))
  if (bound.kind !== 'and' && bound.kind !== 'or') return change(bound)
  const parts: Bound[] = []
  for (const part of bound.of) parts.push(await mapParts(part, change))
  return bound.kind === 'and' ? and(parts) : or(parts)
}

/** The names of the resources whose records have to be looked for to know who fulfils a query. */
export function relatedResources(bound: Bound): readonly string[] {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.flatMap(relatedResources)
  if (bound.kind === 'not') return relatedResources(bound.of)
  return bound.kind === 'related' && !bound.ids ? [bound.to, ...relatedResources(bound.of)] : []
}

/** Conditions on the other end of the same relation, put together. */
function merged(
  parts: readonly Bound[],
  isOne: (part: Related) => boolean,
  join: (of: readonly Bound[]) => Bound,
): readonly Bound[] {
  const ends = new Map<string, { readonly part: Related; readonly of: Bound[] }>()
  const others: Bound[] = []
  for (const part of parts) {
    if (part.kind !== 'related' || part.ids || part.count || !isOne(part)) {
      others.push(part)
      continue
    }
    const known = ends.get(stepOf(part))
    if (known) known.of.push(part.of)
    else ends.set(stepOf(part), { part, of: [part.of] })
  }
  if (others.length + ends.size === parts.length) return parts
  return [...others, ...[...ends.values()].map(({ part, of }) => ({ ...part, of: join(of) }))]
}

const stepOf = ({ to, by, many, back }: Related): string => `${to}:${by}:${many}:${back}`

/** Whether a leaf is wanted and not wanted. */
function isContradiction(parts: readonly Bound[], excluded: readonly Bound[]): boolean {
  if (excluded.length === 0) return false
  const wanted = new Set(parts.filter(isLeaf).map((part) => JSON.stringify(part)))
  const unwanted = excluded.flatMap((part) => (part.kind === 'or' ? part.of : [part]))
  return unwanted.some((part) => isLeaf(part) && wanted.has(JSON.stringify(part)))
}

const isLeaf = ({ kind }: Bound): boolean => kind === 'text' || kind === 'column'

/** Said twice is said once; what is deep is not compared. */
function distinct(parts: readonly Bound[]): readonly Bound[] {
  if (parts.length < 2) return parts
  const known = new Map<string | Bound, Bound>()
  for (const part of parts) {
    known.set(isLeaf(part) ? JSON.stringify(part) : part, part)
  }
  return known.size === parts.length ? parts : [...known.values()]
}
