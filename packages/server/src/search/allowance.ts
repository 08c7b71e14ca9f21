import type { IndexLimits, WordLimit } from '../kernel/context.ts'

/**
 * The limits that `docs/limits.md` lists. The index takes a document in one statement, which keeps everybody waiting: about
 * 0.15 ms for a thousand words and 2.5 ms for a thousand different ones.
 */
export const usualIndexLimits: IndexLimits = {
  article: { words: 100_000, different: 10_000 },
  ticket: { words: 200_000, different: 20_000 },
}

/** The words of texts, from the first on, that are within a limit. */
export class Allowance {
  readonly #limit: WordLimit
  /** What was taken without counting, because it is too little to exceed the limit. */
  #uncounted: (readonly string[])[] = []
  readonly #different = new Set<string>()
  #words = 0
  #isSpent = false

  constructor(limit: WordLimit) {
    this.#limit = limit
  }

  /** Whether a word did not fit. No later one does. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Takes the words of the next text. @returns how many of them fit, from the first on. */
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
