/** Longest delay of a timer in milliseconds; timers with a longer one fire at once. */
const MAX_DELAY = 2 ** 31 - 1

/** Returns a promise that `start` settles. An abort of the signal rejects it with the signal's reason, and calls the function that
 * `start` has returned, if any, to cancel what is waited for.
 */
export function abortable<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      if (typeof undo === 'function') undo()
      reject(signal?.reason)
    }
    const settle =
      <V>(finish: (value: V) => void) =>
      (value: V) => {
        signal?.removeEventListener('abort', onAbort)
        finish(value)
      }
    signal?.addEventListener('abort', onAbort)
    const undo = start(settle(resolve), settle(reject))
    if (signal?.aborted) onAbort()
  })
}

/** Waits `ms` milliseconds. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, MAX_DELAY))
    return () => clearTimeout(timer)
  })
}

/** Returns the result of `work`. An abort rejects at once with the signal's reason, although the work may continue. */
export function race<T>(work: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return abortable(signal, (resolve, reject) => void Promise.resolve(work).then(resolve, reject))
}

/** An abort controller whose signal is also aborted together with a parent signal, and possibly by a timer. */
export interface LinkedController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
  /** Removes the timer and the listener on the parent; must be called when the work has ended. */
  done(): void
}

/** Returns a controller that aborts its signal together with `parent`, or after `ms` milliseconds with the result of `timeoutError`. */
export function link(parent: AbortSignal | undefined, ms?: number, timeoutError?: () => unknown): LinkedController {
  const controller = new AbortController()
  const follow = () => controller.abort(parent?.reason)
  if (parent?.aborted) follow()
  parent?.addEventListener('abort', follow)
  const timer = ms && ms <= MAX_DELAY ? setTimeout(() => controller.abort(timeoutError?.()), ms) : undefined
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    done() {
      clearTimeout(timer)
      parent?.removeEventListener('abort', follow)
    },
  }
}

/**
 * Returns the result of `work`. An abort of the parent rejects with its reason, and `ms` milliseconds without a result reject with
 * the result of `timeoutError`. The signal of `work` is aborted in both cases, but the rejection does not wait for the work to stop.
 */
export function withDeadline<T>(
  parent: AbortSignal | undefined,
  ms: number,
  timeoutError: () => unknown,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (parent?.aborted) return Promise.reject(parent.reason)
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    const stop = (reason: unknown) => {
      done()
      controller.abort(reason)
      reject(reason)
    }
    const follow = () => stop(parent?.reason)
    const timer = ms && ms <= MAX_DELAY ? setTimeout(() => stop(timeoutError()), ms) : undefined
    const done = () => {
      clearTimeout(timer)
      parent?.removeEventListener('abort', follow)
    }
    parent?.addEventListener('abort', follow)
    work(controller.signal).finally(done).then(resolve, reject)
  })
}
