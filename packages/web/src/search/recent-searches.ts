import type { Kind } from './address.ts'

/** A search by the user on this device. */
export interface RecentSearch {
  readonly query: string
  readonly kind: Kind
  /** Number of records found. */
  readonly count: number
  /** The time of the search, in ISO 8601. */
  readonly at: string
}

/** Maximum number of stored searches. */
const MAX_RECENT = 8

const keyOf = (userId: number) => `deskbell.searches.${userId}`

/** Returns the last searches of a user on this device, the newest first. */
export function recentSearches(userId: number): readonly RecentSearch[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as RecentSearch[]
  } catch {
    return []
  }
}

/** Stores a search as the latest one. The same query for the same kind is stored only once. */
export function storeSearch(userId: number, search: RecentSearch): void {
  const others = recentSearches(userId).filter(({ query, kind }) => query !== search.query || kind !== search.kind)
  localStorage.setItem(keyOf(userId), JSON.stringify([search, ...others].slice(0, MAX_RECENT)))
}
