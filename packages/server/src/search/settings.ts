import type { Context } from '../kernel/context.ts'
import { readFact } from '../kernel/settings.ts'
import { documentLayout } from './document-columns.ts'

/** The facts about the search index of a database, with the values of a new database. */
export const searchSettings = {
  /** Whether rows in the order of their change are in the order of their time; see `documents.ts`. */
  search_order: 'sorted',
  /** The layout of all documents. */
  search_documents: documentLayout,
} as const

/** Whether rows in the order of their change are in the order of their time. */
export const isSortedByTime = (ctx: Context): Promise<boolean> => hasInitialValue(ctx, 'search_order')

/** Whether all documents hold what those written today hold, so that the index may be asked for it. */
export const hasCurrentLayout = (ctx: Context): Promise<boolean> => hasInitialValue(ctx, 'search_documents')

async function hasInitialValue({ cache, db }: Context, name: keyof typeof searchSettings): Promise<boolean> {
  const value = await cache.getOrCompute(name, async () => (await readFact(db, name)) ?? '')
  return value === searchSettings[name]
}
