import { bothConditions } from '../components/condition.ts'
import { conditionOf, type ListSearch, orderOf, queryOf } from './list-address.ts'
import type { ListInfo } from './row-types.ts'

/** Returns the body of a new saved view: a list with its filters, its order and its columns (`s`). */
export function savedViewBody(
  name: string,
  { condition, query, order, groupBy, columns }: ListInfo,
  search: ListSearch,
) {
  const sortOrder = orderOf(search) ?? order
  const queries = [query, queryOf(search)].filter(Boolean)
  return {
    name,
    condition: bothConditions(condition, conditionOf(search)),
    query: queries.length > 1 ? queries.map((part) => `(${part})`).join(' AND ') : (queries[0] ?? ''),
    ...(sortOrder && { order: { by: sortOrder.by, direction: sortOrder.direction.toUpperCase() } }),
    ...(groupBy !== null && { group_by: groupBy }),
    view: { s: columns },
  }
}
