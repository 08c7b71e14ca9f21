import { type CompiledQuery, sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { Bound, Related } from '../bound.ts'
import { toSqlCondition, rowByRow } from './sql-condition.ts'
import { workTimer } from '../work-timer.ts'
import { countExamined, selectNumbers, pace, type Task } from './task.ts'

/**
 * The next hits of a cursor: all change numbers from `through` up to those of the block before, in descending order.
 */
export interface Block {
  readonly changes: readonly number[]
  /** 0 after the last block. */
  readonly through: number
}

/** Reads change numbers in descending order, in blocks that take a few milliseconds each, at most. */
export interface Cursor {
  /**
   * Reads the next hits.
   * @param want the number of hits that the caller needs; a block may have fewer or more.
   * @param until changes below this number are not needed yet.
   */
  next(want: number, until?: number): Promise<Block>
  /** True if there are more hits than `limit`; undefined if that is not quickly known. */
  hasMore?(limit: number): Promise<boolean | undefined>
}

/**
 * Reads as many changes as are wanted, with a statement whose time depends only on the number of rows that it returns.
 */
export function limitedCursor(
  task: Task,
  read: (top: number, floor: number, want: number) => Promise<readonly number[]>,
): Cursor {
  let { top } = task
  return {
    async next(want, until = 0) {
      await task.pause()
      const limit = Math.min(Math.max(want, pace.minRows), pace.maxRows)
      const floor = Math.max(task.floor, until)
      const changes = await read(top, floor, limit)
      countExamined(task, changes.length)
      top = changes.length < limit ? floor : (changes.at(-1) ?? 0)
      return { changes, through: top <= task.floor ? 0 : top }
    },
  }
}

/** A cursor over known changes. */
export const listCursor = (task: Task, changes: readonly number[]): Cursor =>
  limitedCursor(task, async (top, floor, want) => changes.filter((at) => at < top && at >= floor).slice(0, want))

/** Reads the blocks of a cursor to its end. @param want the number of hits in each. */
export async function* blocksOf(cursor: Cursor, want: number): AsyncGenerator<Block> {
  for (let through = Infinity; through > 0;) {
    const block = await cursor.next(want)
    yield block
    ;({ through } = block)
  }
}

/**
 * Reads the rows that refer to certain records, from an index of these references and the change; without ids, all
 * rows.
 */
export function referenceCursor(task: Task, ids: Readonly<Record<string, number>> = {}): Cursor {
  const refers = Object.keys(ids).map((column) => `${column} = ? and `)
  const text = `select change from ${task.resource.path} where ${refers.join('')}change < ? and change >= ?
    order by change desc limit 0 + ?`
  return limitedCursor(task, (top, floor, want) => selectNumbers(task, text, ...Object.values(ids), top, floor, want))
}

/**
 * Reads the rows that refer to one of up to two thousand records. If the rows are few, they are read together.
 * Otherwise, the newest row of each record is looked up in the index. The next rows then belong to the records whose newest
 * row is among the newest of all; no rows of other records are read. `covered`: conditions on other columns of the index.
 */
export function newestCursor(task: Task, column: string, ids: readonly number[], covered: readonly Related[]): Cursor {
  const { path } = task.resource
  // The plus sign keeps SQLite from reading another index, of the other column.
  const isCovered = covered.map(({ by }, at) => `and +${by} in (select value from json_each(?${5 + at}))`).join(' ')
  const newest = `with latest as materialized (
      select value as id, (select max(change) from ${path} where ${column} = value ${isCovered} and change < ?1) as at
      from json_each(?2)),
    bound as materialized (
      select coalesce(min(at), 0) as at from (select at from latest where at >= ?3 order by at desc limit 0 + ?4))
    select change from latest cross join ${path} as row
    where latest.at >= (select at from bound) and row.${column} = latest.id ${isCovered}
      and row.change >= max(?3, (select at from bound)) and row.change < ?1
    order by change desc`
  const all = `select change from ${path} where ${column} in (select value from json_each(?2)) ${isCovered}
    and change < ?1 and change >= ?3 limit 0 + ?4`
  const near = `select change from ${path} as row indexed by ${path}_in_order
    where change < ?1 and ${column} in (select value from json_each(?2)) ${isCovered} and change >= ?3
    order by change desc limit 0 + ?4`
  const lists = covered.map((part) => `[${part.ids?.join()}]`)
  const read = (text: string, from: number, limit: number) =>
    selectNumbers(task, text, top, `[${ids.join()}]`, from, limit, ...lists)
  let { top } = task
  let isFirst = true
  return {
    async next(want, until = 0) {
      await task.pause()
      if (isFirst) {
        isFirst = false
        const few = await read(all, task.floor, pace.maxRows)
        countExamined(task, few.length)
        if (few.length < pace.maxRows) return { changes: few.toSorted((a, b) => b - a), through: 0 }
      }
      const floor = Math.max(task.floor, until)
      // A range with few changes is read row by row, which is faster than a lookup for each record.
      const isNear = top - floor < ids.length * 4
      const changes = isNear ? await read(near, floor, -1) : await read(newest, floor, Math.min(want, pace.maxRows))
      countExamined(task, changes.length)
      top = isNear ? floor : (changes.at(-1) ?? floor)
      return { changes, through: top <= task.floor ? 0 : top }
    },
  }
}

/** Returns those changes of a descending list whose rows match. */
export type Matcher = (changes: readonly number[]) => Promise<readonly number[]>

/**
 * Keeps the rows of another cursor that match. Each block is one statement. Blocks grow until one takes some milliseconds,
 * and then shrink.
 * @param words the number of words in the statement. Opening the posting list of one takes as long as checking two rows, so
 * a block has at least eight rows for each word.
 */
export function filteredCursor(task: Task, cursor: Cursor, matching: Matcher, words = 0): Cursor {
  const minimum = 8 * Math.max(1, words)
  let rows: number | undefined
  let left: Block = { changes: [], through: Infinity }
  return {
    async next(want, until) {
      rows ??= Math.min(Math.max(minimum, Math.min(Math.max(want, pace.minRows), pace.firstRows)), pace.maxRows)
      if (left.changes.length === 0) left = await cursor.next(Math.max(rows, Math.min(want, pace.maxRows)), until)
      await task.pause()
      const some = left.changes.slice(0, rows)
      const worked = workTimer()
      const changes = await matching(some)
      const took = worked()
      countExamined(task, some.length)
      left = { ...left, changes: left.changes.slice(rows) }
      if (took > pace.statement) rows = Math.max(minimum, rows >> 1)
      else if (took < pace.statement / 3) rows = Math.min(pace.maxRows, rows * 2)
      return { changes, through: left.changes.length > 0 ? (some.at(-1) as number) : left.through }
    },
  }
}

/** Returns a function that checks a tree on rows. Its statement is built once; each call replaces the placeholder. */
export function matcher({ ctx, resource, hasWindows }: Task, tree: Bound): Matcher {
  const placeholder = '\u0000changes'
  let query: CompiledQuery | undefined
  return async (changes) => {
    if (changes.length === 0) return []
    const row = sql.ref('row.change')
    query ??= dynamic(ctx.db)
      .selectFrom(ctx.db.dialect.readThrough(resource.path, 'row', `${resource.path}_in_order`))
      .select('row.change')
      .where(ctx.db.dialect.among(row, sql.val(placeholder)))
      .where(rowByRow(toSqlCondition(ctx, resource, 'row', tree, hasWindows ? 'row in window' : 'row')))
      .orderBy(row, 'desc')
      .compile()
    const list = `[${changes.join()}]`
    const parameters = query.parameters.map((value) => (value === placeholder ? list : value))
    return (await ctx.db.arrays({ ...query, parameters })).map(([change]) => change as number)
  }
}

/**
 * Merges cursors; each number is returned once. The cursors are read in their order, and each only as far down as those
 * before it.
 */
export function mergedCursor(cursors: readonly Cursor[]): Cursor {
  const branches = cursors.map((cursor) => ({ cursor, read: [] as number[], through: Infinity }))
  const highest = () => Math.max(...branches.map(({ through }) => through))
  return {
    // If the first cursor does not have more, the others may add enough hits.
    hasMore: async (limit) => (await cursors[0]?.hasMore?.(limit)) || undefined,
    async next(want, until = 0) {
      const before = highest()
      let end = until
      for (const branch of branches) {
        // Only the branches that have read the least far delay the next block.
        if (branch.through !== before || before === 0) continue
        const block = await branch.cursor.next(want, end)
        for (const change of block.changes) branch.read.push(change)
        branch.through = block.through
        end = Math.max(end, block.through)
      }
      const through = highest()
      const found = new Set<number>()
      for (const branch of branches) {
        const at = branch.read.findIndex((change) => change < through)
        for (const change of branch.read.splice(0, at < 0 ? branch.read.length : at)) found.add(change)
      }
      return { changes: [...found].toSorted((a, b) => b - a), through }
    },
  }
}
