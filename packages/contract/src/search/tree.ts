/**
 * The search language as a tree: what `parse` returns, `print` writes and the server translates.
 *
 * Names are kept as written; which of them exist is the reader's business. `at` is the column of a node's first
 * character, counted from 1 in characters (code points) of the query; a tree that no text stands behind may say 0.
 */
export type Query = All | And | Or | Not | Term

/** Everything: `*:*`, `*` or the empty query. */
export interface All {
  kind: 'all'
  at: number
}

/** All of at least two queries hold. A group in parentheses stays a node of its own. */
export interface And {
  kind: 'and'
  of: readonly Query[]
  at: number
}

/** At least one of at least two queries holds. */
export interface Or {
  kind: 'or'
  of: readonly Query[]
  at: number
}

/** The query does not hold. */
export interface Not {
  kind: 'not'
  of: Query
  at: number
}

/**
 * One condition: `printer`, `title:"paper jam"`, `created_at:>now-7d`.
 *
 * `field` is the dotted path as written, or null when the value is looked for everywhere; then the value is a word, a
 * phrase or a wildcard. In `title:(a OR b)` both terms carry the field. `at` is the column of the field, or of the
 * value when there is no field; `valueAt` is the column of the value.
 */
export interface Term {
  kind: 'term'
  field: string | null
  value: Value
  at: number
  valueAt: number
}

/** What a term asks for. Escapes are resolved in every text; none is empty, and a phrase is not blank. */
export type Value =
  | { kind: 'word'; text: string }
  | { kind: 'phrase'; text: string }
  | { kind: 'wildcard'; parts: readonly Part[] }
  | { kind: 'range'; from: Bound | null; to: Bound | null }
  | { kind: 'comparison'; operator: Comparator; text: string }
  | { kind: 'exists' }
  | { kind: 'missing' }

/**
 * A piece of a wildcard: text that stands for itself, any run of characters (`*`, also none), or any one character
 * (`?`). At least one part is a wildcard, no two texts and no two runs are neighbours, and it is never one run alone:
 * `title:*` is `exists`, `*` is everything.
 */
export type Part = { kind: 'text'; text: string } | { kind: 'run' } | { kind: 'one' }

/** One end of a range; null stands for an open end (`*`), and not both ends are open: `x:[* TO *]` is `exists`. */
export interface Bound {
  text: string
  inclusive: boolean
  at: number
}

/** How a comparison compares. */
export type Comparator = '>' | '>=' | '<' | '<='
