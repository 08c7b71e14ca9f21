import type { Part } from '@deskbell/contract'

/**
 * A query whose names are resolved: the result of `resolve`, from which SQL is built. It is about one resource;
 * `related` refers to another.
 */
export type Bound =
  | Constant
  | Junction
  | Negation
  | TextLeaf
  | PatternLeaf
  | ColumnLeaf
  | Related
  | ViewLeaf
  | ChangesLeaf

/** Every record matches, or none does. */
export interface Constant {
  readonly kind: 'all' | 'none'
}

export interface Junction {
  readonly kind: 'and' | 'or'
  readonly of: readonly Bound[]
}

export interface Negation {
  readonly kind: 'not'
  readonly of: Bound
}

/** One of the columns of the record's document contains the words as a phrase. */
export interface TextLeaf {
  readonly kind: 'text'
  readonly columns: readonly string[]
  readonly text: string
  /** True if the last word is a prefix. */
  readonly prefix: boolean
  /** The custom field that contains the words. */
  readonly custom?: CustomWords
  /** True for a hint: it only narrows the search, and a stricter condition decides. */
  readonly isHint?: true
}

/** A custom field that is searched for words. Custom fields share one column, see `custom-words.ts`. */
export interface CustomWords {
  readonly id: number
  /** The column that the caller must be allowed to read. */
  readonly visibilityColumn: string
}

/** A word of a pattern: texts, `run` for any letters, and `one` for any single letter. */
export type PatternWord = readonly Part[]

/** One of the columns of the record's document contains adjacent words that match; see `patterns.ts`. */
export interface PatternLeaf {
  readonly kind: 'pattern'
  readonly columns: readonly string[]
  readonly words: readonly PatternWord[]
  /** True if the last word is a prefix. */
  readonly prefix: boolean
  /** The position of the pattern in the text of the query, for errors. */
  readonly at: number
  /** The custom field that contains the words. */
  readonly custom?: CustomWords
}

/** A comparison of a column with a value. A time is a range, so that `2026-01` means the whole month. */
export interface ColumnLeaf {
  readonly kind: 'column'
  readonly column: string
  readonly test:
    | { readonly is: 'equal'; readonly value: string | number | boolean }
    | { readonly is: 'among'; readonly ids: readonly number[] }
    /** Equal to one of these texts; there may be many. */
    | { readonly is: 'one of'; readonly texts: readonly string[] }
    /** A list of texts contains this one. */
    | { readonly is: 'contains'; readonly text: string }
    | { readonly is: 'between'; readonly from?: Edge; readonly to?: Edge }
    /** Whole numbers in a text column: of up to 15 digits, or longer ones, which are compared as texts. */
    | { readonly is: 'number' | 'long number'; readonly from?: Edge; readonly to?: Edge }
    /** Compared with the whole text, regardless of case and accents. */
    | { readonly is: 'like'; readonly pattern: string }
    /** Adjacent words match, in a text without an index; see `PatternLeaf`. */
    | { readonly is: 'words'; readonly words: readonly PatternWord[]; readonly prefix: boolean }
    /** The digits of the text end with these; other characters are ignored. */
    | { readonly is: 'digits'; readonly digits: string }
    | { readonly is: 'set' }
}

/** One end of a range. */
export interface Edge {
  readonly value: string | number
  readonly inclusive: boolean
}

/**
 * A record that is related to this one matches a query. `by` names a reference, `many` a relation to many, and `back` a
 * field of the other record that contains the id of this one.
 */
export interface Related {
  readonly kind: 'related'
  readonly to: string
  readonly by?: string
  readonly many?: string
  readonly back?: string
  readonly of: Bound
  /** The number of records of `many` that have to match; at least one by default. */
  readonly count?: number
  /** The ids of the matching related records, if they are few and known: see `planner/normalise.ts`. */
  readonly ids?: readonly number[]
}

/** The rows of a search view of the caller that has no `SearchView.of`, so they are known only by an SQL condition. */
export interface ViewLeaf {
  readonly kind: 'view'
  /** The position of the view in `searchViews`. */
  readonly index: number
}

/** The rows with these change numbers, in descending order. */
export interface ChangesLeaf {
  readonly kind: 'changes'
  readonly of: readonly number[]
}

export const all: Constant = { kind: 'all' }
export const none: Constant = { kind: 'none' }

/**
 * Joins conditions by AND. Conditions that are always true are dropped, and one that is always false makes the whole
 * false. Several negations become the negation of one OR.
 */
export function and(of: readonly Bound[]): Bound {
  const flat = of.filter(({ kind }) => kind !== 'all').flatMap((part) => (part.kind === 'and' ? part.of : [part]))
  // A reference leads to one record, which must match all conditions; of a relation to many, different records may match.
  const parts = deduplicate(intersectIds(mergeByRelation(flat, ({ by }) => by !== undefined, and)))
  if (parts.some((part) => part.kind === 'none')) return none
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? [part.of] : []))
  if (isContradiction(parts, excluded)) return none
  const joined = excluded.length < 2 ? parts : [...parts.filter(({ kind }) => kind !== 'not'), not(or(excluded))]
  const [first, ...others] = joined
  if (first === undefined) return all
  return others.length === 0 ? first : { kind: 'and', of: joined }
}

