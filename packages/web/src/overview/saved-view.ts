import { type Condition, conditionOf, type ListSearch, orderOf, queryOf } from './list-address.ts'
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
    condition: mergeConditions(condition, conditionOf(search)),
    query: queries.length > 1 ? queries.map((part) => `(${part})`).join(' AND ') : (queries[0] ?? ''),
    ...(sortOrder && { order: { by: sortOrder.by, direction: sortOrder.direction.toUpperCase() } }),
    ...(groupBy !== null && { group_by: groupBy }),
    view: { s: columns },
  }
}

/**
 * Combines two conditions. For an attribute of both, the second one applies; if the first lists values, only those in both
 * lists remain.
 */
export function mergeConditions(first: Condition, second: Condition): Condition {
  const merged: Condition = { ...first }
  for (const [name, comparison] of Object.entries(second)) {
    const before = first[name]?.value
    const values = Array.isArray(before)
      ? (comparison.value as readonly string[]).filter((value) => before.includes(value))
      : undefined
    merged[name] = values === undefined ? comparison : { ...comparison, value: values }
  }
  return merged
}
