import { Worker } from 'node:worker_threads'
import type { Cell } from './dialect.ts'

/** What the thread is asked, and what it answers. */
export interface Asked {
  readonly text: string
  readonly values: readonly (null | number | bigint | string | Uint8Array)[]
}
export type Answered = { readonly cells: Cell[][] } | { readonly failure: string }

/** A second reader, in a thread of its own. */
export interface Aside {
  /** @throws Error when the statement fails. */
  read(asked: Asked): Promise<Cell[][]>
  close(): Promise<void>
}

/** So long a thread waits for more, in milliseconds: starting one takes some tens of them. */
const usualPatience = 60_000

/**
 * Statements that take long are read in a thread with a connection of its own, because a statement keeps everybody
 * waiting in the thread it runs in. There is none before the first of them, and none after a minute without.
 */
export function openAside(path: string, patience = usualPatience): Aside {
  let thread: Thread | undefined
  return {
    read(asked) {
      thread ??= startThread(path, patience, () => (thread = undefined))
      return thread.read(asked)
    },
    close: async () => thread?.end(),
  }
}

interface Thread {
  read(asked: Asked): Promise<Cell[][]>
  end(): Promise<void>
}

interface Waiting {
  readonly resolve: (cells: Cell[][]) => void
  readonly reject: (failure: unknown) => void
}

/** @param gone is told that the thread takes nothing more. */
function startThread(path: string, patience: number, gone: () => void): Thread {
  // The options of the process are about its own first file.
  const worker = new Worker(new URL('./aside-thread.ts', import.meta.url), { workerData: path, execArgv: [] })
  const waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const end = () => {
    clearTimeout(timer)
    gone()
    worker.postMessage(null, [])
    return exit
  }
  worker.on('message', (answered: Answered) => {
    const first = waiting.shift()
    if ('failure' in answered) first?.reject(new Error(answered.failure))
    else first?.resolve(answered.cells)
    if (waiting.length > 0) return
    worker.unref()
    timer = setTimeout(() => void end(), patience).unref()
  })
  worker.on('error', (failure) => {
    gone()
    for (const one of waiting.splice(0)) one.reject(failure)
  })
  return {
    read(asked) {
      clearTimeout(timer)
      // What is waited for keeps the process; a thread that waits for work does not.
      worker.ref()
      worker.postMessage(asked, [])
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    end,
  }
}
