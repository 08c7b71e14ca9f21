import type { Assets, Found } from './search-data.ts'

/** Returns newer data in the order of the first results. */
export function withNewer(first: Found, now: Found): Found {
  return {
    ...first,
    assets: mergeAssets(first.assets, now.assets),
    highlights: { ...first.highlights, ...now.highlights },
    articles: new Map([...first.articles, ...now.articles]),
  }
}

/** Returns true if the newer results contain other records. A different order does not count. */
export function findsOthers(first: Found, now: Found): boolean {
  const before = new Set(first.record_ids)
  return first.total_count !== now.total_count || now.record_ids.some((id) => !before.has(id))
}

const mergeAssets = (first: Assets, now: Assets): Assets => ({
  Ticket: { ...first.Ticket, ...now.Ticket },
  User: { ...first.User, ...now.User },
  Organization: { ...first.Organization, ...now.Organization },
  Group: { ...first.Group, ...now.Group },
})
