/** Longest delay of timers in milliseconds; with a longer one they fire at once. */
const longest = 2 ** 31 - 1

/**
 * A promise that is rejected with the signal's reason as soon as it is aborted. `start` may return a function that
 * cancels the wait then.
 */
export function abortable<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      if (typeof undo === 'function') undo()
      reject(signal?.reason)
    }
    const settle =
      <V>(how: (value: V) => void) =>
      (value: V) => {
        signal?.removeEventListener('abort', leave)
        how(value)
      }
    signal?.addEventListener('abort', leave)
    const undo = start(settle(resolve), settle(reject))
    if (signal?.aborted) leave()
  })
}

/** Waits. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, longest))
    return () => clearTimeout(timer)
  })
}

/** The result of `work`, or the signal's reason as soon as it is aborted, even if the work goes on. */
export function race<T>(work: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return abortable(signal, (resolve, reject) => void Promise.resolve(work).then(resolve, reject))
}

export interface Linked {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
  /** Removes the listener on the parent and the timer; must be called when the work is over. */
  done(): void
}

/** A signal that is aborted with `parent`, and with the result of `late` after `ms` milliseconds. */
export function link(parent: AbortSignal | undefined, ms?: number, late?: () => unknown): Linked {
  const controller = new AbortController()
  const follow = () => controller.abort(parent?.reason)
  if (parent?.aborted) follow()
  parent?.addEventListener('abort', follow)
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

/**
 * The result of `work`; fails with the parent's reason as soon as it is aborted, and with the result of `late` after
 * `ms` milliseconds. The signal that `work` gets is aborted then, but the failure does not wait for it to stop.
 */
export function patiently<T>(
  parent: AbortSignal | undefined,
  ms: number,
  late: () => unknown,
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
    const timer = ms && ms <= longest ? setTimeout(() => stop(late()), ms) : undefined
    const done = () => {
      clearTimeout(timer)
      parent?.removeEventListener('abort', follow)
    }
    parent?.addEventListener('abort', follow)
    work(controller.signal).finally(done).then(resolve, reject)
  })
}
