/** The quality of a match between a name and a typed text, and the parts of the name to highlight. */
export interface Match {
  /**
   * Higher is better: 3 if the match includes the first letter of the name, 2 if it begins other words, 1 for scattered
   * letters; slightly less for longer names.
   */
  readonly score: number
  /** The name cut into parts; every second one matches. */
  readonly parts: readonly string[]
}

/** Returns a text in lower case and without accents. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/**
 * Matches a name with a typed text: each typed word begins a word of the name, otherwise the letters occur in order.
 * Ignores accents and case. Returns undefined if the name does not match.
 */
export function match(typed: string, name: string): Match | undefined {
  const words = fold(typed).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return { score: 0, parts: [name] }
  // A combining accent on its own would become empty, so it stays as it is.
  const letters = Array.from(name).map((letter) => fold(letter) || letter)
  const hits = matchWords(words, letters)
  // Of names that match equally well, the shorter one ranks higher.
  const lengthPenalty = name.length / 10_000
  if (hits) return { score: 2 + (hits.has(0) ? 1 : 0) - lengthPenalty, parts: cut(name, hits) }
  const looseHits = matchLetters(words.join(''), letters)
  return looseHits && { score: 1 - lengthPenalty, parts: cut(name, looseHits) }
}

/** Returns the positions of the letters that match: for each typed word, the beginning of a word of the name. */
function matchWords(words: readonly string[], letters: readonly string[]): Set<number> | undefined {
  const hits = new Set<number>()
  for (const word of words) {
    const start = letters.findIndex(
      (_, index) => isStart(letters, index) && !hits.has(index) && beginsAt(word, letters, index),
    )
    if (start < 0) return undefined
    for (let index = start, length = 0; length < word.length; index++) {
      hits.add(index)
      length += (letters[index] as string).length
    }
  }
  return hits
}

/** True if a word begins at the letter. */
const isStart = (letters: readonly string[], index: number) =>
  index === 0 || (/[\p{L}\p{N}]/u.test(letters[index] ?? '') && !/[\p{L}\p{N}]/u.test(letters[index - 1] ?? ''))

const beginsAt = (word: string, letters: readonly string[], start: number) =>
  letters
    .slice(start, start + word.length)
    .join('')
    .startsWith(word)

/** Returns the positions of the typed letters in the name, in order but not necessarily adjacent. */
function matchLetters(typed: string, letters: readonly string[]): Set<number> | undefined {
  const hits = new Set<number>()
  let index = 0
  for (const letter of typed) {
    index = letters.indexOf(letter, index)
    if (index < 0) return undefined
    hits.add(index++)
  }
  return hits
}

/** Cuts a name into parts, of which every second one matches. */
function cut(name: string, hits: ReadonlySet<number>): string[] {
  const parts = ['']
  for (const [index, letter] of Array.from(name).entries()) {
    if (hits.has(index) !== (parts.length % 2 === 0)) parts.push('')
    parts[parts.length - 1] += letter
  }
  return parts
}
