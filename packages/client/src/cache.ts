import type { RecordCache } from './collection-types.ts'

/** A record as it came over the wire. */
export interface Wire {
  readonly [name: string]: unknown
}

/** Where the records of one answer come from. */
export interface Origin {
  /** Requests are numbered when they start, so that an old answer that arrives late does not replace a newer one. */
  readonly started: number
  /** When the answer arrived, in milliseconds of the monotonic clock. */
  readonly at: number
  /** Number of single loads from items of this answer, by relation; `lazyLoop` warns when there are many. */
  loads?: Map<string, number>
  /** The page the records came on, kept only where relations are loaded in batches. */
  page?: readonly Wire[]
}

/** One state of a record. Immutable: objects keep the state they have when a newer entry replaces it. */
export interface Entry {
  readonly record: Wire
  /** The answer with names and extra attributes, when it is of the same state as `record`. */
  readonly expanded: Wire | undefined
  readonly origin: Origin
}

/** The newest known entry of each id, in order of use. `make` turns an entry into a loaded object for `peek`. */
export class Cache<T> implements RecordCache<T> {
  maxAge = Infinity
  readonly stats = { hits: 0, misses: 0, evictions: 0 }
  readonly #indexed = new Map<number, Entry>()
  /** Pages whose records are indexed at the next look into the cache: a loop over a list alone needs no index. */
  #pages: { records: readonly Wire[]; expanded: boolean; origin: Origin }[] = []
  /** Start numbers of deletions, so that an answer to an earlier request does not bring a deleted record back. */
  readonly #deleted = new Map<number, number>()
  #maxSize = -1
  /** Answers to requests that started before the last `clear()` are not stored. */
  #clearedAt = 0
  readonly #make: (entry: Entry) => T
  readonly #now: () => number

  /** `now` returns the start number of the next request. */
  constructor(make: (entry: Entry) => T, now: () => number) {
    this.#make = make
    this.#now = now
  }

  get maxSize(): number {
    return this.#maxSize
  }

  set maxSize(size: number) {
    if (typeof size !== 'number' || Number.isNaN(size)) throw new RangeError('maxSize must be a number')
    this.#index()
    this.#maxSize = size < 0 || size === Infinity ? -1 : Math.trunc(size)
    this.#trim()
  }

  get max_size(): number {
    return this.#maxSize
  }

  set max_size(size: number) {
    this.maxSize = size
  }

  get size(): number {
    return this.#entries.size
  }

  has(id: number): boolean {
    return this.#entries.has(id)
  }

  peek(id: number): T | undefined {
    const entry = this.#entries.get(id)
    return entry && this.#make(entry)
  }

  age(id: number): number | undefined {
    const entry = this.#entries.get(id)
    return entry && performance.now() - entry.origin.at
  }

  keys(): IterableIterator<number> {
    return this.#entries.keys()
  }

  delete(id: number): boolean {
    const had = this.#entries.delete(id)
    this.#deleted.set(id, this.#now())
    return had
  }

  evict({ maxAge }: { maxAge: number }): number {
    const oldest = performance.now() - maxAge
    let count = 0
    for (const [id, entry] of this.#entries) {
      if (entry.origin.at < oldest && this.#entries.delete(id)) count++
    }
    this.stats.evictions += count
    return count
  }

  clear(): void {
    this.#pages = []
    this.#indexed.clear()
    this.#deleted.clear()
    this.#clearedAt = this.#now()
  }

  /** The entry, if it has what is needed and is young enough; counts as a use. */
  use(id: number, expanded = false, maxAge = this.maxAge): Entry | undefined {
    const entry = this.#entries.get(id)
    if (!entry || (expanded && !entry.expanded) || performance.now() - entry.origin.at > maxAge) {
      this.stats.misses++
      return undefined
    }
    this.stats.hits++
    this.#entries.delete(id)
    this.#entries.set(id, entry)
    return entry
  }

  /** The entry, without counting as a use. */
  known(id: number): Entry | undefined {
    return this.#entries.get(id)
  }

  /** Stores a received record unless a newer one is there; returns its entry in both cases. */
  store(id: number, record: Wire, expanded: boolean, origin: Origin): Entry {
    const old = this.#entries.get(id)
    const { started } = origin
    const entry = { record, expanded: expanded ? record : old && sameState(old, record), origin }
    // Rows without an id, as in reports, cannot be looked up.
    if (!id || this.#maxSize === 0 || started < this.#clearedAt) return entry
    if (this.#deleted.size && started < (this.#deleted.get(id) ?? 0)) return entry
    if (old) {
      if (isNewer(old, record, started)) return entry
      this.#entries.delete(id)
    }
    this.#entries.set(id, entry)
    if (this.#maxSize > 0) this.#trim()
    return entry
  }

  /** Stores a page of records as `store` does each of them, later where nothing has to be dropped for them. */
  storePage(records: readonly Wire[], expanded: boolean, origin: Origin): void {
    if (this.#maxSize === 0) return
    this.#pages.push({ records, expanded, origin })
    if (this.#maxSize > 0) this.#index()
  }

  get #entries(): Map<number, Entry> {
    if (this.#pages.length) this.#index()
    return this.#indexed
  }

  #index(): void {
    const pages = this.#pages
    this.#pages = []
    for (const { records, expanded, origin } of pages) {
      for (const record of records) this.store(Number(record['id']), record, expanded, origin)
    }
  }

  #trim(): void {
    if (this.#maxSize < 0) return
    for (const id of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxSize) return
      this.#entries.delete(id)
      this.stats.evictions++
    }
  }
}

/** The expanded part of an entry, where it is of the same state as `record`. */
function sameState(entry: Entry, record: Wire): Wire | undefined {
  const time = record['updated_at']
  return time !== undefined && entry.record['updated_at'] === time ? entry.expanded : undefined
}

/** Compares the server's times where there are any, else the order in which the requests started. */
function isNewer(entry: Entry, record: Wire, started: number): boolean {
  const cached = entry.record['updated_at']
  const received = record['updated_at']
  return (
    entry.origin.started > started || (typeof cached === 'string' && typeof received === 'string' && cached > received)
  )
}
