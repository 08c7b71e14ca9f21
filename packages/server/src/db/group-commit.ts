import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Fault } from '../errors/fault.ts'
import type { Connection, Settle } from './dialect.ts'
import { merging } from './merging.ts'
import { turn } from './turn.ts'

/** The connection that writes, and what belongs to it. */
export interface Writer {
  readonly db: DatabaseSync
  /** The same connection as units of work see it. */
  readonly unit: Connection
  /** How long a write waits for another process to finish its own, in milliseconds. */
  readonly patience: number
  /** Called after each commit, before anybody is answered. */
  readonly committed: () => void
}

/** A unit of work that waits for its turn. */
interface Waiting {
  /** Does the work; false when it failed, has been taken back and has been told so. */
  run(): Promise<boolean>
  /** What it returned, and what has to be done with that before the commit. */
  readonly result: unknown
  readonly settle: Settle<unknown> | undefined
  done(): void
  fail(failure: unknown): void
}

/**
 * Group commit: the units that wait when the writer is free share one transaction, each under a savepoint, and are
 * answered after the one commit. A unit that fails takes back only its own changes. What only the commit finds out,
 * such as a reference to nothing, is found out by all: then each of them runs again, alone.
 */
export function groupCommit(writer: Writer) {
  const queue: Waiting[] = []
  let busy: Promise<void> | undefined
  let alone = 0
  const pieces = merging(writer.db, () => busy !== undefined)

  async function drain() {
    while (queue.length > 0) {
      try {
        await begin(writer)
        const most = alone > 0 ? 1 : largest
        alone = Math.max(0, alone - 1)
        alone += await runGroup(writer, queue, most)
        pieces.between()
      } catch (failure) {
        // Nobody gets to write: whoever waits would wait as long again for the same answer.
        for (const waiting of queue.splice(0)) waiting.fail(failure)
      }
    }
    busy = undefined
  }

  return {
    run<T>(work: (connection: Connection) => Promise<T>, settle?: Settle<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        queue.push(waiting(writer, { work, settle, resolve, reject }))
        busy ??= drain()
      })
    },
    /** Waits until nothing is being written. */
    idle: async () => {
      await busy
      await pieces.end()
    },
  }
}

/** Units in one commit, so that the first of them does not wait for ever. */
const largest = 256

/** What was asked for, and who is told of it. */
interface Asked<T> {
  readonly work: (connection: Connection) => Promise<T>
  readonly settle: Settle<T> | undefined
  readonly resolve: (value: T) => void
  readonly reject: (failure: unknown) => void
}

function waiting<T>({ db, unit }: Writer, { work, settle, resolve, reject }: Asked<T>): Waiting {
  let result: T | undefined
  return {
    async run() {
      try {
        db.exec('savepoint unit')
        result = await work(unit)
        db.exec('release unit')
        return true
      } catch (failure) {
        reject(failure)
        if (db.isTransaction) db.exec('rollback to unit; release unit')
        return false
      }
    },
    get result() {
      return result
    },
    settle: settle as Settle<unknown> | undefined,
    done: () => resolve(result as T),
    fail: reject,
  }
}

/**
 * Runs units until nobody waits, those that join meanwhile included, and commits them.
 * @returns how many have to run again, each alone; they stand at the head of the queue.
 */
async function runGroup({ db, unit, committed }: Writer, queue: Waiting[], most: number): Promise<number> {
  const group: Waiting[] = []
  try {
    let turns = 0
    for (let ran = 0; ran < most; ran++) {
      // A commit after the first request of a turn would make all others wait for the disk one by one.
      if (queue.length === 0 && ran > 0 && most > 1 && turns++ < mostTurns) await turn()
      const next = queue.shift()
      if (!next) break
      if (await next.run()) group.push(next)
      // A full disk makes the database give up the whole transaction; the next unit must not begin one of its own.
      if (!db.isTransaction) break
    }
    // Without the transaction its units are gone, and what they have in common would be written on its own.
    if (!db.isTransaction) throw new Error('The database has taken back the transaction.')
    await settleAll(unit, group)
    db.exec('commit')
  } catch (failure) {
    const again = most === 1 ? [] : group
    if (most === 1) for (const failed of group) failed.fail(failure)
    queue.unshift(...again)
    if (db.isTransaction) db.exec('rollback')
    return again.length
  }
  committed()
  for (const one of group) one.done()
  return 0
}

/** What the units have in common is done once: an index that gets one piece a commit stays in few pieces. */
async function settleAll(unit: Connection, group: readonly Waiting[]): Promise<void> {
  for (const settle of new Set(group.map((one) => one.settle))) {
    const results = group.filter((one) => one.settle === settle).map(({ result }) => result)
    await settle?.(unit, results)
  }
}

/** Who is refused is answered at once and may come again: without an end, a group could go on for ever. */
const mostTurns = 2

/** Waits for another process without holding up this one: SQLite's own timeout would stop the event loop. */
async function begin({ db, patience }: Writer): Promise<void> {
  const since = performance.now()
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      db.exec('begin immediate')
      return
    } catch (failure) {
      if (!isBusy(failure)) throw failure
      if (performance.now() - since > patience) throw new Fault('busy')
      await wait(pause)
    }
  }
}

/** SQLITE_BUSY, also in its extended forms, which carry more in the upper bytes. */
export const isBusy = (failure: unknown): boolean =>
  failure instanceof Error && 'errcode' in failure && (Number(failure.errcode) & 0xff) === 5
