/**
 * What is wrong with a search query, where, and what would have been right (product.md section 3). The message is one
 * sentence for people: `Search query, column 9: expected a value after "title:"`.
 *
 * The column is that of the part which is wrong or incomplete: of the quote that is never closed, of the `AND` that
 * has nothing behind it, of the field that has no value. It counts characters from 1.
 */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  readonly column: number
  /** What should have stood there, to be read after "expected". */
  readonly expected: string

  constructor(column: number, expected: string) {
    super(`Search query, column ${column}: expected ${expected}`)
    this.column = column
    this.expected = expected
  }
}

/** A piece of the query in quotes for a message, cut where it is long: nobody wants 8,000 characters back. */
export function quoted(text: string): string {
  const characters = Array.from(text)
  return characters.length > 40 ? `"${characters.slice(0, 40).join('')}…"` : `"${text}"`
}
