import type { LostFile } from '../backup/manifest.ts'
import { quantity } from './quantity.ts'

/**
 * Prints the stored files that could not be read, and sets the exit code.
 * @param place the folder or archive that lacks them.
 */
export function reportLost(lost: readonly LostFile[], place: string): void {
  if (lost.length === 0) return
  for (const { sha256, reason, uses } of lost) {
    console.log(`Stored file ${sha256} is ${reason}${uses === '' ? '.' : `: ${uses}.`}`)
  }
  const files = quantity(lost.length, 'missing or damaged stored file')
  console.error(`deskbell: ${place} does not contain ${files}, listed above. Everything else is in it.`)
  process.exitCode = 1
}
