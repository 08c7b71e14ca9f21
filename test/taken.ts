import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the folder in which the halves note what they have taken, and names it to them. */
export function globalSetup(): void {
  process.env['TAKEN'] = mkdtempSync(join(tmpdir(), 'deskbell-tests-'))
}

/** Removes it. */
export function globalTeardown(): void {
  rmSync(process.env['TAKEN'] as string, { recursive: true })
}
