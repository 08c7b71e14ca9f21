import { abortable } from './abort.ts'
import { forWaiter, traceHere } from './errors.ts'

/**
 * A request several callers wait for. Each may leave by its own signal; when the last one has left and the answer is
 * not in yet, the request is aborted.
 */
export class Flight<V> {
  readonly #controller = new AbortController()
  readonly #waiters = new Set<{ arrive(value: V): void; fail(error: unknown): void }>()
  readonly #over: () => void
  readonly #deferred: boolean

  /**
   * Starts `run`; calls `over` once, as soon as the request cannot be joined any more. `deferred`: `run` sends the
   * request later, when the frames of its first caller are gone.
   */
  constructor(run: (signal: AbortSignal) => Promise<V>, over: () => void, deferred = false) {
    this.#over = over
    this.#deferred = deferred
    run(this.#controller.signal).then(
      (value) => this.#settle((waiter) => waiter.arrive(value)),
      (error: unknown) => this.#settle((waiter) => waiter.fail(error)),
    )
  }

  /** Waits for the answer. `keep` gets it before any other code runs, so that no read in between asks again. */
  join(signal: AbortSignal | undefined, keep: (value: V) => void): Promise<V> {
    // The caller who began a request that was sent at once is in the trace of the request itself.
    const trace = this.#deferred || this.#waiters.size ? traceHere() : undefined
    return abortable(signal, (resolve, reject) => {
      const waiter = {
        arrive(value: V) {
          keep(value)
          resolve(value)
        },
        fail: (error: unknown) => reject(forWaiter(error, trace)),
      }
      this.#waiters.add(waiter)
      return () => {
        this.#waiters.delete(waiter)
        if (this.#waiters.size) return
        this.#over()
        this.#controller.abort(signal?.reason)
      }
    })
  }

  #settle(tell: (waiter: { arrive(value: V): void; fail(error: unknown): void }) => void): void {
    this.#over()
    const waiters = [...this.#waiters]
    this.#waiters.clear()
    waiters.forEach(tell)
  }
}
