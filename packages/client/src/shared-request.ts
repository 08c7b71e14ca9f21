import { abortable } from './abort.ts'
import { withTraceOf, captureTrace } from './traces.ts'

/**
 * A request that several callers wait for. Each has its own signal; when all have aborted before the response arrives, the
 * request is aborted.
 */
export class SharedRequest<V> {
  readonly #controller = new AbortController()
  readonly #waiters = new Set<{ arrive(value: V): void; fail(error: unknown): void }>()
  readonly #onEnd: () => void
  readonly #deferred: boolean

  /** Starts `run`. `onEnd` is called once, when the request can no longer be joined. `deferred` is true if `run` sends the
   * request later, when the stack of the first caller is gone.
   */
  constructor(run: (signal: AbortSignal) => Promise<V>, onEnd: () => void, deferred = false) {
    this.#onEnd = onEnd
    this.#deferred = deferred
    run(this.#controller.signal).then(
      (value) => this.#settle((waiter) => waiter.arrive(value)),
      (error: unknown) => this.#settle((waiter) => waiter.fail(error)),
    )
  }

  /** Waits for the response. `keep` receives it before any other code runs, so that no read in between sends a request. */
  join(signal: AbortSignal | undefined, keep: (value: V) => void): Promise<V> {
    // The trace of a request that was sent at once contains its first caller already.
    const trace = this.#deferred || this.#waiters.size ? captureTrace() : undefined
    return abortable(signal, (resolve, reject) => {
      const waiter = {
        arrive(value: V) {
          keep(value)
          resolve(value)
        },
        fail: (error: unknown) => reject(withTraceOf(error, trace)),
      }
      this.#waiters.add(waiter)
      return () => {
        this.#waiters.delete(waiter)
        if (this.#waiters.size) return
        this.#onEnd()
        this.#controller.abort(signal?.reason)
      }
    })
  }

  #settle(notify: (waiter: { arrive(value: V): void; fail(error: unknown): void }) => void): void {
    this.#onEnd()
    const waiters = [...this.#waiters]
    this.#waiters.clear()
    waiters.forEach(notify)
  }
}
