import type { Entry, WireRecord } from './cache.ts'
import type { BatchLoader } from './client-options.ts'
import type { LoadedObject, Store, Via } from './internals.ts'
import type { List } from './list-types.ts'
import type { LoadOptions } from './options.ts'
import type { Range, Source } from './range.ts'

/** Maximum number of ids in one request. */
const MAX_IDS = 1000

/** Returns records by id: from the cache, and the others with as few requests as the server allows. */
export async function many(
  store: Store,
  ids: number[],
  options: LoadOptions,
): Promise<Map<number, LoadedObject | Error>> {
  const results = new Map<number, Entry | Error | undefined>(
    ids.map((id) => [id, store.cache.use(id, options.expand, options.maxAge)]),
  )
  const missing = [...results.keys()].filter((id) => !results.get(id))
  for (let start = 0; start < missing.length; start += MAX_IDS) {
    const received = await fetchMany(store, missing.slice(start, start + MAX_IDS), options)
    for (const [id, result] of received) results.set(id, result)
  }
  return new Map(
    [...results].map(([id, result]) => [
      id,
      result instanceof Error ? result : store.make(result as Entry, options.expand),
    ]),
  )
}

/** Visits every item, `concurrency` at a time; the first failure aborts the other visits and the list's request. */
export async function each<T>(
  listWith: (signal: AbortSignal) => AsyncIterable<T>,
  visit: (item: T, signal: AbortSignal) => unknown,
  concurrency: number,
  outerSignal: AbortSignal | undefined,
): Promise<void> {
  const controller = new AbortController()
  const signal = outerSignal ? AbortSignal.any([controller.signal, outerSignal]) : controller.signal
  const items = listWith(signal)[Symbol.asyncIterator]()
  const work = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await visit(next.value, signal)
  }
  try {
    await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work))
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    void items.return?.()
  }
}

/** Returns the number of items: from one response if the server sends totals, otherwise counted page by page. */
export async function count<T>(list: List<T>, source: Source<T>, { page, perPage, limit }: Range): Promise<number> {
  const total = await source.total()
  if (total !== undefined) return Math.max(0, Math.min(limit, total - (page - 1) * perPage))
  let counted = 0
  for await (const { items } of list.pages()) counted += items.length
  return counted
}

/**
 * Requests many records with one list request; returns an error for each that does not exist. A server that ignores `ids=`
 * returns other records; from then on each id has its own request.
 */
async function fetchMany(store: Store, ids: number[], options: LoadOptions): Promise<Map<number, Entry | Error>> {
  const { core, spec } = store
  if (!core.ignoresIds && ids.length > 1) {
    const { expand = false } = options
    const path = `${spec.path}?ids=${ids.join()}&page=1&per_page=${ids.length}&expand=${expand}`
    const result = await core.send({ ...options, method: 'GET', path, cause: 'batch' })
    const records = result.value as WireRecord[]
    if (!Array.isArray(records)) throw core.failure('The response is not a list', result)
    const requestedIds = new Set<unknown>(ids)
    core.ignoresIds = !records.every((record) => requestedIds.has(record['id']))
    if (!core.ignoresIds) {
      const entries = byId(store.cacheRecords(records, result.origin, expand || spec.alwaysExpanded))
      return new Map(ids.map((id) => [id, entries.get(id) ?? store.notFound(id, result)]))
    }
  }
  return new Map(await Promise.all(ids.map(async (id) => [id, await fetchOne(store, id, options)] as const)))
}

/** Requests one of many records. It does not join a pending read, because that read may be waiting for this batch. */
async function fetchOne(store: Store, id: number, options: LoadOptions): Promise<Entry | Error> {
  try {
    return await store.fetch(id, options, 'batch', options.signal)
  } catch (error) {
    if (error instanceof Error && (error as { status?: number }).status === 404) return error
    throw error
  }
}

/** A load that waits for its batch. */
interface PendingLoad {
  readonly id: number
  readonly signal: AbortSignal
  readonly resolve: (entry: Entry) => void
  readonly reject: (error: unknown) => void
}

/** Collects single loads of one collection and sends them in batches. */
export class Batch {
  readonly #store: Store
  readonly #loader: BatchLoader
  #pending: PendingLoad[] = []

  constructor(store: Store, loader: BatchLoader) {
    this.#store = store
    this.#loader = loader
  }

  /** Loads a record. With `via`, the same relation of the other records on the page is loaded, too. */
  load(id: number, signal: AbortSignal, via: Via | undefined): Promise<Entry> {
    return new Promise((resolve, reject) => {
      if (!this.#pending.length) setTimeout(() => this.#sendAll(), this.#loader.wait ?? 0)
      this.#pending.push({ id, signal, resolve, reject })
      for (const sibling of new Set(via?.origin.page?.map((record) => record[via.field]))) {
        if (typeof sibling !== 'number' || sibling === id || this.#store.cache.has(sibling)) continue
        // A failure is reported when the sibling itself is read.
        this.#store.load(sibling, {}, () => undefined).catch(() => undefined)
      }
    })
  }

  #sendAll(): void {
    const loads = this.#pending.filter((load) => !load.signal.aborted)
    const max = this.#loader.max ?? 100
    this.#pending = []
    for (let start = 0; start < loads.length; start += max) void this.#send(loads.slice(start, start + max))
  }

  async #send(loads: PendingLoad[]): Promise<void> {
    const store = this.#store
    const [first, second] = loads
    try {
      if (first && !second) return first.resolve(await store.fetch(first.id, {}, 'load', first.signal))
      const ids = loads.map((load) => load.id)
      store.core.stats.batched += ids.length
      const results = await this.#load(ids, whenAllAborted(loads))
      for (const { id, resolve, reject } of loads) {
        const result = results.get(id) ?? store.notFound(id)
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of loads) reject(error)
    }
  }

  async #load(ids: number[], signal: AbortSignal): Promise<Map<number, Entry | Error>> {
    const store = this.#store
    const loader = this.#loader
    if (!loader.load) return fetchMany(store, ids, { signal })
    const startNumber = store.core.nextStartNumber()
    const records = await loader.load(ids, store.core.request, signal)
    const origin = { startNumber, arrived: performance.now() }
    return byId(store.cacheRecords(records as readonly unknown[] as WireRecord[], origin))
  }
}

function byId(entries: Entry[]): Map<number, Entry> {
  return new Map(entries.map((entry) => [Number(entry.record['id']), entry]))
}

function whenAllAborted(loads: PendingLoad[]): AbortSignal {
  const controller = new AbortController()
  let pending = loads.length
  for (const { signal } of loads) {
    signal.addEventListener('abort', () => --pending || controller.abort(signal.reason), { once: true })
  }
  return controller.signal
}
