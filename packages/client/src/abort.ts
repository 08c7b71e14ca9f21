/** Longest wait that timers keep: beyond it they fire at once. */
const longest = 2 ** 31 - 1

/** Waits; the wait ends with the signal's reason when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      Math.min(Math.max(ms, 0), longest),
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** The promise, or the signal's reason as soon as it is aborted, whether or not the work behind the promise stops. */
export function race<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const quit = () => signal.removeEventListener('abort', abort)
    work.then(
      (value) => (quit(), resolve(value)),
      (error: unknown) => (quit(), reject(error)),
    )
  })
}

export interface Linked {
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Lets go of the parent and the timer; must be called when the work is over. */
  done(): void
}

/** A signal of one's own that follows `parent` and, after `ms` milliseconds, aborts with what `late` makes. */
export function link(parent: AbortSignal | undefined, ms?: number, late?: () => unknown): Linked {
  const controller = new AbortController()
  const follow = () => controller.abort(parent?.reason)
  if (parent?.aborted) follow()
  parent?.addEventListener('abort', follow, { once: true })
  const timer = ms && ms <= longest ? setTimeout(() => controller.abort(late?.()), ms) : undefined
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    done() {
      clearTimeout(timer)
      parent?.removeEventListener('abort', follow)
    },
  }
}
