import { findUnknownName, parse, type Query, readLeniently, type Resource, SearchError } from '@deskbell/contract'

/**
 * Returns true if a saved view can have the query. The queries of saved views are read in the strict language, so a
 * query that only a lenient search accepts would be refused, and one with lenient notation, such as `printer or scanner`,
 * would find other tickets.
 * @param resourceOf returns a resource by its name, with custom fields.
 */
export function isViewQuery(query: string, resource: Resource, resourceOf: (name: string) => Resource): boolean {
  const strict = parseStrictly(query)
  if (!strict || findUnknownName(resource, strict, resourceOf)) return false
  return (
    JSON.stringify(readLeniently(query, { resources: [resource], resourceNamed: resourceOf }).query) ===
    JSON.stringify(strict)
  )
}

function parseStrictly(query: string): Query | undefined {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof SearchError) return undefined
    throw error
  }
}
