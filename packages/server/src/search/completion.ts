import type { Query, Resource, Term } from '@deskbell/contract'

/** Resources that are searched from boxes with suggestions while typing. */
const suggested = new Set(['user', 'organization'])

/**
 * Turns the last bare word of a query into a prefix. For users and organizations a query of a single bare word also finds
 * words that begin with it, so `nic` finds Nicole. Quoted words, fields and queries of several words stay exact.
 * @param completes for forms that complete what is being typed (`term`, `label`): all resources, and also the last of
 * several words.
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
