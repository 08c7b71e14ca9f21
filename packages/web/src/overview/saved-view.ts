import { type Condition, conditionOf, type ListSearch, orderOf, queryOf } from './list-address.ts'
import type { ListInfo } from './row-types.ts'

/** Returns the body of a new saved view: a list with its filters and its order. */
export function savedView(name: string, { condition, query, order, groupBy, columns }: ListInfo, search: ListSearch) {
  const wanted = orderOf(search)
  const by = wanted ?? (order && { by: order.by, direction: order.direction })
  const queries = [query, queryOf(search)].filter(Boolean)
  return {
    name,
    condition: mergeConditions(condition, conditionOf(search)),
    query: queries.length > 1 ? queries.map((one) => `(${one})`).join(' AND ') : (queries[0] ?? ''),
    ...(by && { order: { by: by.by, direction: by.direction.toUpperCase() } }),
    ...(groupBy !== null && { group_by: groupBy }),
    view: { s: columns },
  }
}

/**
 * Returns a condition that requires both conditions. If both list values of the same attribute, it contains their
 * intersection.
 */
export function mergeConditions(first: Condition, second: Condition): Condition {
  const merged: Condition = { ...first }
  for (const [name, test] of Object.entries(second)) {
    const before = first[name]?.value
    const values = Array.isArray(before)
      ? (test.value as readonly string[]).filter((one) => before.includes(one))
      : undefined
    merged[name] = values === undefined ? test : { ...test, value: values }
  }
  return merged
}
