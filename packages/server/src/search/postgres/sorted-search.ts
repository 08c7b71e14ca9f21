import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { Context } from '../../kernel/context.ts'
import { inOrder, type Sort } from '../../kernel/page.ts'
import type { Bound } from '../bound.ts'
import { isReadInOrder, MAX_READ_IN_ORDER } from '../column-order.ts'
import type { Read } from './reader.ts'
import { rowByRow, toSqlCondition } from '../planner/sql-condition.ts'

/**
 * The number of the newest hits from which a search estimates how close to each other hits are. Fewer than on SQLite, because
 * the server takes milliseconds for each hundred.
 */
export const SAMPLED_HITS = 100

/** What the newest hits, up to `SAMPLED_HITS + 1`, say about a search in another order. */
export interface SortedHits {
  /** The ids of the page; undefined if all hits have to be read. */
  readonly ids: readonly number[] | undefined
  /** The number of these newest hits. */
  readonly count: number
  /** The change number of the last of them, and that of the newest ticket. */
  readonly oldest: number
  readonly top: number
}

/** The part of a sorted search that is read: `end` hits are needed, of which the first `start` are not returned. */
interface Part {
  readonly order: readonly Sort[]
  readonly start: number
  readonly end: number
}

/**
 * Finds the first hits in the order of a column, as on SQLite (docs/decisions/sorted-searches.md): few hits are sorted; if
 * hits are close to each other, tickets are read in the order of the column until enough of them match.
 * @param newest selects the newest hits, up to `SAMPLED_HITS + 1`, with their change number as `key`.
 */
export async function readSortedHits(
  { ctx, read, resource }: { readonly ctx: Context; readonly read: Read; readonly resource: Resource },
  newest: RawBuilder<unknown>,
  tree: Bound,
  part: Part,
): Promise<SortedHits> {
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
    select case when (select count(*) from hits) <= ${sql.val(SAMPLED_HITS)} then array(${sorted}) end as ids,
      (select count(*) from hits) as count, (select min(key) from hits) as oldest,
      (select max(change) from ${tickets}) as top`
  const [[ids, ...numbers] = []] = await read(sample)
  const [count = 0, oldest = 0, top = 0] = numbers.map(Number)
  const known = { count, oldest, top }
  if (ids !== null) return { ...known, ids: (ids as unknown[]).map(Number) }
  if (!isReadInOrder(ctx, resource, order, count / (top - oldest + 1), end, top)) return { ...known, ids: undefined }
  // The limit is part of the text: for a placeholder, PostgreSQL would assume a tenth of all rows, and sort them.
  const first = inOrder(ctx, resource, dynamic(ctx.db).selectFrom(resource.path).selectAll(), order).limit(
    sql.lit(MAX_READ_IN_ORDER),
  )
  const hits = dynamic(ctx.db)
    .selectFrom(first.as('row'))
    .select('row.id')
    .where(rowByRow(toSqlCondition(ctx, resource, 'row', tree, 'row')))
  const found = await read(sql`${inOrder(ctx, resource, hits, order, 'row').limit(end)}`)
  return { ...known, ids: found.length < end ? undefined : found.slice(start).map(([id]) => Number(id)) }
}
