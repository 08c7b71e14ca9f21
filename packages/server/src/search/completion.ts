import type { Query, Resource, Term } from '@deskbell/contract'

/** People and organizations are searched from boxes that people type into. */
const suggested = new Set(['user', 'organization'])

/**
 * A query in a search that suggests: a single bare word also finds words that begin with it, so that `nic` finds Nicole.
 * Quoted words, fields and several words stay exact. A form that completes what is being typed (`term`, `label`) also
 * gets beginnings for the last of several words.
 */
export function completeLastWord(query: Query, resource: Resource, completes: boolean): Query {
  if (query.kind === 'term') return completes || suggested.has(resource.name) ? beginningOf(query) : query
  const last = query.kind === 'and' ? query.of.at(-1) : undefined
  if (!completes || query.kind !== 'and' || last?.kind !== 'term') return query
  return { ...query, of: [...query.of.slice(0, -1), beginningOf(last)] }
}

function beginningOf(term: Term): Term {
  if (term.field !== null || term.value.kind !== 'word') return term
  return { ...term, value: { kind: 'wildcard', parts: [{ kind: 'text', text: term.value.text }, { kind: 'run' }] } }
}
