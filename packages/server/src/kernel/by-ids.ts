import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Context } from './context.ts'
import { columnsWithIds } from './shape.ts'
import { from, type Rows } from './scope.ts'
import { selection } from './selection.ts'

/** Returns the condition that the id of a record is one of `ids`. Its SQL is the same for any number of ids. */
export const whereIds = ({ db }: Context, { path }: Resource, ids: readonly number[]): RawBuilder<SqlBool> =>
  db.dialect.among(sql.ref(`${path}.id`), sql.val(`[${ids.join()}]`))

/** Reads the records with these ids that the caller may read, in ascending order of ids. */
export async function readByIds(ctx: Context, resource: Resource, ids: readonly number[]): Promise<Rows> {
  const columns = columnsWithIds(ctx, resource, { mode: 'ids' })
  if (ids.length === 0) return { resource, columns, cells: [] }
  const query = from(ctx, resource, 'read')
    .select(selection(ctx, resource, columns))
    .where(whereIds(ctx, resource, [...new Set(ids)]))
    .orderBy(`${resource.path}.id`)
  return { resource, columns, cells: await ctx.db.arrays(query.compile()) }
}
