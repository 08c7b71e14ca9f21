/** Maximum number of statements whose plans connections keep. */
const MAX_NAMES = 300
/** Maximum number of recent statements that are remembered, to recognize one that runs again. */
const MAX_SEEN = 1000

/**
 * Names the statements that are run again. A connection keeps the plan of a statement with a name, and planning a short
 * statement takes longer than running it.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  #given = 0

  /** Returns the name of a statement; undefined if it runs for the first time, or if too many have names. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `s${++this.#given}`
    this.#names.set(text, name)
    return name
  }

  /** Gives new names from now on, because the tables have changed and the plans no longer fit them. */
  forget(): void {
    this.#names.clear()
  }
}

/** Returns true for the failure of a statement whose plan is older than a change of the tables. */
export const isPlanOutdated = (failure: unknown): boolean =>
  failure instanceof Error && failure.message === 'cached plan must not change result type'
