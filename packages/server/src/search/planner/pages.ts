import type { Resource } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import {
  COUNTED_HITS,
  estimateHits,
  isDefaultOrder,
  newestFirst,
  offsetOf,
  type PagedSearch,
  readHits,
  SMALL_DESK,
} from '../hits.ts'
import { changesInOrder, firstOf, type FirstHits } from './order.ts'
import type { Bound } from '../bound.ts'
import { type Run, run } from './run.ts'
import { blocksOf, type Cursor } from './cursors.ts'
import type { Task } from './task.ts'
import { workTimer } from '../work-timer.ts'

/** Maximum estimated time, in milliseconds, of reading on after the last hit of a page in order to count all hits. */
const COUNTING_TIME = 1
/** The number of hits that are counted at once: reading more at once could take longer than `COUNTING_TIME`. */
const COUNTED_AT_ONCE = 128
/**
 * Exact counts of more hits than this, or that take longer than `COUNTING_TIME`, are left to one statement, which reads all
 * hits faster.
 */
const MAX_COUNTED = 5000

/** The hits of a search in the order of change numbers. */
export interface ChangeSearch extends PagedSearch {
  /** Counts all hits; undefined if that takes more than a moment. */
  countQuickly(): Promise<number | undefined>
}

/** Searches a resource with change numbers, page by page. @param after a change number: all hits have lower ones. */
export function pagedSearch(ctx: Context, resource: Resource, tree: Bound, after?: number): ChangeSearch {
  /** The number of hits, or a lower bound, if reading a page determined it. */
  let known: { readonly hits: number; readonly isAll: boolean } | undefined
  return {
    rows: (page, shape) =>
      run(
        ctx,
        resource,
        tree,
        async (found) => {
          const { task, isSorted } = found
          const end = offsetOf(page) + page.perPage
          const order = isSorted && isDefaultOrder(task.ctx, resource, page.sort) ? undefined : page.sort
          const first = order ? await changesInOrder(found, order, end) : await newestHits(found, end)
          known = { hits: first.count ?? first.changes.length, isAll: first.count !== undefined }
          const onPage = first.changes.slice(end - page.perPage, end)
          return readHits(task.ctx, resource, shape, 'change', onPage, first.order)
        },
        after,
      ),
    async count(limit) {
      if (known?.isAll) return Math.min(known.hits, (limit ?? Infinity) + 1)
      // If reading a page did not determine the total, there are many hits, or counting them takes too long.
      if (known && limit !== undefined) return limit + 1
      return run(ctx, resource, tree, async (found) => {
        const count = await countHits(found, limit)
        return count ?? (limit as number) + 1
      })
    },
    newest: (limit) => run(ctx, resource, tree, (found) => newestChanges(found, limit)),
    countQuickly: () => run(ctx, resource, tree, (found) => countHits(found, MAX_COUNTED, COUNTING_TIME)),
  }
}

/** Reads the changes of the newest hits. If changes are not in the order of time, all hits are read and sorted. */
async function newestChanges({ task, cursor, isSorted }: Run, limit: number): Promise<number[]> {
  const changes: number[] = []
  const enough = isSorted ? limit : Infinity
  for await (const block of blocksOf(cursor, limit)) {
    for (const change of block.changes) changes.push(change)
    if (changes.length >= enough) break
  }
  return isSorted ? changes.slice(0, limit) : firstOf(task, changes, newestFirst, limit)
}

/** Counts the hits; undefined if there are more than `limit`, or if counting takes longer than `milliseconds`. */
async function countHits({ cursor }: Run, limit = Infinity, milliseconds = Infinity): Promise<number | undefined> {
  const worked = workTimer()
  let count = 0
  for await (const { changes, through } of blocksOf(cursor, Math.min(limit + 1, 1024))) {
    count += changes.length
    if (count > limit || (through > 0 && worked() > milliseconds)) return undefined
  }
  return count
}

/** Reads the newest hits, and then the others if they are few and quickly counted. */
async function newestHits({ task, cursor }: Run, end: number): Promise<FirstHits> {
  const changes: number[] = []
  const enough = Math.max(end, COUNTED_HITS + 1)
  const worked = workTimer()
  for (let isCounting = false; ;) {
    const { changes: more, through } = await cursor.next(isCounting ? COUNTED_AT_ONCE : end - changes.length)
    for (const change of more) changes.push(change)
    if (through === 0) return { changes, count: changes.length }
    if (changes.length >= enough) return { changes }
    if (isCounting || changes.length < end) continue
    isCounting = await isQuicklyCounted(task, cursor, { hits: changes.length, through, worked: worked() })
    if (!isCounting) return { changes }
  }
}

/** Estimates from the first hits whether there are few enough to count, and whether reading all takes only a moment. */
async function isQuicklyCounted(
  { top, floor }: Task,
  cursor: Cursor,
  { hits, through, worked }: { readonly hits: number; readonly through: number; readonly worked: number },
): Promise<boolean> {
  if (top < SMALL_DESK) return true
  const hasMore = await cursor.hasMore?.(COUNTED_HITS)
  if (hasMore !== undefined) return !hasMore
  const rest = (through - floor) / (top - through)
  // The estimate is rough, so up to three times the limit is accepted.
  return estimateHits(hits, through, top, floor) <= 3 * COUNTED_HITS && worked * rest <= COUNTING_TIME
}
