import assert from 'node:assert/strict'
import { checks, findProblems } from '../upkeep/check.ts'
import type { World } from './world.ts'

/** Asserts that `deskbell check --deep` finds nothing in a world, and that nothing was logged. */
export async function assertConsistent({ desk, logged }: World): Promise<void> {
  for (const check of checks) {
    for await (const wrong of findProblems(check, desk, { deep: true })) assert.fail(wrong)
  }
  assert.deepEqual(logged, [])
}
