/**
 * A query whose names have been found: what `resolve` makes of a parsed query, and what becomes SQL. It speaks of one
 * resource; `related` steps over to another.
 */
export type Bound = All | None | Junction | Negation | TextLeaf | ColumnLeaf | Related

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
}

/** A column of the record compares to a value. Times are spans, so that `2026-01` means the whole month. */
export interface ColumnLeaf {
  readonly kind: 'column'
  readonly column: string
  readonly test:
    | { readonly is: 'equal'; readonly value: string | number | boolean }
    | { readonly is: 'between'; readonly from?: Edge; readonly to?: Edge }
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
  /** The ids at the other end, where they are few and known: see `narrow`. */
  readonly ids?: readonly number[]
}

export const all: All = { kind: 'all' }
export const none: None = { kind: 'none' }

/** Both hold; what holds always or never is left out at once. */
export function and(of: readonly Bound[]): Bound {
  const parts = of.flatMap((part) => (part.kind === 'and' ? part.of : part.kind === 'all' ? [] : [part]))
  if (parts.some((part) => part.kind === 'none')) return none
  return parts.length === 0 ? all : parts.length === 1 ? (parts[0] as Bound) : { kind: 'and', of: parts }
}

/** One holds. */
export function or(of: readonly Bound[]): Bound {
  const parts = of.flatMap((part) => (part.kind === 'or' ? part.of : part.kind === 'none' ? [] : [part]))
  if (parts.some((part) => part.kind === 'all')) return all
  return parts.length === 0 ? none : parts.length === 1 ? (parts[0] as Bound) : { kind: 'or', of: parts }
}

export function not(of: Bound): Bound {
  if (of.kind === 'not') return of.of
  return of.kind === 'all' ? none : of.kind === 'none' ? all : { kind: 'not', of }
}
