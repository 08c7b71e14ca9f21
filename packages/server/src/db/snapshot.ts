import { backup, DatabaseSync } from 'node:sqlite'
import type { StoredContent } from './files.ts'

/**
 * Copies an embedded database as it is at one moment, while others write to it. All pages are copied in one step: a
 * copy in several begins anew whenever somebody writes, and would never end under load.
 */
export async function copySqlite(path: string, to: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    await backup(source, to, { rate: 2 ** 31 - 1 })
  } finally {
    source.close()
  }
}

/** The contents that a copy names, each once, by name. A row without a size names one that was never stored. */
export function* contentsNamed(path: string, tables: readonly string[]): Iterable<StoredContent> {
  // A connection that only reads would leave a log beside it.
  const db = new DatabaseSync(path)
  try {
    const each = tables.map((table) => `select sha256, size from ${table} where size is not null`).join(' union ')
    for (const { sha256, size } of db.prepare(`${each} order by sha256`).iterate()) {
      yield { sha256: String(sha256), size: Number(size) }
    }
  } finally {
    db.close()
  }
}
