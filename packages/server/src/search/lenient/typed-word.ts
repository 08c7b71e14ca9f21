import { type Query } from '@deskbell/contract'

/** A term of one word, as it was typed. */
export interface TypedWord {
  readonly text: string
  readonly field: string | null
  /** The column at which the word begins. */
  readonly column: number
  /** The query of this word alone: with its field, if it has one. */
  readonly alone: string
}

/** Returns a term of one word as it was typed; undefined for other parts of a query. */
export function typedWordOf(query: Query, text: string): TypedWord | undefined {
  if (query.kind !== 'term' || query.value.kind !== 'word') return undefined
  const { field, at, valueAt, value } = query
  const chars = Array.from(text)
  const end = valueAt - 1 + Array.from(value.text).length
  // The value of an alias or of a condition may not be what was typed.
  if (chars.slice(valueAt - 1, end).join('') !== value.text) return undefined
  return { text: value.text, field, column: valueAt, alone: chars.slice(at - 1, end).join('') }
}
