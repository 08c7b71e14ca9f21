import { defineAttributes } from './attributes.ts'
import { Cache, type Entry, type Origin, type WireRecord } from './cache.ts'
import type { BatchLoader } from './client-options.ts'
import { type HelpdeskError, NotFoundError, ParseError } from './errors.ts'
import { SharedRequest } from './shared-request.ts'
import type { Assets, Core, LoadedObject, ReadCause, Spec, Store, Via } from './internals.ts'
import { loadLater } from './load-later.ts'
import { loadedClass } from './loaded.ts'
import type { Batch } from './many.ts'
import type { LoadOptions } from './options.ts'
import { pathClass, referenceClass } from './reference.ts'
import type { CallResult } from './transport.ts'

/** One collection of one client. `Store` describes its members. */
export class RecordStore implements Store {
  readonly core: Core
  readonly name: string
  readonly spec: Spec
  readonly cache: Cache<LoadedObject>
  readonly Reference: Store['Reference']
  readonly Path: Store['Path']
  readonly Loaded: Store['Loaded']
  readonly #pending = new Map<string, SharedRequest<Entry>>()
  /** Reloads that have just started. An equal reload that the same synchronous code calls shares the request. */
  readonly #reloads = new Map<string, SharedRequest<Entry>>()
  readonly #loader: BatchLoader | undefined
  #batch: Promise<Batch> | undefined

  constructor(core: Core, name: string, spec: Spec) {
    this.core = core
    this.name = name
    this.spec = spec
    this.cache = new Cache(
      (entry) => this.make(entry),
      () => core.latestStartNumber + 1,
    )
    this.cache.maxSize = core.options.cache?.[name] ?? -1
    this.Reference = referenceClass(this)
    this.Path = pathClass(this)
    this.Loaded = loadedClass(this)
    defineAttributes(this, core.options.attributes?.[name] ?? [])
    this.#loader = core.options.batch?.[name]
  }

  path(id: number): string {
    return `${this.spec.path}/${id}`
  }

  make(entry: Entry, expanded = false): LoadedObject {
    return new this.Loaded((expanded && entry.expanded) || entry.record, entry.origin)
  }

  cachePage(records: readonly WireRecord[], origin: Origin, expanded: boolean, incomplete: boolean): LoadedObject[] {
    if (records[0]) defineAttributes(this, Object.keys(records[0]))
    if (!incomplete) this.cache.storePage(records, expanded, origin)
    return records.map((record) => new this.Loaded(Object.freeze(record), origin))
  }

  cacheRecords(records: readonly WireRecord[], origin: Origin, expanded = false): Entry[] {
    // All records of one response have the same attributes, custom ones included.
    if (records[0]) defineAttributes(this, Object.keys(records[0]))
    return records.map((record) => this.cache.store(Number(record['id']), Object.freeze(record), expanded, origin))
  }

  cacheRecord(record: unknown, origin: Origin, expanded = false): Entry {
    return this.cacheRecords([record as WireRecord], origin, expanded)[0] as Entry
  }

  load(id: number, options: LoadOptions, keep: (entry: Entry) => void, via?: Via): Promise<Entry> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason)
    const cached = options.sideload ? undefined : this.cache.use(id, options.expand, options.maxAge)
    if (cached) {
      this.core.stats.cacheHits++
      keep(cached)
      return Promise.resolve(cached)
    }
    const request = this.#findPending(id, options)
    if (request) this.core.stats.joined++
    else if (via) this.#countLoop(via)
    return (request ?? this.#startLoad(id, options, via)).join(options.signal, keep)
  }

  reload(id: number, options: LoadOptions, keep: (entry: Entry) => void): Promise<Entry> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason)
    const key = requestKey(id, options)
    let request = this.#reloads.get(key)
    if (!request) {
      request = this.#startRequest(id, options, 'reload')
      this.#reloads.set(key, request)
      queueMicrotask(() => this.#reloads.delete(key))
    }
    return request.join(options.signal, keep)
  }

  forgetMissing(id: number, error: unknown): void {
    if (error instanceof NotFoundError) this.cache.delete(id)
  }

  notFound(id: number, result?: CallResult): HelpdeskError {
    const reason = `${this.spec.model} ${id} was not in the response`
    const about = { status: 404, collection: this.name, recordId: id }
    return result ? this.core.failure(reason, result, about, NotFoundError) : new NotFoundError(reason, about)
  }

  /** Returns a pending request that a read can join. A plain read can join an expanded one. */
  #findPending(id: number, options: LoadOptions): SharedRequest<Entry> | undefined {
    if (isExclusive(options)) return undefined
    const keys = options.sideload ? ['full'] : options.expand ? ['expand'] : ['', 'expand', 'full']
    return keys.map((kind) => this.#pending.get(id + kind)).find(Boolean)
  }

  #startLoad(id: number, options: LoadOptions, via: Via | undefined): SharedRequest<Entry> {
    const batched = this.#loader && !options.expand && !options.sideload
    return this.#startRequest(id, options, batched ? 'batch' : 'load', via)
  }

  #startRequest(id: number, options: LoadOptions, cause: ReadCause, via?: Via): SharedRequest<Entry> {
    const key = requestKey(id, options)
    const request: SharedRequest<Entry> = new SharedRequest(
      (signal) => (cause === 'batch' ? this.#loadInBatch(id, signal, via) : this.fetch(id, options, cause, signal)),
      () => {
        if (this.#pending.get(key) === request) this.#pending.delete(key)
      },
      cause === 'batch',
    )
    if (!isExclusive(options)) this.#pending.set(key, request)
    return request
  }

  async #loadInBatch(id: number, signal: AbortSignal, via: Via | undefined): Promise<Entry> {
    this.#batch ??= loadLater(async ({ Batch }) => new Batch(this, this.#loader ?? {}))
    return (await this.#batch).load(id, signal, via)
  }

  async fetch(id: number, options: LoadOptions, cause: ReadCause, signal: AbortSignal | undefined): Promise<Entry> {
    const { expand = false, sideload = false } = options
    const result = await this.core
      .send({
        ...options,
        method: 'GET',
        path: this.path(id),
        query: sideload ? { full: true } : expand ? { expand } : {},
        signal,
        cause,
        about: { collection: this.name, recordId: id },
      })
      .catch((error: unknown) => {
        this.forgetMissing(id, error)
        throw error
      })
    const { value, origin } = result
    const { assets } = value as { assets?: Assets }
    const own = sideload ? assets?.[this.spec.model]?.[id] : (value as WireRecord)
    if (Number(own?.['id']) !== id)
      throw this.core.failure(`The response is not ${this.spec.model} ${id}`, result, {}, ParseError)
    if (sideload && assets) this.core.cacheAssets(assets, origin)
    return this.cacheRecord(own, origin, expand || this.spec.alwaysExpanded)
  }

  /** Emits `lazyLoop` at the sixth load of one relation from one page, because one request could replace these loads. */
  #countLoop({ origin, relation }: Via): void {
    const loads = (origin.loads ??= new Map())
    const count = (loads.get(relation) ?? 0) + 1
    loads.set(relation, count)
    if (count !== 6 || this.#loader) return
    const hint = `use search, ${this.name}.many(ids) or a larger cache`
    this.core.emit('lazyLoop', { collection: this.name, count, hint })
  }
}

/** Returns true if other reads must not join the request: its headers may change the response, or it needs its own response. */
function isExclusive({ headers, onResponse }: LoadOptions): boolean {
  return Boolean(headers || onResponse)
}

function requestKey(id: number, { expand, sideload }: LoadOptions): string {
  return id + (sideload ? 'full' : expand ? 'expand' : '')
}
