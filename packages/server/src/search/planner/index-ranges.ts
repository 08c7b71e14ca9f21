import type { Match } from '../../db/dialect.ts'
import { windowOf, windowStart } from '../windows.ts'
import { isDense, withStops } from './index-query.ts'
import { selectNumbers, type Task } from './task.ts'

/** A range of change numbers; `to` is excluded. */
export type Range = readonly [from: number, to: number]

/** Reads at most `maximum` hits of the index in a range. FTS5 ignores bounds that are bound as reals, hence the casts. */
export async function hitsIn(
  task: Task,
  match: Match,
  range: Range,
  order: 'asc' | 'desc',
  maximum: number,
): Promise<number[]> {
  const name = `${task.resource.path}_text`
  const text = `select rowid from ${name} where ${name} match ? and rowid >= cast(? as integer) and rowid < cast(? as integer)
    order by rowid ${order} limit 0 + ?`
  return selectNumbers(task, text, await textIn(task, match, range, order), ...range, maximum)
}

/** Returns the changes of a descending list that the full-text index finds, in ascending order. */
export async function hitsAmong(task: Task, match: Match, changes: readonly number[]): Promise<number[]> {
  const name = `${task.resource.path}_text`
  const range: Range = [changes.at(-1) as number, (changes[0] as number) + 1]
  // The hits in between stay in the database: passing one on takes ten times as long as looking it up in the list.
  const text = `select rowid from ${name} where ${name} match ? and rowid >= cast(? as integer) and rowid < cast(? as integer)
    and +rowid in (select value from json_each(?)) order by rowid`
  return selectNumbers(task, text, await textIn(task, match, range, 'asc'), ...range, `[${changes.join()}]`)
}

/** The text of a query for which reading ends with a range. For single words, it ends there anyway. */
async function textIn(task: Task, match: Match, range: Range, order: 'asc' | 'desc') {
  const stops = task.hasWindows && !isDense(match) ? await stopsOf(task, range, order) : []
  return task.ctx.db.dialect.matchValue(withStops(match, stops))
}

/**
 * Finds the windows at which reading a range begins and ends. In either order, FTS5 begins with the first hit of the whole
 * index, and only then skips to the range, so there is one window where the index begins, and one after the range.
 */
async function stopsOf({ ctx, resource }: Task, [from, to]: Range, order: 'asc' | 'desc'): Promise<number[]> {
  const first = (condition: string, change: number) =>
    selectNumbers(
      { ctx },
      `select change from ${resource.path} where change ${condition} ? order by change ${order} limit 1`,
      change,
    )
  const below = await first('<', windowStart(windowOf(from)))
  const above = await first('>=', windowStart(windowOf(to - 1) + 1))
  return [...below, ...above].map(windowOf)
}
