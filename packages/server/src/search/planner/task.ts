import type { Resource } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { Fault } from '../../errors/fault.ts'
import type { Context } from '../../kernel/context.ts'

/**
 * The limits of the small parts in which a search is read. Tests of small desks replace them; results do not depend on
 * them.
 */
export const pace = {
  /** Milliseconds of work after which other requests run. */
  turn: 5,
  /**
   * Milliseconds that a statement should take: after a slower one, the next reads less; after a faster one, it reads more.
   */
  statement: 4,
  /** Minimum and maximum number of rows that a statement reads, and the maximum in the first block of a filter. */
  minRows: 16,
  maxRows: 4096,
  firstRows: 64,
  /** Changes in the first range that is read from the index: reading these takes hardly longer than opening its lists. */
  firstRange: 16_384,
  /** Hits that are read from a range of the index at once. */
  hitsPerRange: 128,
  /** Maximum number of referenced records whose ids are listed if the full-text index alone finds them. */
  maxIds: 10_000,
  /** Checking the references of a row takes about as long as reading their postings in this many changes. */
  changesOfRow: 256,
}

/** Maximum number of rows that a search may examine. */
export const MAX_EXAMINED = 2_000_000

/** A running search: what it reads, and how much it has read. */
export interface Task {
  readonly ctx: Context
  readonly resource: Resource
  /** All hits are below `top`, and none is below `floor`. */
  readonly top: number
  readonly floor: number
  /** True if documents have the terms of windows. */
  readonly hasWindows: boolean
  /** Rows and postings examined so far. */
  examined: number
  /** Lets other requests run if this search has worked for a few milliseconds. @throws Fault if it must stop. */
  readonly pause: () => Promise<void>
}

/** Counts examined rows. @throws Fault `takes_too_long` above the limit. */
export function countExamined(task: Task, rows: number): void {
  task.examined += rows
  if (task.examined > MAX_EXAMINED) throw new Fault('takes_too_long')
}

/**
 * Runs a statement that selects numbers. The statements have the limit `0 + ?`, because SQLite plans a statement with the
 * limit `?` again for each value (`db/sqlite-connection.ts`).
 */
export async function selectNumbers(task: Pick<Task, 'ctx'>, text: string, ...values: unknown[]): Promise<number[]> {
  const cells = await task.ctx.db.arrays(CompiledQuery.raw(text, values))
  return cells.map(([number]) => number as number)
}
