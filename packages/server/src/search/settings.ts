import type { Context } from '../kernel/context.ts'
import { readStoredValue } from '../kernel/settings.ts'
import { documentLayout } from './document-columns.ts'

/** The values that are stored about the search index of a database, with the values of a new database. */
export const searchSettings = {
  /** `sorted` while the order of change numbers is the order of `updated_at`; see `documents.ts`. */
  search_order: 'sorted',
  /** The layout of all documents. */
  search_documents: documentLayout,
} as const

/** Returns true if the order of change numbers is the order of `updated_at`. */
export const isSortedByTime = (ctx: Context): Promise<boolean> => hasInitialValue(ctx, 'search_order')

/** Returns true if all documents have the current layout, so that searches may use all of its columns and terms. */
export const hasCurrentLayout = (ctx: Context): Promise<boolean> => hasInitialValue(ctx, 'search_documents')

async function hasInitialValue({ cache, db }: Context, name: keyof typeof searchSettings): Promise<boolean> {
  const value = await cache.getOrCompute(name, async () => (await readStoredValue(db, name)) ?? '')
  return value === searchSettings[name]
}
