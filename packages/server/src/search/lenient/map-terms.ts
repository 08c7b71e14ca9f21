import type { Query, Term } from '@deskbell/contract'

/**
 * Replaces the terms of a query one after another, in the order of the text. A term for which `replace` returns
 * undefined is omitted, and so is a part that consists only of such terms.
 */
export async function mapTerms(
  query: Query,
  replace: (term: Term) => Query | undefined | Promise<Query | undefined>,
): Promise<Query | undefined> {
  if (query.kind === 'term') return replace(query)
  if (query.kind === 'all') return query
  if (query.kind === 'not') {
    const of = await mapTerms(query.of, replace)
    return of && { ...query, of }
  }
  const of: Query[] = []
  for (const part of query.of) {
    const mapped = await mapTerms(part, replace)
    if (mapped) of.push(mapped)
  }
  return of.length > 1 ? { ...query, of } : of[0]
}

/** Returns a query all of whose parts have the position of the term that they replace. */
export function placedAt({ at, valueAt }: Term, query: Query): Query {
  if (query.kind === 'term') return { ...query, at, valueAt }
  if (query.kind === 'all') return { ...query, at }
  if (query.kind === 'not') return { ...query, at, of: placedAt({ at, valueAt } as Term, query.of) }
  return { ...query, at, of: query.of.map((part) => placedAt({ at, valueAt } as Term, part)) }
}
