import type { Transferable } from 'node:worker_threads'
import { Fault } from '../errors/fault.ts'
import { FairQueue } from './fair-queue.ts'
import type { Response } from './serve.ts'
import type { Worker } from './worker.ts'

export interface TaskOptions {
  /** The id of the user. Callers with waiting tasks take turns. */
  readonly caller?: number
  /** Removes the task from the queue, or kills the worker that runs it. */
  readonly signal?: AbortSignal | undefined
  /** Buffers that are moved to a thread instead of copied. */
  readonly transfer?: readonly Transferable[]
}

export interface WorkerPool<Task, Result> {
  /**
   * Runs a task in the next free worker.
   * @throws the error of the task; Error when the worker crashes; the reason of the signal when it aborts; Fault `busy`
   * when too many tasks wait.
   */
  run(task: Task, options?: TaskOptions): Promise<Result>
  /** The number of tasks that no worker has taken yet. */
  waiting(): number
  /** Finishes the tasks, then ends the workers. */
  close(): Promise<void>
}

export interface PoolOptions {
  /** Starts a worker. */
  readonly start: () => Worker
  /** Returns how many workers may run at a time; 1 by default. */
  readonly size?: () => number
  /** Milliseconds for which an idle worker waits for tasks before it ends; 60,000 by default. */
  readonly idleTimeout?: number
  /** Maximum number of tasks in the queue. */
  readonly maxWaiting?: number
}

interface Job {
  readonly task: unknown
  readonly caller: number
  readonly transfer: readonly Transferable[]
  readonly resolve: (result: never) => void
  readonly reject: (failure: unknown) => void
}

/**
 * Runs tasks in workers. There is no worker before the first task; another one starts when a task waits and all workers
 * are busy. A crash fails the task that was running; the next task starts a new worker.
 */
export function workerPool<Task, Result>(options: PoolOptions): WorkerPool<Task, Result> {
  const { start, size = () => 1, idleTimeout = 60_000, maxWaiting = 10_000 } = options
  const queue = new FairQueue<Job>()
  const members = new Set<Member>()
  const running = new Set<Promise<unknown>>()
  let isClosing = false

  function add(): void {
    const worker = start()
    const member = runTasks(worker, idleTimeout, {
      next: () => queue.next(),
      onLeave() {
        members.delete(member)
        if (queue.size > 0 && members.size === 0) add()
      },
    })
    members.add(member)
    running.add(worker.ended)
    void worker.ended.then(() => running.delete(worker.ended))
    if (isClosing) member.end()
  }

  return {
    run(task, { caller = 0, signal, transfer = [] } = {}) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        if (queue.size >= maxWaiting) throw new Fault('busy')
        const settled = <T>(settle: (value: T) => void) => {
          return (value: T) => {
            signal?.removeEventListener('abort', abort)
            settle(value)
          }
        }
        const job: Job = { task, caller, transfer, resolve: settled(resolve), reject: settled(reject) }
        const abort = () => {
          queue.remove(job)
          for (const member of members) member.abort(job)
          reject(signal?.reason as Error)
        }
        signal?.addEventListener('abort', abort)
        queue.add(job)
        for (const member of members) member.wake()
        if (queue.size > 0 && members.size < size()) add()
      })
    },
    waiting: () => queue.size,
    async close() {
      isClosing = true
      for (const member of members) member.end()
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** A worker of the pool. */
interface Member {
  /** Takes the next task, if the worker is idle. */
  wake(): void
  /** Kills the worker if it runs this job. */
  abort(job: Job): void
  /** Ends the worker when no more tasks are waiting. */
  end(): void
}

/** The pool as its members see it. */
interface Owner {
  readonly next: () => Job | undefined
  /** Called once, when the worker takes no more tasks. */
  readonly onLeave: () => void
}

/** Runs the tasks of the owner in a worker, until it has been idle for a time, crashes, or is ended. */
function runTasks(worker: Worker, idleTimeout: number, { next, onLeave }: Owner): Member {
  let job: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  let hasLeft = false

  function leave(): void {
    if (hasLeft) return
    hasLeft = true
    clearTimeout(timer)
    // A service that closes waits for the end of its workers.
    worker.ref()
    onLeave()
  }

  function end(): void {
    leave()
    worker.end()
  }

  function wake(): void {
    if (job || hasLeft) return
    clearTimeout(timer)
    job = next()
    if (job) {
      // A busy worker keeps the service running, an idle one does not.
      worker.ref()
      worker.send(job.task, job.transfer)
    } else if (isEnding) end()
    else {
      worker.unref()
      timer = setTimeout(end, idleTimeout).unref()
    }
  }

  worker.onResponse((response: Response) => {
    if ('error' in response) job?.reject(Object.assign(new Error(response.error), response.properties))
    else job?.resolve(response.result as never)
    job = undefined
    wake()
  })
  const fail = (failure = new Error('The worker ended before its task was finished.')) => {
    job?.reject(failure)
    leave()
  }
  void worker.ended.then(fail)
  wake()
  return {
    wake,
    abort(one) {
      if (job !== one) return
      worker.kill()
      leave()
    },
    end() {
      isEnding = true
      wake()
    },
  }
}
