/** Work that runs once at a time. */
export interface Coalesced {
  /** Runs the work, or once more after the current run. The promise is fulfilled when no run is left. */
  run(): Promise<void>
  /** The runs in progress. */
  readonly running: Promise<void> | undefined
}

/** Runs work once at a time: any number of calls during a run lead to one more run, so that it misses nothing. */
export function coalesce(work: () => Promise<void>): Coalesced {
  let running: Promise<void> | undefined
  let isAsked = false
  const repeat = async () => {
    try {
      while (isAsked) {
        isAsked = false
        await work()
      }
    } finally {
      running = undefined
    }
  }
  return {
    run() {
      isAsked = true
      return (running ??= repeat())
    },
    get running() {
      return running
    },
  }
}
