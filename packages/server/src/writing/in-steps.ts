import { systemUser } from '@deskbell/contract'
import type { Desk, Unit } from '../kernel/context.ts'
import { unitOfWork } from './unit-of-work.ts'

/** Rows of one step; few, so that other writes do not wait long. */
export const STEP = 500

/**
 * Repeats a write of at most `STEP` rows, each time in a unit of work of its own, until one writes fewer.
 * @param stop checked before each step.
 * @param write returns the number of rows it has written.
 * @returns the number of all rows.
 */
export async function inSteps(
  desk: Desk,
  stop: () => boolean,
  write: (unit: Unit) => Promise<number>,
): Promise<number> {
  let written = 0
  for (let count = STEP; count === STEP && !stop(); written += count) {
    count = await unitOfWork(desk, systemUser, write)
  }
  return written
}
