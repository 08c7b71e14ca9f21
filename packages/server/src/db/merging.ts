import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { workerPool, type WorkerPool } from '../workers/pool.ts'
import { startThread } from '../workers/worker.ts'
import { LARGE_DATABASE } from './large-database.ts'

/**
 * Merges the segments of the full-text tables. Every commit adds a segment to an index, a search reads all of them, and
 * with 2,000 of them FTS5 rejects writes. FTS5 would merge automatically within some of the writes, which makes one
 * write in a hundred slow and one in a million take seconds. `textTable` in `sqlite.ts` therefore turns that off, and
 * the segments are merged in small steps when nothing is being written, or between writes that never pause.
 *
 * A step is a transaction, so a crash loses one step at most. It is not synced, because it adds no information. The
 * posting list of a word that occurs in every ticket is written in one step, which takes a tenth of a second for a
 * million tickets: in a large database a thread runs the steps, so that reads do not wait.
 */
export interface Merging {
  /**
   * Plans a step. If there are too many segments to wait for a pause, steps run now, and the next writes must wait
   * until the promise resolves. Must be called after each group of writes.
   */
  afterWrites(): Promise<void>
  /** Cancels the planned step and ends the thread. */
  end(): Promise<void>
}

/** Number of pages that a step in a pause writes, which takes about a millisecond. */
const PAUSE_PAGES = 16
/** Minimum number of pages that a step of the thread processes, which takes 3 to 8 milliseconds. */
const THREAD_PAGES = 64
/** Number of segments above which writes wait for one step: a search opens each segment for each of its words. */
const MAX_SEGMENTS = 12
/** Number of pages that a step processes for each segment, while writes wait: the more segments, the more it merges. */
const PAGES_PER_SEGMENT = 6
/** Number of segments above which writes wait until there are fewer. */
const BLOCKING_SEGMENTS = 256
/** Number of commits between two counts of the segments, if there were few. */
const COUNT_INTERVAL = 4
/** Milliseconds from a write to the step after it, and the minimum between two steps. */
const PAUSE = 10

/**
 * Starts the merging of a database.
 * @param isBusy returns true while something is being written.
 * @param largeSize the size of the database, in bytes, from which a thread runs the steps.
 * @param start starts the thread.
 */
export function startMerging(
  db: DatabaseSync,
  isBusy: () => boolean,
  largeSize = LARGE_DATABASE,
  start = mergeWorker,
): Merging {
  const bytes = numberReader(db, 'select page_count * page_size from pragma_page_count, pragma_page_size')
  const counters = new Map<string, () => number>()
  let timer: NodeJS.Timeout | undefined
  let worker: ReturnType<typeof mergeWorker> | undefined
  let hasEnded = false
  let commits = 0
  /** True if an index had too many segments when they were last counted, and before the first count. */
  let hadTooMany = true
  /** True if something was written since the last step began. */
  let wasWritten = false

  function step(tables: readonly string[], pages: number): boolean | Promise<boolean> {
    if (bytes() < largeSize) return mergeStep(db, tables, pages)
    worker ??= start(db.location() as string)
    return worker.run({ tables, pages: Math.max(pages, THREAD_PAGES) })
  }

  function plan(after: number): void {
    if (hasEnded) return
    timer ??= setTimeout(() => {
      const began = performance.now()
      wasWritten = false
      const planNext = (isMore: boolean) => {
        timer = undefined
        // Steps take a fifth of the time at most. A write during the step may have prevented it, so another one is
        // planned.
        if (isMore || wasWritten) plan(Math.max(PAUSE, 4 * (performance.now() - began)))
      }
      const isMore = !isBusy() && step(tablesOf(db), PAUSE_PAGES)
      if (typeof isMore === 'boolean') planNext(isMore)
      else isMore.then(planNext, () => planNext(false))
    }, after).unref()
  }

  /**
   * Runs a step if an index has too many segments, and more of them if it has far too many: long texts create segments
   * faster than pauses could merge them.
   * @returns true if it had too many at the last count.
   */
  async function catchUp(table: string): Promise<boolean> {
    const count = counters.get(table) ?? counterOf(db, table)
    counters.set(table, count)
    for (let segments = count(); segments > MAX_SEGMENTS; segments = count()) {
      const isMore = await step([table], segments * PAGES_PER_SEGMENT)
      if (!isMore || segments <= BLOCKING_SEGMENTS) return true
    }
    return false
  }

  // The last run may have ended before everything was merged.
  plan(PAUSE)
  return {
    async afterWrites() {
      wasWritten = true
      plan(PAUSE)
      if (++commits % COUNT_INTERVAL > 0 && !hadTooMany) return
      hadTooMany = false
      // After a failure, such as a full disk, merging is tried again after the next writes, which report the failure.
      for (const table of tablesOf(db)) if (await catchUp(table).catch(() => true)) hadTooMany = true
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

/** Starts the thread of a large database. The result of a step is true if there is more to merge. */
export const mergeWorker = (path: string): WorkerPool<Step, boolean> =>
  workerPool({
    start: () =>
      startThread(new URL('./merge-worker.ts', import.meta.url), {
        data: path,
        resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
      }),
  })

/** Merges some pages. @returns true if there is more to merge; false also if another process is writing. */
export function mergeStep(db: DatabaseSync, tables: readonly string[], pages: number): boolean {
  const changes = numberReader(db, 'select total_changes()')
  const before = changes()
  try {
    db.exec('begin immediate')
    for (const table of tables) db.exec(`insert into ${table} (${table}, rank) values ('merge', ${pages})`)
    db.exec('commit')
  } catch {
    // Another process is writing, or the disk is full. A write reports that itself, and merging is tried again after
    // it.
    if (db.isTransaction) db.exec('rollback')
    return false
  }
  // The command itself counts as a change for each table.
  return changes() - before > tables.length
}

/** Names of the full-text tables of the database. */
const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare("select name from sqlite_schema where type = 'table' and sql like 'create virtual table % using fts5%'")
    .all()
    .map(({ name }) => name as string)

/** Returns the number of segments of a full-text index. */
export const segmentCount = (db: DatabaseSync, table: string): number => counterOf(db, table)()

/** Counts the distinct segment ids with one index lookup for each, because a segment has many rows. */
function counterOf(db: DatabaseSync, table: string): () => number {
  const index = `${table}_idx`
  return numberReader(
    db,
    `with recursive segment(id) as (
      select min(segid) from ${index}
      union all select (select min(segid) from ${index} where segid > segment.id) from segment where id is not null
    ) select count(id) from segment`,
  )
}

function numberReader(db: DatabaseSync, text: string): () => number {
  const statement: StatementSync = db.prepare(text)
  statement.setReturnArrays(true)
  return () => (statement.get() as unknown as [number])[0]
}
