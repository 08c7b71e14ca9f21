import { Worker } from 'node:worker_threads'

/** Takes the steps of `merging.ts` in a thread of its own, one after the other. */
export interface Merger {
  /** @returns whether there is more to merge; false where the step could not be taken. */
  step(tables: readonly string[], pages: number): Promise<boolean>
  /** Lets the step at work come to its end. */
  end(): Promise<void>
}

/** What the thread is asked. */
export interface Step {
  readonly tables: readonly string[]
  readonly pages: number
}

/** @param gone is told that the thread is there no more. */
export function startMerger(path: string, gone: () => void): Merger {
  const worker = new Worker(new URL('./merger-thread.ts', import.meta.url), {
    workerData: path,
    // The options of the process are about its own first file.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
  })
  const waiting: ((isMore: boolean) => void)[] = []
  const exit = new Promise<void>((resolve) =>
    worker.once('exit', () => {
      gone()
      for (const tell of waiting.splice(0)) tell(false)
      resolve()
    }),
  )
  worker.on('message', (isMore: boolean) => waiting.shift()?.(isMore))
  // What breaks down here is planned again with the next write.
  worker.on('error', () => {})
  worker.unref()
  return {
    step(tables, pages) {
      worker.postMessage({ tables, pages } satisfies Step, [])
      return new Promise((resolve) => waiting.push(resolve))
    },
    end() {
      worker.postMessage(null, [])
      return exit
    },
  }
}
