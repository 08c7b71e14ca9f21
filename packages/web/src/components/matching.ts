/** How well a name fits what was typed, and which of its parts to highlight. */
export interface Match {
  /** Higher is better: beginnings of words are better than letters in order. */
  readonly score: number
  /** The name cut into parts; every second one matches. */
  readonly parts: readonly string[]
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/**
 * Matches what was typed with a name: each typed word begins a word of the name, otherwise the letters occur in
 * order. Accents and case do not matter. Returns undefined if the name does not fit.
 */
export function match(typed: string, name: string): Match | undefined {
  const words = fold(typed).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return { score: 0, parts: [name] }
  const letters = Array.from(name).map((letter) => fold(letter) || letter)
  const hits = matchWords(words, letters)
  if (hits) return { score: 2 + (hits.has(0) ? 1 : 0) - name.length / 10_000, parts: cut(name, hits) }
  const loose = matchLetters(words.join(''), letters)
  return loose && { score: 1 - name.length / 10_000, parts: cut(name, loose) }
}

/** Returns the places of letters that begin words, one run for each typed word. */
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

const isStart = (letters: readonly string[], index: number) =>
  index === 0 || (/[\p{L}\p{N}]/u.test(letters[index] ?? '') && !/[\p{L}\p{N}]/u.test(letters[index - 1] ?? ''))

const beginsAt = (word: string, letters: readonly string[], start: number) =>
  letters
    .slice(start, start + word.length)
    .join('')
    .startsWith(word)

/** Returns the places of the letters in their order, with anything between them. */
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

function cut(name: string, hits: ReadonlySet<number>): string[] {
  const parts = ['']
  for (const [index, letter] of Array.from(name).entries()) {
    if (hits.has(index) !== (parts.length % 2 === 0)) parts.push('')
    parts[parts.length - 1] += letter
  }
  return parts
}
