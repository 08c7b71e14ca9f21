import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { coalesce } from '../kernel/coalesce.ts'
import type { Log } from '../kernel/context.ts'
import { endSignal } from './end-signal.ts'
import { WorkerMetrics } from './worker-metrics.ts'

/*
 * Several processes of the service on one machine, which share the port. The primary process starts them, starts
 * another one for each that ends, and replaces them one by one on SIGHUP. It answers no requests itself.
 */

/** Milliseconds before another process replaces one that has ended by itself. */
const PAUSE = 1000

/**
 * Runs processes of the service until a signal ends them.
 * @throws Error if one of the first `count` processes does not start; it has reported why.
 */
export async function runWorkers(count: number, log: Log): Promise<void> {
  const group = new ProcessGroup(log)
  try {
    // The first one updates the tables and creates the first administrator.
    console.log(await group.add())
    await Promise.all(Array.from({ length: count - 1 }, () => group.add()))
    const renewal = coalesce(() => group.renew())
    process.on('SIGHUP', () => void renewal.run())
    await endSignal()
  } finally {
    await group.end()
  }
}

class ProcessGroup {
  readonly #log: Log
  /** The processes that should run; one that exits by itself is replaced. */
  readonly #members = new Set<Worker>()
  /** Processes that do not listen yet. */
  readonly #starting = new Set<Worker>()
  readonly #metrics = new WorkerMetrics()
  #isEnding = false

  constructor(log: Log) {
    this.#log = log
  }

  /** Starts a process. @returns what it prints when it listens. */
  async add(): Promise<string> {
    const worker = cluster.fork()
    this.#starting.add(worker)
    const text = await Promise.race([
      once(worker, 'message').then(([message]) => String(message)),
      once(worker, 'exit').then(() => {
        throw new Error('A process of the service did not start.')
      }),
    ]).finally(() => this.#starting.delete(worker))
    this.#members.add(worker)
    this.#metrics.add(worker)
    worker.once('exit', (code, signal) => void this.#replace(worker, code, signal))
    return text
  }

  /** Replaces all processes one by one: each stops when another one listens. */
  async renew(): Promise<void> {
    try {
      for (const worker of Array.from(this.#members)) {
        await this.add()
        await this.#stop(worker)
      }
    } catch (error) {
      if (!this.#isEnding) this.#log.error({ error }, 'not all processes could be replaced')
    }
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all([...this.#starting, ...this.#members].map((worker) => this.#stop(worker)))
  }

  async #stop(worker: Worker): Promise<void> {
    this.#members.delete(worker)
    if (worker.isDead()) return
    const end = once(worker, 'exit')
    worker.process.kill('SIGTERM')
    const [code] = (await end) as [number | null]
    // The process could not finish its requests in time, or failed while closing.
    if (code === 1) process.exitCode = 1
  }

  async #replace(worker: Worker, code: number | null, signal: string | null): Promise<void> {
    if (!this.#members.delete(worker)) return
    // Until its IPC channel is closed, the process would still receive new connections.
    if (worker.isConnected()) await once(worker, 'disconnect')
    this.#log.error({ pid: worker.process.pid, code, signal }, 'a process of the service has ended; another one starts')
    while (!this.#isEnding) {
      await wait(PAUSE)
      if (this.#isEnding || (await this.#tryToAdd())) return
    }
  }

  async #tryToAdd(): Promise<boolean> {
    try {
      await this.add()
      return true
    } catch {
      return false
    }
  }
}
