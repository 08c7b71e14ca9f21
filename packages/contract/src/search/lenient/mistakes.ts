import type { SearchError } from '../error.ts'

/** Number of mistakes that are kept: pages show only a few, and a pasted text may have thousands. */
const MAX_MISTAKES = 20

/** The mistakes of a query: the first ones of each reading step. */
export class Mistakes {
  readonly #all: SearchError[] = []

  /** Adds a mistake, unless there are enough of them. */
  add(make: () => SearchError): void {
    if (this.#all.length < MAX_MISTAKES) this.#all.push(make())
  }

  /** Returns the mistakes in the order of the text. */
  inOrder(): readonly SearchError[] {
    return this.#all.toSorted((first, second) => first.column - second.column)
  }
}
