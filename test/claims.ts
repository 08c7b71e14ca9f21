import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates the folder in which the test processes claim files, and passes its path to them. */
export function globalSetup(): void {
  process.env['TEST_CLAIMS'] = mkdtempSync(join(tmpdir(), 'deskbell-tests-'))
}

/** Removes the folder. */
export function globalTeardown(): void {
  rmSync(process.env['TEST_CLAIMS'] as string, { recursive: true })
}
