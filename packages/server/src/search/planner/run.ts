import type { Resource } from '@deskbell/contract'
import type { Snapshot } from '../../db/dialect.ts'
import { Fault } from '../../errors/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { and, type Bound, type ColumnLeaf } from '../bound.ts'
import { hasCurrentLayout, isSortedByTime } from '../settings.ts'
import { admit, pauseFor } from '../scheduler.ts'
import type { Cursor } from './cursors.ts'
import { conditionWithoutIndex } from './explain-path.ts'
import { normalise } from './normalise.ts'
import { openCursor } from './open-cursor.ts'
import { type AccessPath, plan } from './plan.ts'
import { selectNumbers, type Task } from './task.ts'

/** One search in one state of the database. */
export interface Run {
  readonly task: Task
  readonly tree: Bound
  readonly path: AccessPath
  readonly cursor: Cursor
  /** True if the order of changes is the order of `updated_at`. */
  readonly isSorted: boolean
}

/**
 * Runs a search in a snapshot of its own, so that all of its statements see the same state.
 * @param visible the visible tree.
 * @param after a change number: all hits have lower ones.
 * @throws Fault `takes_too_long` that names the condition without an index, if there is one.
 */
export async function run<T>(
  ctx: Context,
  resource: Resource,
  visible: Bound,
  work: (run: Run) => Promise<T>,
  after = Infinity,
): Promise<T> {
  // A unit of work reads its own writes, and waits for nothing but the database.
  const withoutSnapshot = ctx.db !== ctx.desk.database || !ctx.desk.database.snapshot
  const end = withoutSnapshot ? () => {} : await admit(ctx)
  let snapshot: Snapshot | undefined
  let path: AccessPath | undefined
  try {
    snapshot = withoutSnapshot ? undefined : ctx.desk.database.snapshot?.()
    const own = snapshot ? { ...ctx, db: snapshot.db } : ctx
    const pause = snapshot ? pauseFor(ctx) : async () => {}
    const isSorted = await isSortedByTime(own)
    const tree = await normalise(own, resource, visible, 'page', pause)
    const range = isSorted ? await rangeOf(own, resource, tree) : { top: Infinity, floor: 0, rest: tree }
    const [newest = 0] = await selectNumbers({ ctx: own }, `select coalesce(max(change), 0) from ${resource.path}`)
    const task: Task = {
      ctx: own,
      resource,
      top: Math.min(range.top, newest + 1, after),
      floor: range.floor,
      hasWindows: await hasCurrentLayout(own),
      examined: 0,
      pause,
    }
    path = await plan(task, range.rest)
    return await work({ task, tree: range.rest, path, cursor: openCursor(task, path), isSorted })
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.code !== 'takes_too_long') throw failure
    const slow = path && conditionWithoutIndex(path)
    throw slow === undefined
      ? failure
      : new Fault(
          'takes_too_long',
          `The search was stopped: no index answers ${slow}. Narrow the search with words or references.`,
        )
  } finally {
    snapshot?.release()
    end()
  }
}

/** Translates required ranges of `updated_at` to a range of changes. */
async function rangeOf(ctx: Context, { path }: Resource, tree: Bound) {
  let [top, floor] = [Infinity, 0]
  const parts = tree.kind === 'and' ? tree.of : [tree]
  const ranges = parts.filter(isRange)
  const changeAt = async (operator: string, value: string | number, direction: string): Promise<number | undefined> => {
    const text = `select change from ${path} where updated_at ${operator} ?
      order by updated_at ${direction}, id ${direction} limit 1`
    return (await selectNumbers({ ctx }, text, value))[0]
  }
  for (const { test } of ranges) {
    if (test.is !== 'between') continue
    const { from, to } = test
    if (from) floor = Math.max(floor, (await changeAt(from.inclusive ? '>=' : '>', from.value, 'asc')) ?? Infinity)
    if (to) top = Math.min(top, ((await changeAt(to.inclusive ? '<=' : '<', to.value, 'desc')) ?? -1) + 1)
  }
  const rest = ranges.length === 0 ? tree : and(parts.filter((part) => !isRange(part)))
  return { top, floor, rest }
}

const isRange = (part: Bound): part is ColumnLeaf =>
  part.kind === 'column' && part.column === 'updated_at' && part.test.is === 'between'
