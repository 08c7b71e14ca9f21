import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Keeps the full-text tables in few pieces. Every commit adds a piece to an index, a search looks into all of them, and
 * at 2,000 nothing can be written any more. Left to itself the index merges within whichever write comes along, which
 * makes one write in a hundred slow and one in a million take seconds. So it does not (`textTable` in `sqlite.ts`):
 * small steps are taken when nobody writes, and between writes only where they do not stop.
 *
 * A step is a transaction, so that a crash loses a step; it is not synced, because what it writes says nothing new.
 */
export interface Merging {
  /** To be called between two groups of writes: takes a step where there are too many pieces to wait for a pause. */
  between(): void
  /** Gives up what is planned. */
  end(): void
}

/** Pages that are written in a step: about a millisecond. */
const small = 16
/** In a step between writes. */
const large = 64
/** With more pieces than these, a search takes twice as long. */
const mostPieces = 32
/** With more than these, writing waits until there are fewer. */
const tooManyPieces = 256
/** Pages that are written in a step meanwhile. */
const huge = 1024
/** Commits after which the pieces are counted. */
const often = 4
/** Milliseconds without a write before steps are taken, and at least between two of them. */
const pause = 10

/** @param isBusy whether somebody is writing. */
export function merging(db: DatabaseSync, isBusy: () => boolean): Merging {
  const changes = reader(db, 'select total_changes()')
  const counters = new Map<string, () => number>()
  let timer: NodeJS.Timeout | undefined
  let commits = 0

  /** @returns whether there is more to merge. */
  function step(tables: readonly string[], pages: number): boolean {
    const before = changes()
    try {
      db.exec('pragma synchronous = normal; begin immediate')
      for (const table of tables) db.exec(`insert into ${table} (${table}, rank) values ('merge', ${pages})`)
      db.exec('commit')
    } catch {
      // Another process writes, or the disk is full: writes say so themselves, and the next one comes here again.
      if (db.isTransaction) db.exec('rollback')
      return false
    } finally {
      db.exec('pragma synchronous = full')
    }
    // The command itself counts as a change for each table.
    return changes() - before > tables.length
  }

  function plan(after: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isBusy()) return
      const began = performance.now()
      // Whatever else has to be done gets most of the time.
      if (step(tablesOf(db), small)) plan(Math.max(pause, 4 * (performance.now() - began)))
    }, after).unref()
  }

  return {
    between() {
      plan(pause)
      if (++commits % often > 0) return
      for (const table of tablesOf(db)) {
        const count = counters.get(table) ?? counterOf(db, table)
        counters.set(table, count)
        let pieces = count()
        if (pieces > mostPieces) step([table], large)
        // Long texts make pieces faster than steps of one size can merge them, and at 2,000 nothing is written any more.
        while (pieces > tooManyPieces && step([table], huge)) pieces = count()
      }
    },
    end() {
      clearTimeout(timer)
    },
  }
}

/** The full-text tables that there are. */
const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare("select name from sqlite_schema where type = 'table' and sql like 'create virtual table % using fts5%'")
    .all()
    .map(({ name }) => name as string)

/** In how many pieces an index is. */
export const piecesOf = (db: DatabaseSync, table: string): number => counterOf(db, table)()

/** Counts the numbers of the pieces, by leaping from one to the next. */
function counterOf(db: DatabaseSync, table: string): () => number {
  const pieces = `${table}_idx`
  return reader(
    db,
    `with recursive piece(id) as (
      select min(segid) from ${pieces}
      union all select (select min(segid) from ${pieces} where segid > piece.id) from piece where id is not null
    ) select count(id) from piece`,
  )
}

function reader(db: DatabaseSync, text: string): () => number {
  const statement: StatementSync = db.prepare(text)
  statement.setReturnArrays(true)
  return () => (statement.get() as unknown as [number])[0]
}
