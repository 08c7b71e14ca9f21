/**
 * The syntax tree of a query: the result of `parse` and the argument of `print`.
 *
 * Names of fields are not checked. `at` is the column of the first character of a node, counted from 1 in code points; it may
 * be 0 in a tree that was not parsed from text.
 */
export type Query = All | And | Or | Not | Term

/** Everything: `*:*`, `*` or the empty query. */
export interface All {
  kind: 'all'
  at: number
}

/** At least two queries, all of which must match. A group in parentheses stays a node of its own. */
export interface And {
  kind: 'and'
  of: readonly Query[]
  at: number
}

/** At least two queries, one of which must match. */
export interface Or {
  kind: 'or'
  of: readonly Query[]
  at: number
}

/** A query that must not match. */
export interface Not {
  kind: 'not'
  of: Query
  at: number
}

/**
 * One condition: `printer`, `title:"paper jam"`, `created_at:>now-7d`.
 *
 * `field` is the dotted path as written, or null for a search in all fields; then the value is a word, a phrase or a
 * wildcard. In `title:(a OR b)` both terms carry the field. `at` is the column of the field, also in
 * `_exists_:title`, or of the value when there is no field; `valueAt` is the column of the value.
 */
export interface Term {
  kind: 'term'
  field: string | null
  value: Value
  at: number
  valueAt: number
}

/** The value of a term. Escapes are resolved; no text is empty, and a phrase is not blank. */
export type Value =
  | { kind: 'word'; text: string }
  | { kind: 'phrase'; text: string }
  | { kind: 'wildcard'; parts: readonly Part[] }
  | { kind: 'range'; from: Bound | null; to: Bound | null }
  | { kind: 'comparison'; operator: Comparator; text: string }
  | { kind: 'exists' }
  | { kind: 'missing' }

/**
 * A part of a wildcard: literal text, any number of characters (`*`, also none), or exactly one character (`?`). At least
 * one part is a wildcard, and no two texts and no two runs are adjacent. A wildcard is never a run alone: `title:*` is
 * `exists`, `*` is `all`.
 */
export type Part = { kind: 'text'; text: string } | { kind: 'run' } | { kind: 'one' }

/** One end of a range. An open end (`*`) is null; a range with two open ends is `exists`. */
export interface Bound {
  text: string
  inclusive: boolean
  at: number
}

/** The operator of a comparison. */
export type Comparator = '>' | '>=' | '<' | '<='
