import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, type Transferable, Worker as Thread } from 'node:worker_threads'
import type { TaskResponse } from './serve.ts'

/** A thread or a child process that runs one task at a time; the file it runs calls `serve`. */
export interface Worker {
  /** Sends a task. @param transfer buffers that are moved to a thread instead of copied. */
  send(task: unknown, transfer?: readonly Transferable[]): void
  onResponse(listener: (response: TaskResponse) => void): void
  /** Keeps the service running while the worker is busy. */
  ref(): void
  unref(): void
  /** Ends the worker once it is idle. */
  end(): void
  /** Ends the worker immediately, even in the middle of a task. */
  kill(): void
  /** Resolves when the worker has ended, with the error that ended it, if any. */
  readonly ended: Promise<Error | undefined>
}

/**
 * Starts a thread: cheap, but a crash of native code in it ends the process, and a long native call in it cannot be
 * stopped. Without `resourceLimits`, its heap has the limits of the process.
 */
export function startThread(file: URL, options: { data?: unknown; resourceLimits?: ResourceLimits } = {}): Worker {
  // The command-line options of the process do not apply to other files.
  const thread = new Thread(file, {
    workerData: options.data,
    execArgv: [],
    ...(options.resourceLimits ? { resourceLimits: options.resourceLimits } : {}),
  })
  return {
    send: (task, transfer = []) => thread.postMessage({ task }, transfer),
    onResponse: (listener) => void thread.on('message', listener),
    ref: () => thread.ref(),
    unref: () => thread.unref(),
    end: () => thread.postMessage('end', []),
    kill: () => void thread.terminate(),
    ended: new Promise((resolve) => {
      thread.once('error', resolve)
      thread.once('exit', () => resolve(undefined))
    }),
  }
}

/** Starts a process: it can be stopped in the middle of a native call, and its memory is its own. */
export function startProcess(file: URL, args: readonly string[]): Worker {
  const cache = getCompileCacheDir()
  const child = fork(fileURLToPath(file), args, {
    // These replace the command-line options of this process, which do not apply to other files. They limit the heap, in MiB.
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=256'],
    env: { ...process.env, ...(cache ? { NODE_COMPILE_CACHE: cache } : {}) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    send: (task) => void child.send({ task }),
    onResponse: (listener) => void child.on('message', listener),
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    end() {
      if (child.connected) child.disconnect()
    },
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => {
      child.once('error', resolve)
      child.once('exit', () => resolve(undefined))
    }),
  }
}
