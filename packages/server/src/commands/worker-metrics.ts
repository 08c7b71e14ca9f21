import type { Worker } from 'node:cluster'
import { on } from 'node:events'
import type { CombinedMetrics } from '../http/metrics.ts'
import type { MetricsSnapshot, SummedMetrics } from '../http/summed-metrics.ts'

/*
 * `/metrics` of processes that share a port. One of them receives the request and forwards it to the primary process,
 * which collects the metrics of all of them and sends the sums back.
 */

/** A message between a process of the service and the one that started it. */
type Message =
  | { readonly kind: 'get metrics' | 'get metrics of all' }
  | { readonly kind: 'metrics'; readonly snapshot: MetricsSnapshot }
  | { readonly kind: 'metrics of all'; readonly text: string }

/** Milliseconds that a process has to send its metrics; afterwards those that it sent before are used. */
const TIMEOUT = 1000

/** Connects the metrics of this process with those of all processes. For processes that `runWorkers` started. */
export function connectWorkerMetrics(readOwn: () => Promise<MetricsSnapshot>): CombinedMetrics {
  const waiting: ((text: string) => void)[] = []
  const sendOwn = async () => send(process, { kind: 'metrics', snapshot: await readOwn() })
  process.on('message', (message: Message) => {
    if (message.kind === 'get metrics') void sendOwn().catch(ignore)
    if (message.kind === 'metrics of all') for (const resolve of waiting.splice(0)) resolve(message.text)
  })
  return {
    read: () =>
      new Promise((resolve, reject) => {
        waiting.push(resolve)
        send(process, { kind: 'get metrics of all' }).catch(reject)
      }),
    end: () => sendOwn().catch(ignore),
  }
}

/** The metrics of all processes, in the process that started them. */
export class WorkerMetrics {
  readonly #workers = new Set<Worker>()
  #sums: SummedMetrics | undefined

  /** Includes a process, until it ends. */
  add(worker: Worker): void {
    this.#workers.add(worker)
    worker.on('message', (message: Message) => {
      if (message.kind === 'metrics') this.#sums?.set(worker.id, message.snapshot)
      if (message.kind === 'get metrics of all') void this.#answer(worker).catch(ignore)
    })
    worker.once('disconnect', () => {
      this.#workers.delete(worker)
      this.#sums?.end(worker.id)
    })
  }

  async #answer(asking: Worker): Promise<void> {
    // Loaded with the first request, because it takes memory.
    this.#sums ??= new (await import('../http/summed-metrics.ts')).SummedMetrics()
    await Promise.all(Array.from(this.#workers, (worker) => this.#refresh(worker).catch(ignore)))
    await send(asking, { kind: 'metrics of all', text: await this.#sums.text() })
  }

  async #refresh(worker: Worker): Promise<void> {
    const messages = on(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT), close: ['disconnect'] })
    await send(worker, { kind: 'get metrics' })
    for await (const [message] of messages as AsyncIterable<[Message]>) if (message.kind === 'metrics') return
  }
}

/** Sends a message. @throws Error if the other process has ended. */
const send = (to: Pick<Worker, 'send'> | NodeJS.Process, message: Message): Promise<void> =>
  new Promise((resolve, reject) => {
    to.send?.(message, undefined, {}, (failure: Error | null) => (failure ? reject(failure) : resolve()))
  })

const ignore = () => {}
