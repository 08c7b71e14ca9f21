import { backup } from 'node:sqlite'
import { openReadOnly } from './sqlite-read-only.ts'

/**
 * Copies a consistent snapshot of an embedded database while it is being written. All pages are copied in one step,
 * because a copy in several steps starts over after each write and would never finish under load.
 */
export async function copySqlite(path: string, target: string): Promise<void> {
  const source = openReadOnly(path)
  try {
    await backup(source, target, { rate: 2 ** 31 - 1 })
  } finally {
    source.close()
  }
}
