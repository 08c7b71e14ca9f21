import type { RecordCache } from './collection-types.ts'

/** A record as the server sent it. */
export interface WireRecord {
  readonly [name: string]: unknown
}

/** The response that records come from. */
export interface Origin {
  /**
   * Start number of the request: requests are numbered in the order in which they start. It keeps an old response that
   * arrives late from replacing a newer one.
   */
  readonly startNumber: number
  /** Time of arrival, in milliseconds of the monotonic clock. */
  readonly arrived: number
  /** How many related records were loaded one by one for the items of this response, by relation. A high number causes a
   * `lazyLoop` event.
   */
  loads?: Map<string, number>
  /** All records of the page; present only if relations are loaded in batches. */
  page?: readonly WireRecord[]
}

/** One state of a record. Immutable: loaded objects keep their state when a newer entry replaces it in the cache. */
export interface Entry {
  readonly record: WireRecord
  /** The expanded form of the same state, with names and extra attributes, if it is known. */
  readonly expanded: WireRecord | undefined
  readonly origin: Origin
}

/** The newest known entry of each id, least recently used first. */
export class Cache<T> implements RecordCache<T> {
  maxAge = Infinity
  readonly stats = { hits: 0, misses: 0, evictions: 0 }
  /** Called after `store` has added a record, and after `delete`. */
  onChange: ((id: number) => void) | undefined
  readonly #indexed = new Map<number, Entry>()
  /** Pages whose records are indexed at the next access to the cache, because a loop over a list alone needs no index. */
  #pages: { records: readonly WireRecord[]; expanded: boolean; origin: Origin }[] = []
  /**
   * For each deleted id, the start number of the first request after the deletion: responses to earlier requests do not
   * restore the record.
   */
  readonly #deleted = new Map<number, number>()
  #maxSize = -1
  /** Start number of the first request after the last `clear()`. Responses to earlier requests are not stored. */
  #firstAfterClear = 0
  readonly #make: (entry: Entry) => T
  readonly #nextStart: () => number

  /** `make` turns an entry into a loaded object for `peek`; `nextStart` returns the start number of the next request. */
  constructor(make: (entry: Entry) => T, nextStart: () => number) {
    this.#make = make
    this.#nextStart = nextStart
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
    return entry && performance.now() - entry.origin.arrived
  }

  keys(): IterableIterator<number> {
    return this.#entries.keys()
  }

  delete(id: number): boolean {
    const had = this.#entries.delete(id)
    this.#deleted.set(id, this.#nextStart())
    this.onChange?.(id)
    return had
  }

  evict({ maxAge }: { maxAge: number }): number {
    const oldest = performance.now() - maxAge
    let count = 0
    for (const [id, entry] of this.#entries) {
      if (entry.origin.arrived < oldest && this.#entries.delete(id)) count++
    }
    this.stats.evictions += count
    return count
  }

  clear(): void {
    this.#pages = []
    this.#indexed.clear()
    this.#deleted.clear()
    this.#firstAfterClear = this.#nextStart()
  }

  /** Returns the entry if it is at most `maxAge` milliseconds old and, with `expanded`, has the expanded form; counts as a use. */
  use(id: number, expanded = false, maxAge = this.maxAge): Entry | undefined {
    const entry = this.#entries.get(id)
    if (!entry || (expanded && !entry.expanded) || performance.now() - entry.origin.arrived > maxAge) {
      this.stats.misses++
      return undefined
    }
    this.stats.hits++
    this.#entries.delete(id)
    this.#entries.set(id, entry)
    return entry
  }

  /** Returns the entry without counting as a use. */
  known(id: number): Entry | undefined {
    return this.#entries.get(id)
  }

  /** Stores a received record unless the cache has a newer one; returns the entry of the received record in both cases. */
  store(id: number, record: WireRecord, expanded: boolean, origin: Origin): Entry {
    const old = this.#entries.get(id)
    const { startNumber } = origin
    const entry = { record, expanded: expanded ? record : old && expandedIfSame(old, record), origin }
    // Rows without an id, as in reports, cannot be looked up.
    if (!id || this.#maxSize === 0 || startNumber < this.#firstAfterClear) return entry
    if (this.#deleted.size && startNumber < (this.#deleted.get(id) ?? 0)) return entry
    if (old) {
      if (isNewer(old, record, startNumber)) return entry
      this.#entries.delete(id)
    }
    this.#entries.set(id, entry)
    if (this.#maxSize > 0) this.#trim()
    this.onChange?.(id)
    return entry
  }

  /** Stores a page of records like `store`, but indexes them later if the cache has neither a size limit nor a listener. */
  storePage(records: readonly WireRecord[], expanded: boolean, origin: Origin): void {
    if (this.#maxSize === 0) return
    this.#pages.push({ records, expanded, origin })
    if (this.#maxSize > 0 || this.onChange) this.#index()
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

/** Returns the expanded form of an entry if it has the same state as `record`. */
function expandedIfSame(entry: Entry, record: WireRecord): WireRecord | undefined {
  const time = record['updated_at']
  return time !== undefined && entry.record['updated_at'] === time ? entry.expanded : undefined
}

/** Returns true if the entry is newer than a received record: its request started later, or its time of change is later. */
function isNewer(entry: Entry, record: WireRecord, startNumber: number): boolean {
  const cached = entry.record['updated_at']
  const received = record['updated_at']
  return (
    entry.origin.startNumber > startNumber ||
    (typeof cached === 'string' && typeof received === 'string' && cached > received)
  )
}
