import type { Part } from '@deskbell/contract'
import { fold, wordsIn } from './words.ts'

/** Words of a pattern, each of texts, `run` for any letters, and `one` for any single letter. */
export type WordPatterns = readonly (readonly Part[])[]

/** True if words that match are next to each other in a text. @param prefix true if the last one may be a beginning. */
export function hasWords(text: string, wanted: WordPatterns, prefix: boolean): boolean {
  const fits = wanted.map(
    (one, at) => (found: string) => isLike(found, at < wanted.length - 1 || !prefix ? one : [...one, { kind: 'run' }]),
  )
  const words = wordsIn(text)
  return words.some((_, at) => fits.every((fit, more) => at + more < words.length && fit(words[at + more] ?? '')))
}

/** The same as a regular expression over folded words between blanks. */
export function expressionOf(wanted: WordPatterns, prefix: boolean): string {
  const signs = { run: '[[:alnum:]]*', one: '[[:alnum:]]' }
  const words = wanted.map((word) => word.map((part) => (part.kind === 'text' ? part.text : signs[part.kind])).join(''))
  return ` ${words.join(' ')}${prefix ? '' : ' '}`
}

/**
 * True if a folded text matches a pattern. On a mismatch only the latest wildcard run is extended, so the work is bounded
 * by the product of the two lengths, whereas a regular expression can take exponential time.
 */
export function isLike(text: string, parts: readonly Part[]): boolean {
  const pattern = parts.flatMap((part) => (part.kind === 'text' ? Array.from(fold(part.text)) : [part.kind]))
  const chars = Array.from(text)
  let at = 0
  let place = 0
  let run = -1
  let from = 0
  while (at < chars.length) {
    const sign = pattern[place]
    if (sign === 'run') {
      run = place
      from = at
      place += 1
    } else if (sign !== undefined && (sign === 'one' || sign === chars[at])) {
      place += 1
      at += 1
    } else if (run >= 0) {
      from += 1
      at = from
      place = run + 1
    } else return false
  }
  return pattern.slice(place).every((sign) => sign === 'run')
}
