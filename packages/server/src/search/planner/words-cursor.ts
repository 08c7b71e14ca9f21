import type { Match } from '../../db/dialect.ts'
import { windowOf, windowStart } from '../windows.ts'
import { type Cursor, limitedCursor, type Matcher, matcher } from './cursors.ts'
import { isDense, wordCount } from './index-query.ts'
import { hitsAmong, hitsIn, type Range } from './index-ranges.ts'
import type { AccessPath } from './plan.ts'
import { workTimer } from '../work-timer.ts'
import { countExamined, selectNumbers, pace, type Task } from './task.ts'

/** Reads what the full-text index finds, newest first. */
export const wordsCursor = (task: Task, match: Match): Cursor =>
  isDense(match) ? denseCursor(task, match) : rangeCursor(task, match)

/** Each posting is a hit, so only as many are read as are wanted. */
function denseCursor(task: Task, match: Match): Cursor {
  const name = `${task.resource.path}_text`
  const value = task.ctx.db.dialect.matchValue(match)
  return {
    ...limitedCursor(task, (top, floor, want) => hitsIn(task, match, [floor, top], 'desc', want)),
    async hasMore(maximum) {
      const some = `select count(*) from (select 1 from ${name} where ${name} match ? limit 0 + ?)`
      return ((await selectNumbers(task, some, value, maximum + 1))[0] ?? 0) > maximum
    },
  }
}

/**
 * The minimum and maximum factor by which a range is larger than the one before it. An index of many segments takes some
 * milliseconds to open, whatever is read: ranges that did not grow would open it hundreds of times.
 */
const [MIN_GROWTH, MAX_GROWTH] = [4, 8]

/**
 * Hits may be far apart, so the index is read in ranges of changes. Each is as large as can be read in some
 * milliseconds, judging by the one before it.
 */
function rangeCursor(task: Task, match: Match): Cursor {
  let { top } = task
  // Opening the lists of many words takes longer, so more is read from them.
  let size = pace.firstRange * Math.max(1, wordCount(match) / 8)
  let isSparse = false
  return {
    async next(want) {
      await task.pause()
      const range: Range = [task.hasWindows ? Math.max(windowStart(windowOf(top - size)), task.floor) : task.floor, top]
      const limit = Math.max(want, pace.hitsPerRange)
      const worked = workTimer()
      const all = isSparse ? await allIn(task, match, range) : undefined
      // Descending, FTS5 stops when there are enough hits.
      const changes = all ?? (await hitsIn(task, match, range, 'desc', limit))
      countExamined(task, changes.length)
      const isEnough = !all && changes.length === limit
      const through = isEnough ? (changes.at(-1) as number) : range[0]
      // A range with twice the hits that are still wanted, judging by this one, is large enough.
      const needed = (2 * Math.max(want - changes.length, 1)) / changes.length
      const growth = Math.min(Math.max(pace.statement / worked(), MIN_GROWTH), MAX_GROWTH, Math.max(needed, 2))
      if (!isEnough) size = Math.ceil((top - through) * growth)
      isSparse = changes.length < pace.hitsPerRange / 4
      top = through
      return { changes, through: top <= task.floor ? 0 : top }
    },
  }
}

/**
 * Reads all hits in a range; undefined if there are many. Ascending, FTS5 reads conjunctions twice as fast as
 * descending.
 */
async function allIn(task: Task, match: Match, range: Range): Promise<number[] | undefined> {
  const changes = await hitsIn(task, match, range, 'asc', pace.maxRows)
  return changes.length < pace.maxRows ? changes.toReversed() : undefined
}

/** Looking up one word of a row takes as long as reading this many postings. */
const POSTINGS_OF_LOOKUP = 256

/**
 * Checks the words of rows: one query for the range of their changes reads all postings in it, or each row is looked up, if
 * that is faster. The rows checked before show how frequent the words are; of the first ones, an eighth is expected to match.
 */
export function indexMatcher(
  task: Task,
  { match, tree, keeps, otherwise }: AccessPath & { kind: 'index filter' },
): Matcher {
  const [onEach, others] = [matcher(task, tree), otherwise && matcher(task, otherwise)]
  // Each word is looked up for each row, but its postings in a range are read once.
  const words = wordCount(match)
  const checked = { rows: 8, hits: 1 }
  return async (changes) => {
    const distance = ((changes[0] ?? 0) - (changes.at(-1) ?? 0)) / changes.length
    const postings = (distance * checked.hits) / checked.rows
    const isRowByRow = changes.length * words < pace.minRows || postings > POSTINGS_OF_LOOKUP * words
    const found = new Set(await (isRowByRow ? onEach(changes) : hitsAmong(task, match, changes)))
    checked.rows += changes.length
    checked.hits += found.size
    if (!isRowByRow && others)
      for (const change of await others(changes.filter((one) => !found.has(one)))) found.add(change)
    return changes.filter((change) => found.has(change) === keeps)
  }
}
