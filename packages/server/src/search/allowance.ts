import type { IndexLimits, WordLimit } from '../kernel/context.ts'

/**
 * The default limits of the index, as listed in `docs/limits.md`. One statement indexes a whole document, and all other
 * requests wait for it: about 0.15 ms for a thousand words, or 2.5 ms for a thousand distinct ones.
 */
export const defaultIndexLimits: IndexLimits = {
  article: { words: 100_000, different: 10_000 },
  ticket: { words: 200_000, different: 20_000 },
}

/** Counts the words of consecutive texts until a limit is reached. */
export class Allowance {
  readonly #limit: WordLimit
  /** Texts that were accepted without counting their distinct words, because all words together are below the limit. */
  #uncounted: (readonly string[])[] = []
  readonly #different = new Set<string>()
  #words = 0
  #isSpent = false

  constructor(limit: WordLimit) {
    this.#limit = limit
  }

  /** True once a word did not fit. No later word is accepted. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Accepts words of the next text. @returns how many of them fit, counted from the first. */
  take(words: readonly string[]): number {
    if (this.#isSpent) return 0
    if (this.#words + words.length <= Math.min(this.#limit.words, this.#limit.different)) {
      this.#uncounted.push(words)
      this.#words += words.length
      return words.length
    }
    for (const earlier of this.#uncounted) for (const word of earlier) this.#different.add(word)
    this.#uncounted = []
    const before = this.#words
    for (const word of words) {
      if (!this.#fits(word)) {
        this.#isSpent = true
        break
      }
      this.#different.add(word)
      this.#words += 1
    }
    return this.#words - before
  }

  #fits(word: string): boolean {
    const { words, different } = this.#limit
    return this.#words < words && (this.#different.size < different || this.#different.has(word))
  }
}
