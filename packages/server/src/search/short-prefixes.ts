import { type Query, SearchError, type Term } from '@deskbell/contract'

/** So many beginnings of one letter may be asked for together: each stands for a large part of all words. */
const mostTogether = 3

/**
 * Refuses queries for many beginnings of one letter at once, such as `a* b* c* d*`: nearly every ticket has them, and
 * finding the ones that have all takes seconds. Of alternatives, each is looked for on its own.
 * @throws SearchError with the column of the first that is too much.
 */
export function rejectShortPrefixes(query: Query): void {
  const excess = together(query)[mostTogether]
  if (excess === undefined) return
  throw new SearchError(
    excess.valueAt,
    `a longer beginning of a word: at most ${mostTogether} of one letter stand together`,
  )
}

/** The beginnings of one letter that a record has to have at once, at the most. */
function together(query: Query): readonly Term[] {
  switch (query.kind) {
    case 'and':
      return query.of.flatMap(together)
    case 'or':
      return query.of.map(together).reduce((most, next) => (next.length > most.length ? next : most), [])
    case 'not':
      return together(query.of)
    case 'term':
      return isShort(query) ? [query] : []
    default:
      return []
  }
}

function isShort({ value }: Term): boolean {
  if (value.kind !== 'wildcard') return false
  const [first, second, third] = value.parts
  if (first?.kind !== 'text' || second?.kind !== 'run' || third !== undefined) return false
  return /^(?:.*[^\p{L}\p{M}\p{N}])?[\p{L}\p{N}]\p{M}*$/su.test(first.text)
}
