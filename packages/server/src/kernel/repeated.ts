/** Work that is repeated until it is stopped. */
export interface Repeated {
  start(): void
  /** Ends the repetition and waits for the current run. */
  stop(): Promise<void>
}

/**
 * Repeats work, with a pause of `interval` milliseconds after each run.
 * @param delay milliseconds before the first run.
 */
export function repeated(interval: number, work: () => Promise<unknown>, delay = interval): Repeated {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> | undefined
  let isStopping = false
  const schedule = (pause: number) => {
    if (isStopping) return
    timer = setTimeout(() => {
      working = work().finally(() => schedule(interval))
    }, pause).unref()
  }
  return {
    start: () => schedule(delay),
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await working
    },
  }
}
