import type { SearchError } from '../error.ts'

/** Maximum number of mistakes that are stored: pages show only a few, and a pasted text may have thousands. */
const MAX_MISTAKES = 20

/** The mistakes in a query, up to a maximum number. */
export class Mistakes {
  readonly #mistakes: SearchError[] = []

  /** Adds a mistake, unless the maximum is reached. */
  add(make: () => SearchError): void {
    if (this.#mistakes.length < MAX_MISTAKES) this.#mistakes.push(make())
  }

  /** Returns the mistakes in the order of their positions in the query. */
  inOrder(): readonly SearchError[] {
    return this.#mistakes.toSorted((first, second) => first.column - second.column)
  }
}
