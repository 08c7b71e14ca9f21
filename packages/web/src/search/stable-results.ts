import type { Assets, ResultPage } from './search-data.ts'

/** Returns the shown records in their order, with the newest values. */
export function withNewerValues(shown: ResultPage, latest: ResultPage): ResultPage {
  return {
    ...shown,
    assets: mergeAssets(shown.assets, latest.assets),
    highlights: { ...shown.highlights, ...latest.highlights },
    articles: new Map([...shown.articles, ...latest.articles]),
  }
}

/** Returns true if the newer results contain other records. A different order does not count. */
export function hasOtherRecords(shown: ResultPage, latest: ResultPage): boolean {
  const shownIds = new Set(shown.record_ids)
  return shown.total_count !== latest.total_count || latest.record_ids.some((id) => !shownIds.has(id))
}

const mergeAssets = (shown: Assets, latest: Assets): Assets => ({
  Ticket: { ...shown.Ticket, ...latest.Ticket },
  User: { ...shown.User, ...latest.User },
  Organization: { ...shown.Organization, ...latest.Organization },
  Group: { ...shown.Group, ...latest.Group },
})
