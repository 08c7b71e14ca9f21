import { DatabaseSync } from 'node:sqlite'
import type { Connection } from './dialect.ts'
import { readOccurrences, type VisitOccurrence } from './occurrences.ts'
import { connection } from './sqlite-connection.ts'

/** A database in memory: search documents are indexed in it to compare their words with those of the real index. */
export interface ScratchDatabase extends Connection {
  occurrences(table: string, visit: VisitOccurrence): void
  close(): void
}

export function openScratchDatabase(): ScratchDatabase {
  const db = new DatabaseSync(':memory:')
  return {
    ...connection(db, () => {}),
    occurrences: (table, visit) => readOccurrences(db, table, visit),
    close: () => db.close(),
  }
}
