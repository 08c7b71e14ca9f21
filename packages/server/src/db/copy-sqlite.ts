import { backup, DatabaseSync } from 'node:sqlite'
import { openReadOnly } from './sqlite-read-only.ts'

/**
 * Copies a consistent snapshot of an embedded database while it is being written. All pages are copied in one step,
 * because a copy in several steps starts over after each write and would never finish under load.
 */
export async function copySqlite(path: string, to: string): Promise<void> {
  const source = openReadOnly(path)
  try {
    await backup(source, to, { rate: 2 ** 31 - 1 })
  } finally {
    source.close()
  }
}

/**
 * Returns the hashes of the stored files that a copy refers to, sorted and without duplicates. A row without a size refers
 * to a file that was never stored.
 */
export function contentsNamed(path: string, tables: readonly string[]): string[] {
  // A read-only connection would not remove its write-ahead log.
  const db = new DatabaseSync(path)
  try {
    const each = tables.map((table) => `select sha256 from ${table} where size is not null`).join(' union ')
    const rows = db.prepare(`${each} order by sha256`).all()
    return rows.map(({ sha256 }) => String(sha256))
  } finally {
    db.close()
  }
}
