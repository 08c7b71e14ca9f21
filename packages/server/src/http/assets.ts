import { assetName, type Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { assetsOf } from '../kernel/assets.ts'
import type { Context } from '../kernel/context.ts'
import { columnsFor } from '../kernel/represent.ts'
import { from, type Rows } from '../kernel/scope.ts'
import { selection } from '../kernel/selection.ts'

type Assets = Record<string, Record<string, unknown>>

/** Records and everything they name, as far as the caller reaches them; each once, by the name of its resource. */
export async function assetsOfAll(
  ctx: Context,
  wanted: readonly (readonly [resource: Resource, ids: readonly number[]])[],
): Promise<Assets> {
  const all: Assets = {}
  for (const [resource, ids] of wanted) {
    const rows = await rowsOf(ctx, resource, ids)
    const found = JSON.parse(await assetsOf(ctx, rows, { mode: 'ids' })) as Assets
    for (const [name, records] of Object.entries(found)) all[name] = { ...records, ...all[name] }
    all[assetName(resource)] ??= {}
  }
  return Object.fromEntries(Object.entries(all).filter(([, records]) => Object.keys(records).length > 0))
}

/** The rows of these ids that the caller reaches, in the order of their ids. */
export async function rowsOf(ctx: Context, resource: Resource, ids: readonly number[]): Promise<Rows> {
  const columns = columnsFor(resource, { mode: 'ids' })
  if (ids.length === 0) return { resource, columns, cells: [] }
  const query = from(ctx, resource, 'read')
    .select(selection(ctx, resource, columns))
    .where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), sql.val(`[${[...new Set(ids)].join()}]`)))
    .orderBy(`${resource.path}.id`)
  return { resource, columns, cells: await ctx.db.arrays(query.compile()) }
}
