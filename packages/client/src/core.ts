import { patiently } from './abort.ts'
import type { Origin, Wire } from './cache.ts'
import { type ErrorInfo, HelpdeskError, ParseError, TimeoutError, traced } from './errors.ts'
import type { ClientOptions, Send } from './client-options.ts'
import type { Events } from './diagnostics.ts'
import type * as paging from './paging.ts'
import { specs, unknownSpec } from './resources.ts'
import { Store } from './store.ts'
import type { Answer, Call, Shared, Transport } from './transport.ts'

/** Related records by model name and id, as searches and `full=true` bring them. */
export interface Assets {
  readonly [model: string]: { readonly [id: string]: Wire } | undefined
}

/** An answer with records. */
export interface Asked extends Answer {
  readonly origin: Origin
}

/** The inside of one client: its stores and what they share. */
export class ClientCore {
  readonly options: ClientOptions
  /** Start number of the latest request. */
  started = 0
  /** Learned from answers: this server does not know `ids=`. */
  ignoresIds = false
  /** Learned from answers: this server brings related records only with `full=true`. */
  searchNeedsFull = false
  readonly #transport: Transport
  #paging: Promise<typeof paging> | undefined
  readonly #stores = new Map<string, Store>()

  constructor(options: ClientOptions, transport: Transport) {
    this.options = options
    this.#transport = transport
  }

  get stats(): Shared['stats'] {
    return this.#transport.shared.stats
  }

  emit<K extends keyof Events>(event: K, what: Events[K]): void {
    this.#transport.shared.emit(event, what)
  }

  url(path: string): string {
    return this.#transport.url(path)
  }

  begin(): number {
    return ++this.started
  }

  /** Sends a call and says where its records come from. A write counts as started when it has ended. */
  async ask(call: Call): Promise<Asked> {
    const before = this.begin()
    const answer = await this.#transport.send(call)
    if (call.method === 'GET' && !(answer.value instanceof Object)) {
      throw this.failure('The answer has no records', answer, {}, ParseError)
    }
    const started = call.cause === 'write' ? this.begin() : before
    return { ...answer, origin: { started, at: performance.now() } }
  }

  readonly request: Send = async <T>(method: string, path: string, options: Parameters<Send>[2] = {}): Promise<T> => {
    const { value } = await this.#transport.send({ ...options, method, path, cause: 'raw' })
    return value as T
  }

  /** Sends a request; the body of its answer is unread. */
  open(method: string, path: string, options: Partial<Call> = {}): Promise<Answer> {
    return this.#transport.send({ ...options, method, path, cause: 'raw', raw: true })
  }

  /** The error for an answer that has a status of success but not what was asked for. */
  failure(reason: string, { info, trace }: Answer, more: ErrorInfo = {}, kind = HelpdeskError): HelpdeskError {
    return traced(new kind(reason, { ...info, ...more }), trace)
  }

  /** Kept, because asking the module system again for every page costs more than the page's own work. */
  paging(): Promise<typeof paging> {
    return (this.#paging ??= import('./paging.ts'))
  }

  /** Waits for the next piece of an answer's body, at most `ms` milliseconds. */
  async within<T>(ms: number, signal: AbortSignal | undefined, answer: Answer, work: () => Promise<T>): Promise<T> {
    try {
      return await patiently(signal, ms, () => new TimeoutError(`Nothing for ${ms} ms`, answer.info), work)
    } catch (error) {
      if (signal?.aborted) throw error
      const broken =
        error instanceof HelpdeskError ? error : this.#transport.broken('The answer broke off', error, answer.info)
      throw traced(broken, answer.trace)
    }
  }

  /** The store of a collection; made at its first use. */
  store(name: string): Store {
    let found = this.#stores.get(name)
    if (!found) this.#stores.set(name, (found = new Store(this, name, specs.get(name) ?? unknownSpec(name))))
    return found
  }

  /** Puts related records into the caches of their collections, but for `except`; unknown kinds are left alone. */
  absorbAssets(assets: Assets, origin: Origin, except?: Store): void {
    for (const [name, { model }] of specs) {
      const records = assets[model]
      if (records && name !== except?.name) this.store(name).absorb(Object.values(records), origin)
    }
  }
}
