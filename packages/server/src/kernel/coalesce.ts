/** Work that runs once at a time. */
export interface Coalesced {
  /** Starts a run, or requests one more after the current run. The promise is fulfilled when no run is left. */
  run(): Promise<void>
  /** Fulfilled when no run is left; undefined if none is in progress. */
  readonly running: Promise<void> | undefined
}

/** Runs work once at a time: any number of calls during a run lead to exactly one more run. */
export function coalesce(work: () => Promise<void>): Coalesced {
  let running: Promise<void> | undefined
  let isRequested = false
  const repeat = async () => {
    try {
      while (isRequested) {
        isRequested = false
        await work()
      }
    } finally {
      running = undefined
    }
  }
  return {
    run() {
      isRequested = true
      return (running ??= repeat())
    },
    get running() {
      return running
    },
  }
}
