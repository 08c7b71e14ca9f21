import type { Match } from '../../db/dialect.ts'
import { windowsAround, windowsBelow, windowSizes } from '../windows.ts'
import { type Cursor, limited, type Matcher, matcher } from './cursors.ts'
import { inWindows, isDense } from './index-query.ts'
import type { AccessPath } from './plan.ts'
import { examine, numbers, pace, type Task, workTimer } from './task.ts'

/** Reads what the full-text index finds, newest first. */
export const words = (task: Task, match: Match): Cursor => (isDense(match) ? dense(task, match) : windowed(task, match))

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
 * Hits may be far apart, so the index is asked about one window of changes after the other: larger ones while a window
 * takes a moment and has few hits, and smaller ones when it took long.
 */
function windowed(task: Task, match: Match): Cursor {
  const name = `${task.resource.path}_text`
  const { dialect } = task.ctx.db
  let { top } = task
  let level = 1
  let isRest = !task.hasWindows
  let isSparse = false
  /** The time of the fastest statement: opening posting lists takes the same time in each window, and is no reason for smaller ones. */
  let least = Infinity
  return {
    async next(want) {
      await task.pause()
      const { windows, bottom } = isRest ? { windows: [], bottom: 0 } : windowsBelow(top, level)
      const asked = isRest ? match : inWindows(match, windows)
      // Ascending, FTS5 reads twice as fast; descending, it stops when there are many hits.
      const most = Math.max(want, pace.hitsPerWindow)
      const order = isSparse ? '' : `order by rowid desc limit 0 + ${most}`
      const text = `select rowid from ${name} where ${name} match ? and rowid >= cast(? as integer) and rowid < cast(? as integer) ${order}`
      const worked = workTimer()
      const changes = await numbers(task, text, dialect.matchValue(asked), Math.max(bottom, task.floor), top)
      const took = worked()
      least = Math.min(least, took)
      if (isSparse) changes.reverse()
      const through = !isSparse && changes.length === most ? (changes.at(-1) as number) : bottom
      examine(task, changes.length)
      isSparse = changes.length > 0 && changes.length < pace.hitsPerWindow / 4
      const read = top - through
      const left = through - task.floor
      top = through
      if (took - least > pace.statement) level = Math.max(0, level - 1)
      else if (took - least < pace.statement / 3 && changes.length < Math.max(want, pace.hitsPerWindow))
        level = Math.min(windowSizes.length - 1, level + 1)
      // All that is left is read at once if that takes a moment, judged by a window that is a good part of it.
      isRest = !task.hasWindows || (read * 64 >= left && (took * left) / read < pace.statement * WINDOW_FACTOR)
      return { changes, through: top <= task.floor ? 0 : top }
    },
  }
}

/** Rows that are further apart are checked one by one. */
const MAX_DISTANCE = 2048

/**
 * Checks the words of rows with one question about the range that they are in: a posting takes a thousandth of the time of
 * a question about one row.
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
    const isOpen = isDense(match) || !task.hasWindows
    const asked = isOpen ? match : inWindows(match, windowsAround(first, last))
    return new Set(await numbers(task, text, task.ctx.db.dialect.matchValue(asked), first, last))
  }
  return async (changes) => {
    const distance = ((changes[0] ?? 0) - (changes.at(-1) ?? 0)) / changes.length
    const isEach = changes.length < pace.minRows || distance > MAX_DISTANCE
    const found = isEach ? new Set(await onEach(changes)) : await inRange(changes)
    if (!isEach && others)
      for (const change of await others(changes.filter((one) => !found.has(one)))) found.add(change)
    return changes.filter((change) => found.has(change) === keeps)
  }
}
