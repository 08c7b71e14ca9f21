import type { Connection } from '../db/dialect.ts'
import type { Context } from '../kernel/context.ts'
import { documentLayout } from './document-columns.ts'

/** What the database says of its search index; these are the values of a new one. */
export const searchSettings = {
  /** Whether rows in the order of their change are in the order of their time; see `documents.ts`. */
  search_order: 'sorted',
  /** The layout of all documents. */
  search_documents: documentLayout,
} as const

/** Whether rows in the order of their change are in the order of their time. */
export const isSorted = (ctx: Context): Promise<boolean> => isAsNew(ctx, 'search_order')

/** Whether all documents hold what those written today hold, so that the index may be asked for it. */
export const isCurrent = (ctx: Context): Promise<boolean> => isAsNew(ctx, 'search_documents')

async function isAsNew({ cache, db }: Context, name: keyof typeof searchSettings): Promise<boolean> {
  const value = await cache.getOrCompute(name, async () => (await settingOf(db, name)) ?? '')
  return value === searchSettings[name]
}

/** The setting; undefined in a database from before it. */
export async function settingOf(db: Connection, name: keyof typeof searchSettings): Promise<string | undefined> {
  const rows = db.sql.selectFrom('settings').select('value').where('name', '=', name)
  return (await rows.executeTakeFirst())?.value
}

/** Says of the index what is not as in a new database, or is so again. */
export async function setSetting(db: Connection, name: keyof typeof searchSettings, value: string): Promise<void> {
  await db.sql
    .insertInto('settings')
    .values({ name, value })
    .onConflict((clash) => clash.column('name').doUpdateSet({ value }))
    .execute()
}
