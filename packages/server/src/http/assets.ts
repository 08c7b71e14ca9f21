import type { Resource } from '@deskbell/contract'
import { assetsOf } from '../kernel/assets.ts'
import { readByIds } from '../kernel/by-ids.ts'
import { type Context, effective } from '../kernel/context.ts'

type Assets = Record<string, Record<string, unknown>>

/**
 * Returns the records with these ids and those they refer to, as far as the caller may read them, by model and id. A
 * model without records is left out.
 */
export async function assetsOfAll(
  ctx: Context,
  records: readonly (readonly [resource: Resource, ids: readonly number[]])[],
): Promise<Assets> {
  const assets: Assets = {}
  for (const [resource, ids] of records) {
    const rows = await readByIds(ctx, effective(ctx, resource), ids)
    const assetsOfRows = JSON.parse(await assetsOf(ctx, rows, { mode: 'ids' })) as Assets
    for (const [name, byId] of Object.entries(assetsOfRows)) assets[name] = { ...byId, ...assets[name] }
  }
  return assets
}
