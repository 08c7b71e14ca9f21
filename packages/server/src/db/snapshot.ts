import { backup, DatabaseSync } from 'node:sqlite'
import { openReadOnly } from './sqlite-read-only.ts'

/**
 * Copies an embedded database as it is at one moment, while others write to it. All pages are copied in one step: a
 * copy in several begins anew whenever somebody writes, and would never end under load.
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
 * The hashes of the contents that a copy names, each once and sorted. A row without a size names a content that was never
 * stored.
 */
export function contentsNamed(path: string, tables: readonly string[]): string[] {
  // A read-only connection would leave its log behind.
  const db = new DatabaseSync(path)
  try {
    const each = tables.map((table) => `select sha256 from ${table} where size is not null`).join(' union ')
    const rows = db.prepare(`${each} order by sha256`).all()
    return rows.map(({ sha256 }) => String(sha256))
  } finally {
    db.close()
  }
}
