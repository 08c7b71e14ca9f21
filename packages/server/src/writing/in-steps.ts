import { systemUser } from '@deskbell/contract'
import type { Desk, Unit } from '../kernel/context.ts'
import { unitOfWork } from './unit-of-work.ts'

/** Maximum number of rows in one step, small enough that other writes do not wait long. */
export const STEP_ROWS = 500

/**
 * Repeats a write of at most `STEP_ROWS` rows, each time in a unit of work of its own, until it writes fewer.
 * @param stop is called before each step, and ends the work by returning true.
 * @param write writes one step and returns its number of rows.
 * @returns the number of rows of all steps.
 */
export async function writeInSteps(
  desk: Desk,
  stop: () => boolean,
  write: (unit: Unit) => Promise<number>,
): Promise<number> {
  let written = 0
  while (!stop()) {
    const count = await unitOfWork(desk, systemUser, write)
    written += count
    if (count < STEP_ROWS) break
  }
  return written
}
