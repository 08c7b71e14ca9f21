import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Fault } from '../errors/fault.ts'
import type { BeforeCommit, Connection } from './dialect.ts'
import { startMerging } from './merging.ts'
import { nextTurn, type Turns } from './next-turn.ts'

/** The connection that writes, and its settings. */
export interface Writer {
  readonly db: DatabaseSync
  /** The same connection, in the form that units of work receive. */
  readonly unit: Connection
  readonly turns: Turns
  /** Milliseconds for which a write waits for a write of another process. */
  readonly busyTimeout: number
  /** Resolves when all commits so far are durable. */
  readonly sync: () => Promise<void>
  /** Called after each commit and its `sync`, before the promises of its units are settled. */
  readonly committed: () => void
}

/** A unit of work in the queue. */
interface QueuedUnit {
  /** Runs the work. Returns false if it failed; it is then rolled back. */
  run(): Promise<boolean>
  /** The value that the work returned; passed to `beforeCommit` before the commit. */
  readonly result: unknown
  readonly beforeCommit: BeforeCommit<unknown> | undefined
  /** Fulfills the promise with the result. */
  fulfill(): void
  /** Rejects the promise. */
  fail(failure: unknown): void
  /** Rejects the promise with the failure of the work. */
  failAsWork(): void
}

/**
 * Group commit: all units in the queue share one transaction, each with a savepoint, and their promises are settled
 * when its commit is durable. Units that arrive while the disk is written form the next group. A unit that fails is
 * rolled back to its savepoint. If the commit itself fails, for example because of a dangling reference, each unit runs
 * again in a transaction of its own.
 */
export function groupCommit(writer: Writer) {
  const queue: QueuedUnit[] = []
  let busy: Promise<void> | undefined
  /** The number of units at the head of the queue that must run alone, because the commit of their group failed. */
  let toRunAlone = 0
  const merger = startMerging(writer.db, () => busy !== undefined)

  async function drain() {
    while (queue.length > 0) {
      try {
        await begin(writer)
        writer.turns.begin()
        const limit = toRunAlone > 0 ? 1 : MAX_GROUP
        toRunAlone = Math.max(0, toRunAlone - 1)
        toRunAlone += await runGroup(writer, queue, limit)
        await merger.afterWrites()
      } catch (failure) {
        // The database cannot be written: each of the other units in the queue would wait just as long for the same
        // error.
        for (const queued of queue.splice(0)) queued.fail(failure)
      }
    }
    busy = undefined
  }

  return {
    run<T>(work: (connection: Connection) => Promise<T>, beforeCommit?: BeforeCommit<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        queue.push(queuedUnit(writer, { work, beforeCommit, resolve, reject }))
        busy ??= drain()
      })
    },
    /** The number of units that have not begun. */
    waiting: () => queue.length,
    /** Waits until nothing is being written, and ends the merging. */
    idle: async () => {
      await busy
      await merger.end()
    },
  }
}

/** Maximum number of units in one commit, so that the first of them does not wait forever. */
const MAX_GROUP = 256

/** A requested unit of work, with the functions that settle its promise. */
interface RequestedUnit<T> {
  readonly work: (connection: Connection) => Promise<T>
  readonly beforeCommit: BeforeCommit<T> | undefined
  readonly resolve: (value: T) => void
  readonly reject: (failure: unknown) => void
}

function queuedUnit<T>({ db, unit }: Writer, { work, beforeCommit, resolve, reject }: RequestedUnit<T>): QueuedUnit {
  let result: T | undefined
  let failureOfWork: unknown
  return {
    async run() {
      try {
        db.exec('savepoint unit')
        result = await work(unit)
        db.exec('release unit')
        return true
      } catch (failure) {
        failureOfWork = failure
        if (db.isTransaction) db.exec('rollback to unit; release unit')
        return false
      }
    },
    get result() {
      return result
    },
    beforeCommit: beforeCommit as BeforeCommit<unknown> | undefined,
    fulfill: () => resolve(result as T),
    fail: reject,
    failAsWork: () => reject(failureOfWork),
  }
}

/**
 * Runs up to `limit` units, including those that are queued meanwhile, and commits them.
 * @returns the number of units at the head of the queue that must run again, each alone.
 */
async function runGroup(
  { db, unit, turns, sync, committed }: Writer,
  queue: QueuedUnit[],
  limit: number,
): Promise<number> {
  const group: QueuedUnit[] = []
  const failedUnits: QueuedUnit[] = []
  try {
    let waits = 0
    for (let ran = 0; ran < limit; ran++) {
      // Waits for the other requests of this turn of the event loop: each would otherwise have a commit of its own.
      if (queue.length === 0 && ran > 0 && limit > 1 && waits++ < MAX_TURNS) await nextTurn()
      const next = queue.shift()
      if (!next) break
      if (await next.run()) group.push(next)
      else failedUnits.push(next)
      // SQLite rolls back the whole transaction if the disk is full; the next unit must not run outside a transaction.
      if (!db.isTransaction) break
    }
    // The changes of the group are lost, and `beforeCommit` would write outside a transaction.
    if (!db.isTransaction) throw new Error('The database has rolled back the transaction.')
    await runBeforeCommit(unit, group)
    await turns.pause()
    db.exec('commit')
  } catch (failure) {
    const toRepeat = limit === 1 ? [] : group
    if (limit === 1) for (const queued of group) queued.fail(failure)
    queue.unshift(...toRepeat)
    for (const queued of failedUnits) queued.failAsWork()
    if (db.isTransaction) db.exec('rollback')
    return toRepeat.length
  }
  // A commit that could not be synced is visible, but may be lost in a power failure: its units must not be fulfilled.
  const settlePromise = await sync().then(
    () => (queued: QueuedUnit) => queued.fulfill(),
    (failure: unknown) => (queued: QueuedUnit) => queued.fail(failure),
  )
  committed()
  for (const queued of group) settlePromise(queued)
  // Failed units come last: a unit may have failed because of a change of this group, and its caller then reads that change.
  for (const queued of failedUnits) queued.failAsWork()
  return 0
}

/** Calls each `beforeCommit` once for all its units: a full-text index that gains one segment per commit has few segments. */
async function runBeforeCommit(unit: Connection, group: readonly QueuedUnit[]): Promise<void> {
  for (const beforeCommit of new Set(group.map((queued) => queued.beforeCommit))) {
    const results = group.filter((queued) => queued.beforeCommit === beforeCommit).map(({ result }) => result)
    await beforeCommit?.(unit, results)
  }
}

/**
 * Maximum number of turns of the event loop that a group waits for further units. A client whose unit fails immediately
 * can send another one immediately, so without this limit a group could continue forever.
 */
const MAX_TURNS = 2

/** Milliseconds between two attempts to begin a transaction. */
const RETRY_PAUSE = 2

/**
 * Begins a transaction. While another process or the merging thread writes, it waits without blocking the event loop,
 * which SQLite's own timeout would block.
 */
async function begin({ db, busyTimeout }: Writer): Promise<void> {
  const began = performance.now()
  for (;;) {
    try {
      db.exec('begin immediate')
      return
    } catch (failure) {
      if (!isBusy(failure)) throw failure
      if (performance.now() - began > busyTimeout) throw new Fault('busy')
      await wait(RETRY_PAUSE)
    }
  }
}

/** Returns true for SQLITE_BUSY and its extended codes, which add details in the upper bytes. */
export const isBusy = (failure: unknown): boolean =>
  failure instanceof Error && 'errcode' in failure && (Number(failure.errcode) & 0xff) === 5
