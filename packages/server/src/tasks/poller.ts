import { coalesce } from '../kernel/coalesce.ts'
import type { Desk } from '../kernel/context.ts'

/** Times in milliseconds. */
export interface PollerOptions {
  /** Time between two checks for commits. A check of an embedded database takes microseconds; a server also reports commits. */
  readonly poll: { readonly embedded: number; readonly server: number }
  /** Maximum number of concurrent attempts, in a lane and in total, so that a slow lane does not delay the others. */
  readonly concurrency: { readonly perLane: number; readonly total: number }
  /** Time for which attempts may continue when the service stops. */
  readonly grace: number
}

export const defaultPollerOptions: PollerOptions = {
  poll: { embedded: 100, server: 1000 },
  concurrency: { perLane: 4, total: 32 },
  grace: 3000,
}

/** Work that waits in the database, divided into lanes that do not delay each other. */
export interface WorkSource<T> {
  /** The message in the log if the work fails. */
  readonly failureLog: string
  /** Creates the work for changes that were committed since the last call. */
  readonly collect?: () => Promise<unknown>
  /** Returns the lanes with waiting work. */
  lanes(): Promise<number[]>
  /** Claims at most `max` items of a lane that are due; no other process gets them meanwhile. */
  claim(lane: number, max: number): Promise<T[]>
  /** Does the work and stores its result. @param signal aborts when the service stops and the grace period has passed. */
  attempt(item: T, signal: AbortSignal): Promise<void>
  /** Returns the time at which the next unclaimed item of these lanes is due, in milliseconds since 1970, if any. */
  nextDue(lanes: readonly number[]): Promise<number | undefined>
}

/** Maximum milliseconds between two checks if nothing is committed, so that the work of a crashed process is found. */
const MAX_IDLE = 10_000

/** Attempts work when it is due. Its state is in the database, so that a crash loses nothing. */
export class Poller<T> {
  readonly #desk: Desk
  readonly #source: WorkSource<T>
  readonly #options: PollerOptions
  /** The running attempts by lane. */
  readonly #running = new Map<number, Set<Promise<void>>>()
  readonly #abortController = new AbortController()
  #isStopping = false
  #timer: NodeJS.Timeout | undefined
  readonly #rounds = coalesce(() => this.#work())
  #stopWatching: (() => void) | undefined
  /** The version of the database at the last check. */
  #version: number | undefined
  /** The time at which the next item is due, in milliseconds since 1970. */
  #nextDue = -Infinity
  /** The time of the last check, as `performance.now` returns it. */
  #checkedAt = -Infinity

  constructor(desk: Desk, source: WorkSource<T>, options: PollerOptions = defaultPollerOptions) {
    this.#desk = desk
    this.#source = source
    this.#options = options
  }

  start(): void {
    const { embedded, server } = this.#options.poll
    const interval = this.#desk.database.dialect.isEmbedded ? embedded : server
    this.#timer = setInterval(() => void this.poll(), interval).unref()
    this.#stopWatching = this.#desk.database.peers?.onCommit(() => void this.poll())
  }

  /** Waits for running attempts, and aborts those that are still running after the grace period. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    this.#stopWatching?.()
    const graceTimer = setTimeout(() => this.#abortController.abort(), this.#options.grace)
    await this.#rounds.running
    await this.#attemptsFinished()
    this.#abortController.abort()
    clearTimeout(graceTimer)
  }

  /** Starts the attempts that are due. Returns at once if nothing was committed and nothing is due. */
  async poll(): Promise<void> {
    if (this.#isStopping || !this.#isDue()) return
    await this.#rounds.run()
  }

  /** Waits until no attempt is running. */
  async settled(): Promise<void> {
    while (this.#rounds.running || [...this.#running.values()].some(({ size }) => size > 0)) {
      await this.#rounds.running
      await this.#attemptsFinished()
    }
  }

  #isDue(): boolean {
    const version = this.#desk.database.knownVersion()
    const time = performance.now()
    const isChanged = version === undefined || version !== this.#version
    if (!isChanged && this.#desk.now().getTime() < this.#nextDue && time - this.#checkedAt < MAX_IDLE) return false
    this.#version = version
    this.#checkedAt = time
    return true
  }

  async #work(): Promise<void> {
    try {
      await this.#source.collect?.()
      const lanes = await this.#source.lanes()
      // Lanes with the fewest running attempts come first, so that a busy lane leaves room for the others.
      const order = lanes.toSorted((a, b) => this.#countOf(a) - this.#countOf(b))
      for (const lane of order) await this.#startDue(lane)
      this.#nextDue = (await this.#source.nextDue(lanes)) ?? Infinity
    } catch (error) {
      this.#version = undefined
      this.#nextDue = -Infinity
      this.#desk.log.warn({ error }, this.#source.failureLog)
    }
  }

  #countOf(lane: number): number {
    return this.#running.get(lane)?.size ?? 0
  }

  async #startDue(lane: number): Promise<void> {
    const { perLane, total } = this.#options.concurrency
    const running = this.#running.get(lane) ?? new Set()
    this.#running.set(lane, running)
    const runningInTotal = [...this.#running.values()].reduce((sum, { size }) => sum + size, 0)
    const capacity = Math.min(perLane - running.size, total - runningInTotal)
    if (capacity <= 0) return
    for (const item of await this.#source.claim(lane, capacity)) {
      const attempt = this.#source
        .attempt(item, this.#abortController.signal)
        .catch((error: unknown) => this.#desk.log.warn({ error, lane }, this.#source.failureLog))
      running.add(attempt)
      // Another item may be waiting until this one ends.
      void attempt.then(() => {
        running.delete(attempt)
        return this.poll()
      })
    }
  }

  async #attemptsFinished(): Promise<void> {
    for (;;) {
      const attempts = [...this.#running.values()].flatMap((set) => [...set])
      if (attempts.length === 0) return
      await Promise.all(attempts)
    }
  }
}
