import type { Assets, Found } from './search-data.ts'

/** Returns results in the order in which they were found first, with what is known of them now. */
export function withNewer(first: Found, now: Found): Found {
  return {
    ...first,
    assets: mergeAssets(first.assets, now.assets),
    highlights: { ...first.highlights, ...now.highlights },
    articles: new Map([...first.articles, ...now.articles]),
  }
}

/** Returns whether other records are found now. Another order of the same records is no news. */
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
