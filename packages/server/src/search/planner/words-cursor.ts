import type { Match } from '../../db/dialect.ts'
import { windowsAround, windowsBelow, windowSizes } from '../windows.ts'
import { type Cursor, limited, type Matcher, matcher } from './cursors.ts'
import { inWindows, isDense } from './index-query.ts'
import type { AccessPath } from './plan.ts'
import { workTimer } from '../work-timer.ts'
import { examine, numbers, pace, type Task } from './task.ts'

/** Reads what the full-text index finds, newest first. */
export const wordsCursor = (task: Task, match: Match): Cursor =>
  isDense(match) ? dense(task, match) : windowed(task, match)

/** Each posting is a hit, so that as many are read as are wanted. */
function dense(task: Task, match: Match): Cursor {
  const name = `${task.resource.path}_text`
  const value = task.ctx.db.dialect.matchValue(match)
  const text = `select rowid from ${name} where ${name} match ? and rowid < cast(? as integer) and rowid >= cast(? as integer)
    order by rowid desc limit 0 + ?`
  return {
    ...limited(task, (top, floor, want) => numbers(task, text, value, top, floor, want)),
    async hasMore(most) {
      const some = `select count(*) from (select 1 from ${name} where ${name} match ? limit 0 + ?)`
      return ((await numbers(task, some, value, most + 1))[0] ?? 0) > most
    },
  }
}

/** Reading with the terms of windows takes several times as long as without. */
const WINDOW_FACTOR = 4

/**
 * Hits may be far apart, so the index is searched window by window: larger ones while a window takes a moment and has
 * few hits, and smaller ones after one that took long.
 */
function windowed(task: Task, match: Match): Cursor {
  let { top } = task
  let level = 1
  let isRest = !task.hasWindows
  let isSparse = false
  /**
   * The time of the fastest statement: opening posting lists takes the same time in each window, and is no reason for
   * smaller ones.
   */
  let fastest = Infinity
  return {
    async next(want) {
      await task.pause()
      const { windows, bottom } = isRest ? { windows: [], bottom: 0 } : windowsBelow(top, level)
      const limitedMatch = isRest ? match : inWindows(match, windows)
      const most = Math.max(want, pace.hitsPerWindow)
      const range: Range = [Math.max(bottom, task.floor), top]
      const worked = workTimer()
      const few = isSparse ? await allIn(task, limitedMatch, range) : undefined
      // Descending, FTS5 stops when there are enough hits.
      const changes = few ?? (await hitsIn(task, limitedMatch, range, 'desc', most))
      const took = worked()
      fastest = Math.min(fastest, took)
      const through = !few && changes.length === most ? (changes.at(-1) as number) : bottom
      isSparse = changes.length < pace.hitsPerWindow / 4
      const [read, left] = [top - through, through - task.floor]
      top = through
      const reading = took - fastest
      if (reading > pace.statement) level = Math.max(0, level - 1)
      else if (reading < pace.statement / 3 && changes.length < Math.max(want, pace.hitsPerWindow))
        level = Math.min(windowSizes.length - 1, level + 1)
      // The rest is read in one statement if that takes only a moment, as estimated from a window that is a fair part
      // of it.
      isRest = !task.hasWindows || (read * 64 >= left && (reading * left) / read < pace.statement * WINDOW_FACTOR)
      return { changes, through: top <= task.floor ? 0 : top }
    },
  }
}

/** Change numbers from the first one to the last one, which is excluded. */
type Range = readonly [floor: number, top: number]

/**
 * Reads all hits in a range; undefined if there are many. Ascending, FTS5 reads conjunctions twice as fast as
 * descending.
 */
async function allIn(task: Task, match: Match, range: Range): Promise<number[] | undefined> {
  const changes = await hitsIn(task, match, range, 'asc', pace.maxRows)
  return changes.length < pace.maxRows ? changes.toReversed() : undefined
}

async function hitsIn(task: Task, match: Match, range: Range, order: 'asc' | 'desc', most: number): Promise<number[]> {
  const name = `${task.resource.path}_text`
  const text = `select rowid from ${name} where ${name} match ? and rowid >= cast(? as integer) and rowid < cast(? as integer)
    order by rowid ${order} limit 0 + ?`
  const changes = await numbers(task, text, task.ctx.db.dialect.matchValue(match), ...range, most)
  examine(task, changes.length)
  return changes
}

/** Rows that are further apart are checked one by one. */
const MAX_DISTANCE = 2048

/**
 * Checks the words of rows with one query for the range of their changes: reading a posting takes a thousandth of the
 * time of a query for one row.
 */
export function indexMatcher(
  task: Task,
  { match, tree, keeps, otherwise }: AccessPath & { kind: 'index filter' },
): Matcher {
  const name = `${task.resource.path}_text`
  const [onEach, others] = [matcher(task, tree), otherwise && matcher(task, otherwise)]
  const text = `select rowid from ${name} where ${name} match ? and rowid >= cast(? as integer) and rowid <= cast(? as integer)`
  const inRange = async (changes: readonly number[]): Promise<Set<number>> => {
    const [last, first] = [changes[0] as number, changes.at(-1) as number]
    const isWhole = isDense(match) || !task.hasWindows
    const limitedMatch = isWhole ? match : inWindows(match, windowsAround(first, last))
    return new Set(await numbers(task, text, task.ctx.db.dialect.matchValue(limitedMatch), first, last))
  }
  return async (changes) => {
    const distance = ((changes[0] ?? 0) - (changes.at(-1) ?? 0)) / changes.length
    const isRowByRow = changes.length < pace.minRows || distance > MAX_DISTANCE
    const found = isRowByRow ? new Set(await onEach(changes)) : await inRange(changes)
    if (!isRowByRow && others)
      for (const change of await others(changes.filter((one) => !found.has(one)))) found.add(change)
    return changes.filter((change) => found.has(change) === keeps)
  }
}
