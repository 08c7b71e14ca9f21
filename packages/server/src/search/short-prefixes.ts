import { type Query, SearchError, type Term } from '@deskbell/contract'

/** Maximum number of single-letter prefixes joined by AND; each matches a large part of all words. */
const MAX_JOINED = 3

/**
 * Rejects queries that join many single-letter prefixes, such as `a* b* c* d*`: nearly every ticket matches each of
 * them, and intersecting them takes seconds. Alternatives are searched separately, so only the one with the most such
 * prefixes counts.
 * @throws SearchError with the position of the first prefix over the limit.
 */
export function rejectShortPrefixes(query: Query): void {
  const excess = joinedPrefixes(query)[MAX_JOINED]
  if (excess === undefined) return
  throw new SearchError(excess.valueAt, 'prefixes', { limit: MAX_JOINED })
}

/** The single-letter prefixes that are intersected, including excluded ones. */
function joinedPrefixes(query: Query): readonly Term[] {
  switch (query.kind) {
    case 'and':
      return query.of.flatMap(joinedPrefixes)
    case 'or':
      return query.of.map(joinedPrefixes).reduce((longest, next) => (next.length > longest.length ? next : longest), [])
    case 'not':
      return joinedPrefixes(query.of)
    case 'term':
      return isShort(query) ? [query] : []
    default:
      return []
  }
}

/** True for a prefix whose last word is a single letter or digit: `a*`, `wi-f*`. */
function isShort({ value }: Term): boolean {
  if (value.kind !== 'wildcard') return false
  const [first, second, third] = value.parts
  if (first?.kind !== 'text' || second?.kind !== 'run' || third !== undefined) return false
  return /^(?:.*[^\p{L}\p{M}\p{N}])?[\p{L}\p{N}]\p{M}*$/su.test(first.text)
}
