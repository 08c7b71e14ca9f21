import type { Context } from '../kernel/context.ts'
import { readStoredValue } from '../kernel/settings.ts'
import { documentLayout } from './document-columns.ts'

/** The stored settings that describe the search index of a database, with the values that they have in a new database. */
export const searchSettings = {
  /** `sorted` while tickets have the same order by change number as by `updated_at`; see `recordDisorder`. */
  search_order: 'sorted',
  /** The layout that all documents have; any other value if some of them have to be written again. */
  search_documents: documentLayout,
} as const

/** Returns true if tickets have the same order by change number as by `updated_at`. */
export const isSortedByTime = (ctx: Context): Promise<boolean> => hasInitialValue(ctx, 'search_order')

/** Returns true if all documents have the current layout, so that searches may use all of its columns and terms. */
export const hasCurrentLayout = (ctx: Context): Promise<boolean> => hasInitialValue(ctx, 'search_documents')

async function hasInitialValue({ cache, db }: Context, name: keyof typeof searchSettings): Promise<boolean> {
  const value = await cache.getOrCompute(name, async () => (await readStoredValue(db, name)) ?? '')
  return value === searchSettings[name]
}
