import { type ChildProcess, fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Cell, Reading } from './dialect.ts'
import { largeDatabase } from './large.ts'
import { Turns } from './turns.ts'

/** What a reader is asked, and what it answers. */
export interface Asked {
  readonly text: string
  readonly values: readonly (null | number | bigint | string | Uint8Array)[]
}
export type Answered = { readonly cells: Cell[][] } | { readonly failure: string; readonly errcode: number | undefined }

/** Readers in processes of their own. */
export interface Aside {
  /** @throws Error when the statement fails; the reason of the signal when that aborts. */
  read(asked: Asked, reading: Reading): Promise<Cell[][]>
  /** Lets what is asked for be read, and ends the readers. */
  close(): Promise<void>
}

/** So long a reader waits for more, in milliseconds: starting one takes some tens of them. */
const usualPatience = 60_000
/**
 * More readers than two would mostly wait for a processor; and where the database is not large, what takes long is over
 * before a second one has started.
 */
const readersFor = (path: string): number => (statSync(path).size > largeDatabase ? 2 : 1)

interface Waiting extends Reading {
  readonly asked: Asked
  readonly resolve: (cells: Cell[][]) => void
  readonly reject: (failure: unknown) => void
}

/**
 * Statements that take long are read by processes with connections of their own, because a statement keeps everybody
 * waiting in the thread it runs in, and nothing but the end of its process stops it: the driver has no interrupt, and a
 * thread only ends when its statement does ([decision](../../../../docs/decisions/read-workers.md)). There is
 * none before the first statement, a second one in a large database when the first is at work, and none after a minute
 * without. Whichever is free takes the statement of the caller whose turn it is.
 */
export function openAside(path: string, patience = usualPatience, most = () => readersFor(path)): Aside {
  const queue = new Turns<Waiting>()
  const readers = new Set<Reader>()
  const running = new Set<Promise<void>>()
  let isClosing = false

  function start(): void {
    const reader = startReader(path, patience, {
      next: () => queue.next(),
      gone() {
        readers.delete(reader)
        // It broke down or was stopped: another one does the rest.
        if (!queue.isEmpty && readers.size === 0) start()
      },
    })
    readers.add(reader)
    running.add(reader.ended)
    void reader.ended.then(() => running.delete(reader.ended))
    if (isClosing) reader.end()
  }

  return {
    read(asked, { caller, signal }) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const abort = () => {
          queue.remove(work)
          for (const reader of readers) reader.stop(work)
          reject(signal?.reason as Error)
        }
        const settled = <T>(settle: (value: T) => void) => {
          return (value: T) => {
            signal?.removeEventListener('abort', abort)
            settle(value)
          }
        }
        const work: Waiting = { asked, caller, signal, resolve: settled(resolve), reject: settled(reject) }
        signal?.addEventListener('abort', abort)
        queue.add(work)
        for (const reader of readers) reader.wake()
        if (!queue.isEmpty && readers.size < most()) start()
      })
    },
    async close() {
      isClosing = true
      for (const reader of readers) reader.end()
      while (running.size > 0) await Promise.all(running)
    },
  }
}

interface Reader {
  /** Takes what waits, if it is free. */
  wake(): void
  /** Ends at once if it is at this work. */
  stop(work: Waiting): void
  /** Ends when nothing waits any more. */
  end(): void
  readonly ended: Promise<void>
}

interface Owner {
  readonly next: () => Waiting | undefined
  /** Is told that the reader takes nothing more. */
  readonly gone: () => void
}

function startReader(path: string, patience: number, { next, gone }: Owner): Reader {
  const reader = spawnReader(path)
  let work: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  let hasLeft = false
  const ended = new Promise<void>((resolve) => reader.once('exit', () => resolve()).once('error', () => resolve()))

  function leave(): void {
    if (hasLeft) return
    hasLeft = true
    clearTimeout(timer)
    // A service that closes waits for its readers.
    reader.ref()
    gone()
  }

  function disconnect(): void {
    leave()
    if (reader.connected) reader.disconnect()
  }

  function wake(): void {
    if (work || hasLeft) return
    clearTimeout(timer)
    work = next()
    if (work) {
      // What is waited for keeps the service; a reader that waits for work does not.
      reader.ref()
      reader.channel?.ref()
      reader.send(work.asked)
    } else if (isEnding) disconnect()
    else {
      reader.unref()
      reader.channel?.unref()
      timer = setTimeout(disconnect, patience).unref()
    }
  }

  reader.on('message', (answered: Answered) => {
    if ('failure' in answered) work?.reject(Object.assign(new Error(answered.failure), { errcode: answered.errcode }))
    else work?.resolve(answered.cells)
    work = undefined
    wake()
  })
  const fail = (failure: Error) => {
    work?.reject(failure)
    leave()
  }
  reader.once('error', fail)
  reader.once('exit', () => fail(new Error('A reader of the database ended before its statement.')))
  wake()
  return {
    wake,
    stop(one) {
      if (work !== one) return
      reader.kill('SIGKILL')
      leave()
    },
    end() {
      isEnding = true
      wake()
    },
    ended,
  }
}

function spawnReader(path: string): ChildProcess {
  const cache = getCompileCacheDir()
  return fork(fileURLToPath(new URL('./reader-process.ts', import.meta.url)), [path], {
    // The options of the process are about its own first file.
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=256'],
    env: { ...process.env, ...(cache ? { NODE_COMPILE_CACHE: cache } : {}) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
