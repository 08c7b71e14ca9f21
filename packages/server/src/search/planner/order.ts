import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inOrder, type Sort } from '../../kernel/page.ts'
import type { Bound } from '../bound.ts'
import { newestFirst, totalOrder } from '../hits.ts'
import { isReadInOrder, MAX_READ_IN_ORDER } from '../column-order.ts'
import { blocksOf, type Cursor, type Matcher, matcher } from './cursors.ts'
import { countExamined, pace, type Task } from './task.ts'

/** The first hits in an order. */
export interface FirstHits {
  readonly changes: readonly number[]
  /** The number of all hits, if it is known. */
  readonly count?: number | undefined
  /** Undefined for descending changes. */
  readonly order?: readonly Sort[] | undefined
}

/** The number of the newest hits from which a search estimates how close to each other hits are. */
const SAMPLED_HITS = 1000
/** The number of hits that are read, and then sorted together with the first hits so far, to keep only the first of both. */
const SORTED_AT_ONCE = 2048

/**
 * Finds the first `end` hits in the order of a column. If there are few hits, all of them are sorted. If hits are close to
 * each other, rows are read in the order of the column until enough of them match. Otherwise all hits are read, and
 * only the first ones are kept, so that memory is bounded and other requests run in between.
 */
export async function changesInOrder(
  { task, cursor, tree }: { readonly task: Task; readonly cursor: Cursor; readonly tree: Bound },
  sort: readonly Sort[],
  end: number,
): Promise<FirstHits> {
  const { ctx, resource } = task
  const order = sort.length === 0 ? newestFirst : totalOrder(sort)
  const changes: number[] = []
  let through = task.top
  for await (const block of blocksOf(cursor, SAMPLED_HITS)) {
    for (const change of block.changes) changes.push(change)
    ;({ through } = block)
    if (changes.length >= SAMPLED_HITS) break
  }
  if (through === 0) return { changes: await firstOf(task, changes, order, end), count: changes.length, order }
  const share = changes.length / Math.max(1, task.top - through)
  if (isReadInOrder(ctx, resource, order, share, end, task.top)) {
    const found = await readInOrder(task, matcher(task, tree), order, end)
    if (found) return { ...found, order }
  }
  let best = await firstOf(task, changes, order, end)
  let [count, gathered] = [changes.length, [] as number[]]
  for await (const block of blocksOf(cursor, SORTED_AT_ONCE)) {
    count += block.changes.length
    for (const change of block.changes) gathered.push(change)
    if (block.through > 0 && gathered.length < Math.max(SORTED_AT_ONCE, end)) continue
    best = await firstOf(task, [...best, ...gathered], order, end)
    gathered = []
  }
  return { changes: best, count, order }
}

/** Sorts some hits, and returns the first `end` of them. */
export async function firstOf(task: Task, changes: readonly number[], order: readonly Sort[], end: number) {
  const { ctx, resource } = task
  await task.pause()
  const rows = dynamic(ctx.db)
    .selectFrom(resource.path)
    .select('change')
    .where(ctx.db.dialect.among(sql.ref('change'), sql.val(`[${changes.join()}]`)))
  const cells = await ctx.db.arrays(inOrder(ctx, resource, rows, order).limit(end).compile())
  return cells.map(([change]) => change as number)
}

/**
 * Reads rows in the order of an indexed column, in growing pieces, until `end` match; undefined if that takes too many
 * rows.
 */
async function readInOrder(task: Task, matching: Matcher, order: readonly Sort[], end: number) {
  const { ctx, resource } = task
  const ordered = inOrder(ctx, resource, dynamic(ctx.db).selectFrom(resource.path).select('change'), order)
  const found: number[] = []
  for (let from = 0, size = 64; from < MAX_READ_IN_ORDER; from += size, size = Math.min(2 * size, pace.maxRows)) {
    await task.pause()
    const cells = await ctx.db.arrays(ordered.limit(size).offset(from).compile())
    const changes = cells.map(([change]) => change as number)
    countExamined(task, changes.length)
    const isHit = new Set(await matching(changes.filter((change) => change < task.top && change >= task.floor)))
    found.push(...changes.filter((change) => isHit.has(change)))
    if (found.length >= end) return { changes: found.slice(0, end) }
    if (changes.length < size) return { changes: found, count: found.length }
  }
  return undefined
}
