import type { Transferable } from 'node:worker_threads'
import { Fault } from '../errors/fault.ts'
import { FairQueue } from './fair-queue.ts'
import type { TaskResponse } from './serve.ts'
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
  /** Returns the number of tasks that no worker has begun yet. */
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
  /** Maximum number of tasks in the queue; 10,000 by default. */
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
 * Runs tasks in workers. There is no worker before the first task; others start, up to `size`, when a task waits and all
 * workers are busy. A crash fails the task that was running; the next task starts a new worker.
 */
export const workerPool = <Task, Result>(options: PoolOptions): WorkerPool<Task, Result> => new Pool(options)

class Pool<Task, Result> implements WorkerPool<Task, Result> {
  readonly #options: Required<PoolOptions>
  readonly #queue = new FairQueue<Job>()
  readonly #members = new Set<Member>()
  /** Resolve when workers end, including those that take no more tasks. */
  readonly #running = new Set<Promise<unknown>>()
  #isClosing = false

  constructor({ start, size = () => 1, idleTimeout = 60_000, maxWaiting = 10_000 }: PoolOptions) {
    this.#options = { start, size, idleTimeout, maxWaiting }
  }

  async run(task: Task, { caller = 0, signal, transfer = [] }: TaskOptions = {}): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#queue.size >= this.#options.maxWaiting) throw new Fault('busy')
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const job: Job = { task, caller, transfer, resolve, reject }
    const abort = () => this.#abort(job, signal?.reason)
    signal?.addEventListener('abort', abort)
    this.#queue.add(job)
    for (const member of this.#members) member.wake()
    if (this.#queue.size > 0 && this.#members.size < this.#options.size()) this.#add()
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  waiting(): number {
    return this.#queue.size
  }

  async close(): Promise<void> {
    this.#isClosing = true
    for (const member of this.#members) member.end()
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #abort(job: Job, reason: unknown): void {
    this.#queue.remove(job)
    for (const member of this.#members) member.abort(job)
    job.reject(reason)
  }

  #add(): void {
    const worker = this.#options.start()
    const member = new Member(worker, this.#options.idleTimeout, {
      next: () => this.#queue.next(),
      onLeave: () => this.#remove(member),
    })
    this.#members.add(member)
    this.#running.add(worker.ended)
    void worker.ended.then(() => this.#running.delete(worker.ended))
    member.wake()
    if (this.#isClosing) member.end()
  }

  #remove(member: Member): void {
    this.#members.delete(member)
    if (this.#queue.size > 0 && this.#members.size === 0) this.#add()
  }
}

/** The pool as its members see it. */
interface MemberOwner {
  readonly next: () => Job | undefined
  /** Called once, when the worker takes no more tasks. */
  readonly onLeave: () => void
}

/** Runs the tasks of the owner in a worker, until it has been idle for a time, crashes, or is ended. */
class Member {
  readonly #worker: Worker
  readonly #idleTimeout: number
  readonly #owner: MemberOwner
  #job: Job | undefined
  #timer: NodeJS.Timeout | undefined
  #isEnding = false
  #hasLeft = false

  constructor(worker: Worker, idleTimeout: number, owner: MemberOwner) {
    this.#worker = worker
    this.#idleTimeout = idleTimeout
    this.#owner = owner
    worker.onResponse((response) => this.#settle(response))
    void worker.ended.then((failure) => this.#fail(failure))
  }

  /** Begins the next task if the worker is idle. */
  wake(): void {
    if (this.#job || this.#hasLeft) return
    clearTimeout(this.#timer)
    this.#job = this.#owner.next()
    if (this.#job) {
      // A busy worker keeps the service running, an idle one does not.
      this.#worker.ref()
      this.#worker.send(this.#job.task, this.#job.transfer)
    } else if (this.#isEnding) this.#end()
    else {
      this.#worker.unref()
      this.#timer = setTimeout(() => this.#end(), this.#idleTimeout).unref()
    }
  }

  /** Kills the worker if it runs this job. */
  abort(job: Job): void {
    if (this.#job !== job) return
    this.#worker.kill()
    this.#leave()
  }

  /** Ends the worker when no more tasks are waiting. */
  end(): void {
    this.#isEnding = true
    this.wake()
  }

  #settle(response: TaskResponse): void {
    if ('error' in response) this.#job?.reject(Object.assign(new Error(response.error), response.properties))
    else this.#job?.resolve(response.result as never)
    this.#job = undefined
    this.wake()
  }

  #fail(failure = new Error('The worker ended before its task was finished.')): void {
    this.#job?.reject(failure)
    this.#leave()
  }

  #end(): void {
    this.#leave()
    this.#worker.end()
  }

  #leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    clearTimeout(this.#timer)
    // A service that closes waits for the end of its workers.
    this.#worker.ref()
    this.#owner.onLeave()
  }
}
