import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Cell } from './dialect.ts'
import { largeDatabase } from './large.ts'

/** What a thread is asked, and what it answers. */
export interface Asked {
  readonly text: string
  readonly values: readonly (null | number | bigint | string | Uint8Array)[]
}
export type Answered = { readonly cells: Cell[][] } | { readonly failure: string }

/** Other readers, each in a thread of its own. */
export interface Aside {
  /** @throws Error when the statement fails. */
  read(asked: Asked): Promise<Cell[][]>
  /** Lets what is asked for be read, and ends the threads. */
  close(): Promise<void>
}

/** So long a thread waits for more, in milliseconds: starting one takes some tens of them. */
const usualPatience = 60_000
/**
 * More threads than two would mostly wait for a processor; and where the database is not large, what takes long is over
 * before a second one has started.
 */
const threadsFor = (path: string): number => (statSync(path).size > largeDatabase ? 2 : 1)

interface Waiting {
  readonly asked: Asked
  readonly resolve: (cells: Cell[][]) => void
  readonly reject: (failure: unknown) => void
}

/**
 * Statements that take long are read in threads with connections of their own, because a statement keeps everybody
 * waiting in the thread it runs in. There is none before the first of them, a second one in a large database when the
 * first is at work, and none after a minute without. Whichever is free takes what has waited longest.
 */
export function openAside(path: string, patience = usualPatience, most = () => threadsFor(path)): Aside {
  const queue: Waiting[] = []
  const threads = new Set<Thread>()

  function start(): void {
    const thread = startThread(path, patience, {
      next: () => queue.shift(),
      gone() {
        threads.delete(thread)
        // It broke down: somebody has to do the rest.
        if (queue.length > 0 && threads.size === 0) start()
      },
    })
    threads.add(thread)
  }

  return {
    read(asked) {
      return new Promise((resolve, reject) => {
        queue.push({ asked, resolve, reject })
        for (const thread of threads) thread.wake()
        if (queue.length > 0 && threads.size < most()) start()
      })
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

interface Thread {
  /** Takes what waits, if it is free. */
  wake(): void
  /** Is done when nothing waits any more. */
  end(): Promise<void>
}

interface Owner {
  readonly next: () => Waiting | undefined
  /** Is told that the thread takes nothing more. */
  readonly gone: () => void
}

function startThread(path: string, patience: number, { next, gone }: Owner): Thread {
  // The options of the process are about its own first file.
  const worker = new Worker(new URL('./aside-thread.ts', import.meta.url), {
    workerData: path,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  })
  let work: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  function wake(): void {
    if (work) return
    clearTimeout(timer)
    work = next()
    if (work) {
      // What is waited for keeps the process; a thread that waits for work does not.
      worker.ref()
      worker.postMessage(work.asked, [])
    } else if (isEnding) leave()
    else {
      worker.unref()
      timer = setTimeout(leave, patience).unref()
    }
  }

  function leave(): void {
    gone()
    worker.postMessage(null, [])
  }

  worker.on('message', (answered: Answered) => {
    const done = work
    work = undefined
    if ('failure' in answered) done?.reject(new Error(answered.failure))
    else done?.resolve(answered.cells)
    wake()
  })
  worker.on('error', (failure) => {
    gone()
    work?.reject(failure)
  })
  wake()
  return {
    wake,
    end() {
      isEnding = true
      wake()
      return exit
    },
  }
}
