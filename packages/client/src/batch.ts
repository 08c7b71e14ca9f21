import { sleep } from './abort.ts'
import type { Entry, Wire } from './cache.ts'
import { NotFoundError } from './errors.ts'
import type { BatchLoader, RequestOptions } from './options.ts'
import type { Store } from './store.ts'

interface Wish {
  readonly id: number
  readonly signal: AbortSignal
  resolve(entry: Entry): void
  reject(error: unknown): void
}

/** Collects single loads of one collection for a moment and sends them together. */
export class Batch {
  readonly #store: Store
  readonly #loader: BatchLoader
  #wishes: Wish[] = []

  constructor(store: Store, loader: BatchLoader) {
    this.#store = store
    this.#loader = loader
  }

  load(id: number, signal: AbortSignal): Promise<Entry> {
    return new Promise((resolve, reject) => {
      if (!this.#wishes.length) void sleep(this.#loader.wait ?? 0).then(() => this.#sendAll())
      this.#wishes.push({ id, signal, resolve, reject })
    })
  }

  #sendAll(): void {
    const wishes = this.#wishes.filter((wish) => !wish.signal.aborted)
    const max = this.#loader.max ?? 100
    this.#wishes = []
    for (let at = 0; at < wishes.length; at += max) void this.#send(wishes.slice(at, at + max))
  }

  async #send(wishes: Wish[]): Promise<void> {
    const [first, second] = wishes
    try {
      if (first && !second) return first.resolve(await this.#store.fetch(first.id, {}, 'load', first.signal))
      const ids = wishes.map((wish) => wish.id)
      this.#store.core.stats.batched += ids.length
      const entries = await this.#load(ids, whenAllAborted(wishes))
      for (const { id, resolve, reject } of wishes) {
        const entry = entries.get(id)
        if (entry) resolve(entry)
        else reject(absent(this.#store, id))
      }
    } catch (error) {
      for (const { reject } of wishes) reject(error)
    }
  }

  async #load(ids: number[], signal: AbortSignal): Promise<Map<number, Entry>> {
    const store = this.#store
    if (!this.#loader.load) return fetchMany(store, ids, { signal })
    const started = store.core.begin()
    const records = await this.#loader.load(ids, store.core.request, signal)
    return byId(store.absorb(records as readonly unknown[] as Wire[], { started, at: performance.now() }))
  }
}

/**
 * Many records with one list request. A server that does not know `ids=` shows it by records nobody asked for; from
 * then on each id is a request of its own.
 */
export async function fetchMany(store: Store, ids: number[], options: RequestOptions): Promise<Map<number, Entry>> {
  const { core, spec } = store
  if (!core.ignoresIds && ids.length > 1) {
    const path = `${spec.path}?ids=${ids.join()}&page=1&per_page=${ids.length}&expand=false`
    const { value, origin } = await core.ask({ ...options, method: 'GET', path, cause: 'batch' })
    const wanted = new Set<unknown>(ids)
    const records = value as Wire[]
    core.ignoresIds = !records.every((record) => wanted.has(record['id']))
    if (!core.ignoresIds) return byId(store.absorb(records, origin))
  }
  const entries = new Map<number, Entry>()
  await Promise.all(
    ids.map(async (id) => {
      const entry = await store.load(id, options, () => undefined).catch(ignoreMissing)
      if (entry) entries.set(id, entry)
    }),
  )
  return entries
}

/** The error for an id that was asked for together with others and did not come. */
export function absent(store: Store, id: number): NotFoundError {
  return new NotFoundError(`${store.spec.model} ${id} was not in the answer`, {
    status: 404,
    collection: store.name,
    recordId: id,
  })
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error
}

function byId(entries: Entry[]): Map<number, Entry> {
  return new Map(entries.map((entry) => [Number(entry.record['id']), entry]))
}

function whenAllAborted(wishes: Wish[]): AbortSignal {
  const controller = new AbortController()
  let left = wishes.length
  for (const { signal } of wishes) {
    signal.addEventListener('abort', () => --left || controller.abort(signal.reason), { once: true })
  }
  return controller.signal
}
