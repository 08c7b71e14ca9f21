import type { Part } from '@deskbell/contract'
import { fold, wordsIn } from './words.ts'

/** The words of a pattern, each as a list of parts: a text, `run` for any letters, or `one` for any single letter. */
export type WordPatterns = readonly (readonly Part[])[]

/**
 * Returns true if a text contains adjacent words that match the patterns.
 * @param prefix if true, the last pattern only has to match the beginning of a word.
 */
export function hasWords(text: string, patterns: WordPatterns, prefix: boolean): boolean {
  const wordPatterns = prefix ? withOpenEnd(patterns) : patterns
  const words = wordsIn(text)
  const matchesFrom = (start: number) =>
    wordPatterns.every((pattern, index) => {
      const word = words[start + index]
      return word !== undefined && isLike(word, pattern)
    })
  return words.some((_, start) => matchesFrom(start))
}

/** Lets the last pattern match the beginning of a word. */
const withOpenEnd = (patterns: WordPatterns): WordPatterns =>
  patterns.map((pattern, index) => (index === patterns.length - 1 ? [...pattern, { kind: 'run' }] : pattern))

/** Returns the regular expression with which PostgreSQL matches the patterns in folded words that are separated by spaces. */
export function expressionOf(patterns: WordPatterns, prefix: boolean): string {
  const wildcards = { run: '[[:alnum:]]*', one: '[[:alnum:]]' }
  const words = patterns.map((word) =>
    word.map((part) => (part.kind === 'text' ? part.text : wildcards[part.kind])).join(''),
  )
  return ` ${words.join(' ')}${prefix ? '' : ' '}`
}

/**
 * True if a folded text matches a pattern. On a mismatch only the latest wildcard run is extended, so the work is bounded
 * by the product of the two lengths, whereas a regular expression can take exponential time.
 */
export function isLike(text: string, parts: readonly Part[]): boolean {
  const pattern = parts.flatMap((part) => (part.kind === 'text' ? Array.from(fold(part.text)) : [part.kind]))
  const chars = Array.from(text)
  let textIndex = 0
  let patternIndex = 0
  let lastRun = -1
  let runEnd = 0
  while (textIndex < chars.length) {
    const symbol = pattern[patternIndex]
    if (symbol === 'run') {
      lastRun = patternIndex
      runEnd = textIndex
      patternIndex += 1
    } else if (symbol !== undefined && (symbol === 'one' || symbol === chars[textIndex])) {
      patternIndex += 1
      textIndex += 1
    } else if (lastRun >= 0) {
      runEnd += 1
      textIndex = runEnd
      patternIndex = lastRun + 1
    } else return false
  }
  return pattern.slice(patternIndex).every((symbol) => symbol === 'run')
}
