import { withDeadline } from './abort.ts'
import type { Entry, Origin } from './cache.ts'
import type { ClientOptions, Send } from './client-options.ts'
import type { Events } from './diagnostics.ts'
import { type ErrorInfo, HelpdeskError, ParseError, TimeoutError } from './errors.ts'
import type { Model } from './model.ts'
import { traced } from './traces.ts'
import type { Assets, Core, EventPosition, RecordResult } from './internals.ts'
import { specs, unknownSpec } from './resources.ts'
import { RecordStore } from './store.ts'
import type { CallResult, Shared, Transport } from './transport.ts'
import type { Call } from './call.ts'

/** The stores of one client, and the state that they share. */
export class ClientCore implements Core {
  readonly options: ClientOptions
  latestStartNumber = 0
  ignoresIds = false
  searchNeedsFull = false
  position: EventPosition | undefined
  readonly #transport: Transport
  readonly #stores = new Map<string, RecordStore>()

  constructor(options: ClientOptions, transport: Transport) {
    this.options = options
    this.#transport = transport
  }

  get stats(): Shared['stats'] {
    return this.#transport.shared.stats
  }

  emit<K extends keyof Events>(event: K, details: Events[K]): void {
    this.#transport.shared.emit(event, details)
  }

  on<K extends keyof Events>(event: K, listener: (details: Events[K]) => void): () => void {
    return this.#transport.shared.on(event, listener)
  }

  url(path: string): string {
    return this.#transport.url(path)
  }

  nextStartNumber(): number {
    return ++this.latestStartNumber
  }

  async send(call: Call): Promise<RecordResult> {
    const numberAtStart = this.nextStartNumber()
    const result = await this.#transport.send(call)
    if (call.method === 'GET' && !(result.value instanceof Object)) {
      throw this.failure('The response has no records', result, {}, ParseError)
    }
    // A write is numbered when it has ended, because reads that started during it may return the previous state.
    const startNumber = call.cause === 'write' ? this.nextStartNumber() : numberAtStart
    return { ...result, origin: { startNumber, arrived: performance.now() } }
  }

  readonly request: Send = async <T>(method: string, path: string, options: Parameters<Send>[2] = {}): Promise<T> => {
    const startNumber = this.nextStartNumber()
    const { value } = await this.#transport.send({ ...options, method, path, cause: 'raw' })
    const { assets } = (value ?? {}) as { assets?: Assets }
    if (assets && method === 'GET') this.cacheAssets(assets, { startNumber, arrived: performance.now() })
    return value as T
  }

  open(method: string, path: string, options: Partial<Call> = {}): Promise<CallResult> {
    return this.#transport.send({ ...options, method, path, cause: 'raw', raw: true })
  }

  failure(reason: string, { info, trace }: CallResult, more: ErrorInfo = {}, kind = HelpdeskError): HelpdeskError {
    return traced(new kind(reason, { ...info, ...more }), trace)
  }

  async withTimeout<T>(
    ms: number,
    signal: AbortSignal | undefined,
    result: CallResult,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await withDeadline(signal, ms, () => new TimeoutError(`No data for ${ms} ms`, result.info), work)
    } catch (error) {
      if (signal?.aborted) throw error
      const failure =
        error instanceof HelpdeskError
          ? error
          : this.#transport.connectionError('The response was cut off', error, result.info)
      throw traced(failure, result.trace)
    }
  }

  store(name: string): RecordStore {
    let store = this.#stores.get(name)
    if (!store) this.#stores.set(name, (store = new RecordStore(this, name, specs.get(name) ?? unknownSpec(name))))
    return store
  }

  cacheAssets(assets: Assets, origin: Origin, except?: RecordStore): void {
    for (const [name, { model }] of specs) {
      const records = assets[model]
      if (records && name !== except?.name) this.store(name).cacheRecords(Object.values(records), origin)
    }
  }

  applyRecord(collection: string, record: Model): Entry {
    const origin = { startNumber: this.nextStartNumber(), arrived: performance.now() }
    return this.store(collection).cacheRecord({ ...record }, origin)
  }

  clear(): void {
    this.position = undefined
    for (const { cache } of this.#stores.values()) cache.clear()
  }
}
