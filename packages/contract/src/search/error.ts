/**
 * An error in a search query, with its place and a correction. The message is one sentence for people:
 * `Search query, column 9: expected a value after "title:"`.
 *
 * The column is that of the wrong or incomplete part: an unclosed quote, an `AND` without a right side, a field without a
 * value. It counts characters from 1.
 */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  readonly column: number
  /** The correction, a phrase that follows "expected". */
  readonly expected: string

  constructor(column: number, expected: string) {
    super(`Search query, column ${column}: expected ${expected}`)
    this.column = column
    this.expected = expected
  }
}

/** Returns a part of the query in quotes, for a message; at most 40 characters of it. */
export function quoted(text: string): string {
  const characters = Array.from(text)
  return characters.length > 40 ? `"${characters.slice(0, 40).join('')}…"` : `"${text}"`
}
