import type { DatabaseSync } from 'node:sqlite'

/** Receives one occurrence of a word: the row id of its document, the column, and its position there. */
export type VisitOccurrence = (document: number, column: string, position: number, word: string) => void

/** Reads every occurrence of every word in a full-text table in one pass, in the order of the words. */
export function readOccurrences(db: DatabaseSync, table: string, visit: VisitOccurrence): void {
  db.exec(`create virtual table temp.occurrences using fts5vocab('main', '${table}', 'instance')`)
  try {
    const statement = db.prepare('select doc, col, offset, term from temp.occurrences')
    statement.setReturnArrays(true)
    for (const row of statement.iterate()) {
      visit(...(row as unknown as [document: number, column: string, position: number, word: string]))
    }
  } finally {
    db.exec('drop table temp.occurrences')
  }
}
