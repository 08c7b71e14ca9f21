import type { Query, Resource, Term } from '@deskbell/contract'
import { wordsIn } from '../text/words.ts'

/** Resources that are searched from boxes with suggestions while typing. */
const suggested = new Set(['user', 'organization'])

/** The last words that a search completes, in addition to single words for users and organizations. */
export type Completion = 'none' | 'all' | 'long'

/**
 * Turns the last word of a query into a prefix, unless it is quoted or has a field: `nic` finds Nicole.
 * @param completes `none`: only a query of a single word for users or organizations; `all`, for searches with `term` or
 * `label`: the last word of any query; `long`, for other lenient searches: the same, except the last of several words if
 * it is as short as in `Acme & Co` and `AT&T`.
 */
export function completeLastWord(query: Query, resource: Resource, completes: Completion): Query {
  if (query.kind === 'term') {
    const isCompleted = completes === 'long' ? !endsShort(query) : completes === 'all' || suggested.has(resource.name)
    return isCompleted ? beginningOf(query) : query
  }
  if (completes === 'none' || (query.kind !== 'and' && query.kind !== 'or')) return query
  const last = query.of.at(-1)
  if (last?.kind !== 'term' && last?.kind !== 'and') return query
  if (completes === 'long' && last.kind === 'term' && isShort(wordsOf(last).at(-1))) return query
  return { ...query, of: [...query.of.slice(0, -1), completeLastWord(last, resource, completes)] }
}

/** Returns true for several words joined by signs, of which the last is short. */
function endsShort(term: Term): boolean {
  const words = wordsOf(term)
  return words.length > 1 && isShort(words.at(-1))
}

const wordsOf = ({ value }: Term): string[] => (value.kind === 'word' ? wordsIn(value.text) : [])

/** Too many words begin with one or two letters. In scripts without spaces, one or two characters can be a whole word. */
const isShort = (word = ''): boolean => /^[\p{Script=Latin}\d]{1,2}$/u.test(word)

function beginningOf(term: Term): Term {
  if (term.field !== null || term.value.kind !== 'word') return term
  return { ...term, value: { kind: 'wildcard', parts: [{ kind: 'text', text: term.value.text }, { kind: 'run' }] } }
}
