import { isDeepStrictEqual } from 'node:util'
import type { FieldValues } from '../../kernel/context.ts'
import type { FeedDays } from './days-in-feed.ts'

/**
 * Returns the holidays of a calendar with the days of its feed. Days that an administrator has added, switched off or removed stay as
 * they are. Days of a feed that it no longer contains disappear, unless they have passed: deadlines depend on them.
 * @param feed the id of the feed, which each of its days contains.
 * @param today the current date of the calendar.
 * @returns undefined if nothing changes.
 */
export function mergeHolidays(
  holidays: FieldValues,
  days: FeedDays,
  feed: string,
  today: string,
): FieldValues | undefined {
  const kept = Object.entries(holidays).filter(([day, entry]) => day < today || !isOfFeed(entry))
  const fromFeed = Object.entries(days).map(([day, summary]) => [day, { active: true, summary, feed }] as const)
  const merged = { ...Object.fromEntries(fromFeed), ...Object.fromEntries(kept) }
  const sorted = Object.fromEntries(Object.entries(merged).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return isDeepStrictEqual(sorted, holidays) ? undefined : sorted
}

/** True for a holiday that a feed has added and that an administrator has not switched off or removed. */
const isOfFeed = (entry: unknown): boolean => {
  const { active, removed, feed } = (entry ?? {}) as FieldValues
  return typeof feed === 'string' && active === true && removed !== true
}