/** Joins conditions by OR. Several conditions on the target of one relation become one, so that it is followed once. */
export function or(of: readonly Bound[]): Bound {
  const flat = of.filter(({ kind }) => kind !== 'none').flatMap((part) => (part.kind === 'or' ? part.of : [part]))
  if (flat.some((part) => part.kind === 'all')) return all
  const parts = deduplicate(mergeByRelation(flat, () => true, or))
  const [first, ...others] = parts
  if (first === undefined) return none
  return others.length === 0 ? first : { kind: 'or', of: parts }
}

export function not(of: Bound): Bound {
  if (of.kind === 'not') return of.of
  if (of.kind === 'all') return none
  return of.kind === 'none' ? all : { kind: 'not', of }
}

/** Replaces each part that is not AND, OR or NOT, one after the other, because replacing may query the database. */
export async function mapLeavesAsync(bound: Bound, change: (leaf: Bound) => Promise<Bound>): Promise<Bound> {
  if (bound.kind === 'not') return not(await mapLeavesAsync(bound.of, change))
  if (bound.kind !== 'and' && bound.kind !== 'or') return change(bound)
  const parts: Bound[] = []
  for (const part of bound.of) parts.push(await mapLeavesAsync(part, change))
  return bound.kind === 'and' ? and(parts) : or(parts)
}

/** Replaces each part that is not AND, OR or NOT; returns the same tree if none changes. */
export function mapLeaves(tree: Bound, change: (leaf: Bound) => Bound): Bound {
  if (tree.kind === 'not') {
    const of = mapLeaves(tree.of, change)
    return of === tree.of ? tree : not(of)
  }
  if (tree.kind !== 'and' && tree.kind !== 'or') return change(tree)
  const of = tree.of.map((part) => mapLeaves(part, change))
  if (of.every((part, index) => part === tree.of[index])) return tree
  return tree.kind === 'and' ? and(of) : or(of)
}

/** The names of the resources whose records have to be read to evaluate a query. */
export function relatedResources(bound: Bound): readonly string[] {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.flatMap(relatedResources)
  if (bound.kind === 'not') return relatedResources(bound.of)
  return bound.kind === 'related' && !bound.ids ? [bound.to, ...relatedResources(bound.of)] : []
}

/** Intersects the known ids of conditions on the same reference: a row refers to only one record. */
function intersectIds(parts: readonly Bound[]): readonly Bound[] {
  const byReference = new Map<string, Related>()
  const others: Bound[] = []
  for (const part of parts) {
    if (part.kind !== 'related' || part.by === undefined || !part.ids) {
      others.push(part)
      continue
    }
    const earlier = byReference.get(part.by)?.ids
    const ids = earlier ? [...new Set(earlier).intersection(new Set(part.ids))] : part.ids
    byReference.set(part.by, { ...part, ids })
  }
  if (others.length + byReference.size === parts.length) return parts
  return [...others, ...[...byReference.values()].map((part) => (part.ids?.length === 0 ? none : part))]
}

/** Merges conditions on the target of the same relation. */
function mergeByRelation(
  parts: readonly Bound[],
  isMergeable: (part: Related) => boolean,
  join: (of: readonly Bound[]) => Bound,
): readonly Bound[] {
  const byRelation = new Map<string, { readonly part: Related; readonly of: Bound[] }>()
  const others: Bound[] = []
  for (const part of parts) {
    if (part.kind !== 'related' || part.ids || part.count || !isMergeable(part)) {
      others.push(part)
      continue
    }
    const entry = byRelation.get(relationKey(part))
    if (entry) entry.of.push(part.of)
    else byRelation.set(relationKey(part), { part, of: [part.of] })
  }
  if (others.length + byRelation.size === parts.length) return parts
  return [...others, ...[...byRelation.values()].map(({ part, of }) => ({ ...part, of: join(of) }))]
}

const relationKey = ({ to, by, many, back }: Related): string => `${to}:${by}:${many}:${back}`

/** True if a condition on words or a column is both required and excluded. */
function isContradiction(parts: readonly Bound[], excluded: readonly Bound[]): boolean {
  if (excluded.length === 0) return false
  const required = new Set(parts.filter(isComparable).map((part) => JSON.stringify(part)))
  const prohibited = excluded.flatMap((part) => (part.kind === 'or' ? part.of : [part]))
  return prohibited.some((part) => isComparable(part) && required.has(JSON.stringify(part)))
}

/** True for the kinds of conditions that are often repeated and cheap to compare as JSON: on words, and on columns. */
const isComparable = ({ kind }: Bound): boolean => kind === 'text' || kind === 'column'

/** Removes repeated conditions on words and columns; other parts are not compared. */
function deduplicate(parts: readonly Bound[]): readonly Bound[] {
  if (parts.length < 2) return parts
  const byKey = new Map<string | Bound, Bound>()
  for (const part of parts) byKey.set(isComparable(part) ? JSON.stringify(part) : part, part)
  return byKey.size === parts.length ? parts : [...byKey.values()]
}
