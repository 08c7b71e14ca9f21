import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { workerPool, type WorkerPool } from '../workers/pool.ts'
import { startThread } from '../workers/worker.ts'
import { LARGE_DATABASE } from './large-database.ts'

/**
 * Keeps the full-text tables in few pieces. Every commit adds a piece to an index, a search looks into all of them, and
 * at 2,000 nothing can be written any more. Left to itself the index merges within whichever write comes along, which
 * makes one write in a hundred slow and one in a million take seconds. So it does not (`textTable` in `sqlite.ts`):
 * small steps are taken when nobody writes, and between writes only where they do not stop.
 *
 * A step is a transaction, so that a crash loses a step; it is not synced, because what it writes says nothing new. The
 * list of a word that stands in every ticket is written in one step, which takes a tenth of a second for a million of
 * them: in a large database a thread takes the steps, and nobody waits who reads.
 */
export interface Merging {
  /** To be called between two groups of writes: takes a step where there are too many pieces to wait for a pause. */
  between(): void
  /** Gives up what is planned. */
  end(): Promise<void>
}

/** Pages that are written in a step: about a millisecond. */
const small = 16
/** In a step between writes. */
const largeStep = 64
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

/**
 * @param isBusy whether somebody is writing.
 * @param large the size, in bytes, from which on a thread takes the steps.
 * @param start starts the thread.
 */
export function merging(db: DatabaseSync, isBusy: () => boolean, large = LARGE_DATABASE, start = mergeWorker): Merging {
  const bytes = reader(db, 'select page_count * page_size from pragma_page_count, pragma_page_size')
  const counters = new Map<string, () => number>()
  let timer: NodeJS.Timeout | undefined
  let worker: ReturnType<typeof mergeWorker> | undefined
  let hasEnded = false
  let commits = 0
  /** Something was written since the last step began. */
  let isNew = false

  function step(tables: readonly string[], pages: number): boolean | Promise<boolean> {
    if (bytes() < large) return takeStep(db, tables, pages)
    worker ??= start(db.location() as string)
    return worker.run({ tables, pages })
  }

  function plan(after: number): void {
    if (hasEnded) return
    timer ??= setTimeout(() => {
      const began = performance.now()
      isNew = false
      const goOn = (isMore: boolean) => {
        timer = undefined
        // Whatever else has to be done gets most of the time. What was written meanwhile may have kept a step from being taken.
        if (isMore || isNew) plan(Math.max(pause, 4 * (performance.now() - began)))
      }
      const isMore = !isBusy() && step(tablesOf(db), small)
      if (typeof isMore === 'boolean') goOn(isMore)
      else isMore.then(goOn, () => goOn(false))
    }, after).unref()
  }

  return {
    between() {
      isNew = true
      plan(pause)
      if (++commits % often > 0) return
      for (const table of tablesOf(db)) {
        const count = counters.get(table) ?? counterOf(db, table)
        counters.set(table, count)
        let pieces = count()
        if (pieces > mostPieces) void Promise.resolve(step([table], largeStep)).catch(() => {})
        // Long texts make pieces faster than steps of one size can merge them, and at 2,000 nothing is written any more.
        while (pieces > tooManyPieces && takeStep(db, [table], huge)) pieces = count()
      }
    },
    async end() {
      hasEnded = true
      clearTimeout(timer)
      await worker?.close()
    },
  }
}

/** One step in a worker. */
export interface Step {
  readonly tables: readonly string[]
  /** Pages to write for each table. */
  readonly pages: number
}

/** Starts the worker of a large database; it returns whether there is more to merge. */
export const mergeWorker = (path: string): WorkerPool<Step, boolean> =>
  workerPool({
    start: () =>
      startThread(new URL('./merge-worker.ts', import.meta.url), {
        data: path,
        resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
      }),
  })

/** Merges some pages. @returns whether there is more to merge; false where another process writes. */
export function takeStep(db: DatabaseSync, tables: readonly string[], pages: number): boolean {
  const changes = reader(db, 'select total_changes()')
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
