import { abortable } from './abort.ts'

/**
 * Runs at most `max` requests at a time, first in, first out, so that a `Promise.all` over a thousand references does
 * not open a thousand sockets. A client and those derived from it share a queue.
 */
export class Queue {
  readonly #max: number
  #active = 0
  #resumeAt = 0
  /** A Set keeps the order of arrival and removes an aborted waiter in constant time. */
  readonly #waiting = new Set<() => void>()
  #hasTimer = false

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Waits for the turn of a request. Returns `undefined` if it may start at once, otherwise a promise that resolves when it
   * may. The caller must call `leave()` when the request has ended.
   */
  enter(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#active < this.#max && !this.#waiting.size && performance.now() >= this.#resumeAt) {
      this.#active++
      return undefined
    }
    return abortable(signal, (resolve) => {
      const admit = () => resolve()
      this.#waiting.add(admit)
      this.#admitWaiting()
      return () => this.#waiting.delete(admit)
    })
  }

  leave(): void {
    this.#active--
    this.#admitWaiting()
  }

  /** Holds back all requests for `ms` milliseconds, for example because of a `Retry-After`. */
  pause(ms: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, performance.now() + ms)
  }

  #admitWaiting(): void {
    const wait = this.#resumeAt - performance.now()
    if (wait > 0) return this.#wake(wait)
    for (const admit of this.#waiting) {
      if (this.#active >= this.#max) return
      this.#waiting.delete(admit)
      this.#active++
      admit()
    }
  }

  #wake(ms: number): void {
    if (this.#hasTimer || !this.#waiting.size) return
    this.#hasTimer = true
    setTimeout(() => {
      this.#hasTimer = false
      this.#admitWaiting()
    }, ms)
  }
}
