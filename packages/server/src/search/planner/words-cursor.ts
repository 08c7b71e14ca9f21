import type { Match } from '../../db/dialect.ts'
import { windowsAround, windowsBelow, windowSizes } from '../windows.ts'
import { type Cursor, limited, matcher } from './cursors.ts'
import { inWindows, isDense } from './index-query.ts'
import { examine, numbers, pace, type Task, workTime } from './task.ts'
import type { Bound } from '../bound.ts'

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

/** The largest number of hits that one statement returns. */
const MAX_HITS = 1024

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
      const most = Math.max(want, MAX_HITS)
      const order = isSparse ? '' : `order by rowid desc limit 0 + ${most}`
      const text = `select rowid from ${name} where ${name} match ? and rowid >= cast(? as integer) and rowid < cast(? as integer) ${order}`
      const begin = workTime()
      const changes = await numbers(task, text, dialect.matchValue(asked), Math.max(bottom, task.floor), top)
      const took = workTime() - begin
      least = Math.min(least, took)
      if (isSparse) changes.reverse()
      const through = !isSparse && changes.length === most ? (changes.at(-1) as number) : bottom
      examine(task, changes.length)
      isSparse = changes.length > 0 && changes.length < pace.hitsPerWindow / 4
      const work = took - least
      const read = top - through
      const left = through - task.floor
      top = through
      if (work > pace.statement) level = Math.max(0, level - 1)
      else if (work < pace.statement / 3 && changes.length < Math.max(want, pace.hitsPerWindow))
        level = Math.min(windowSizes.length - 1, level + 1)
      // Reads all that is left at once if that takes a moment, judged by a window that is a good part of it.
      const isMoment = read * 64 >= left && (work * left) / read < pace.statement * 1.5
      isRest = !task.hasWindows || (level > 1 && isMoment && changes.length < pace.hitsPerWindow)
      return { changes, through: top <= task.floor ? 0 : top }
    },
  }
}

/** Blocks with fewer hits, or with hits further apart, are checked row by row. */
const MIN_BLOCK = 32
const MAX_DISTANCE = 64

/**
 * Keeps or drops what another question finds among the rows of a cursor. One question about the range of a block takes
 * much less time than one about each row.
 * @param tree the question as a tree, for blocks of few rows.
 */
export function filteredByIndex(task: Task, cursor: Cursor, match: Match, tree: Bound, keeps: boolean): Cursor {
  const name = `${task.resource.path}_text`
  const matching = matcher(task, tree)
  const text = `select rowid from ${name} where ${name} match ? and rowid >= cast(? as integer) and rowid <= cast(? as integer)`
  const found = async (changes: readonly number[]) => {
    const [last, first] = [changes[0] as number, changes.at(-1) as number]
    if (changes.length < MIN_BLOCK || (last - first) / changes.length > MAX_DISTANCE) return matching(changes)
    const isOpen = isDense(match) || !task.hasWindows
    const asked = isOpen ? match : inWindows(match, windowsAround(first, last))
    return numbers(task, text, task.ctx.db.dialect.matchValue(asked), first, last)
  }
  return {
    async next(want, until) {
      const { changes, through } = await cursor.next(want, until)
      if (changes.length === 0) return { changes, through }
      await task.pause()
      examine(task, changes.length)
      const hits = new Set(await found(changes))
      return { changes: changes.filter((change) => hits.has(change) === keeps), through }
    },
  }
}
