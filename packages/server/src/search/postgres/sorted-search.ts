import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { Context } from '../../kernel/context.ts'
import { inOrder, type Sort } from '../../kernel/page.ts'
import type { Bound } from '../bound.ts'
import { isReadInOrder, MAX_READ_IN_ORDER, SAMPLED_HITS } from '../column-order.ts'
import type { Read } from './reader.ts'
import { rowByRow, toSqlCondition } from '../planner/sql-condition.ts'

/** The first hits in an order other than the default one. */
export interface SortedHits {
  readonly ids: readonly number[]
  /** The number of all hits, if it is known. */
  readonly count?: number
}

/** The part of a sorted search that is read: `end` hits are needed, of which the first `start` are not returned. */
interface Part {
  readonly order: readonly Sort[]
  readonly start: number
  readonly end: number
}

/**
 * Finds the first hits in the order of a column, as on SQLite (docs/decisions/sorted-searches.md): few hits are sorted; if
 * hits are close to each other, tickets are read in the order of the column until enough of them match. Undefined if all
 * hits have to be read.
 * @param newest selects the newest hits, with their change number as `key`.
 */
export async function readSortedHits(
  { ctx, read, resource }: { readonly ctx: Context; readonly read: Read; readonly resource: Resource },
  newest: RawBuilder<unknown>,
  tree: Bound,
  part: Part,
): Promise<SortedHits | undefined> {
  const { order, start, end } = part
  const tickets = sql.table(resource.path)
  const ofHits = dynamic(ctx.db)
    .selectFrom(resource.path)
    .select('id')
    .where('change', 'in', sql`(select key from hits)`)
  const sorted = inOrder(ctx, resource, ofHits, order)
    .limit(end - start)
    .offset(start)
  const sample = sql`with hits as materialized (${newest})
    select (select count(*) from hits) as count, (select min(key) from hits) as oldest,
      (select max(change) from ${tickets}) as top,
      case when (select count(*) from hits) < ${sql.val(SAMPLED_HITS)} then array(${sorted}) end as ids`
  const [[count, oldest, top, ids] = []] = await read(sample)
  if (ids !== null) return { ids: (ids as unknown[]).map(Number), count: Number(count) }
  const share = SAMPLED_HITS / (Number(top) - Number(oldest) + 1)
  if (!isReadInOrder(ctx, resource, order, share, end, Number(top))) return undefined
  // The limit is part of the text: for a placeholder, PostgreSQL would assume a tenth of all rows, and sort them.
  const first = inOrder(ctx, resource, dynamic(ctx.db).selectFrom(resource.path).selectAll(), order).limit(
    sql.lit(MAX_READ_IN_ORDER),
  )
  const hits = dynamic(ctx.db)
    .selectFrom(first.as('row'))
    .select('row.id')
    .where(rowByRow(toSqlCondition(ctx, resource, 'row', tree, 'row')))
  const found = await read(sql`${inOrder(ctx, resource, hits, order, 'row').limit(end)}`)
  return found.length < end ? undefined : { ids: found.slice(start).map(([id]) => Number(id)) }
}
