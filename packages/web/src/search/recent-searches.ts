import type { Kind } from './address.ts'

/** A search of this person on this device. */
export interface RecentSearch {
  readonly query: string
  readonly kind: Kind
  /** How many records it found. */
  readonly count: number
  /** ISO 8601. */
  readonly at: string
}

/** Searches that are kept. */
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

/** Keeps a search. The same query is kept once. */
export function keepSearch(userId: number, search: RecentSearch): void {
  const others = recentSearches(userId).filter(({ query, kind }) => query !== search.query || kind !== search.kind)
  localStorage.setItem(keyOf(userId), JSON.stringify([search, ...others].slice(0, MAX_RECENT)))
}
