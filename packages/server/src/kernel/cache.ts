import type { Version } from '../db/version.ts'

/**
 * Values computed from one state of the database: callers, counts, positions of pages, responses. A request uses the
 * cache of the state at which it began, even if a commit happens meanwhile: a value that it read before the commit never
 * gets into the cache of the requests that begin after the commit.
 */
export class ReadCache {
  #entries = new Map<string, unknown>()
  #bytes = 0
  readonly #limit: number
  readonly #seen: Int32Array
  readonly #counts: LookupCounts

  /**
   * @param limit total size in bytes, as estimated by the callers. When it is exceeded, all entries are dropped.
   * @param seen hashes of recently requested keys, shared by all states of the database. Its length is a power of two. A
   * typed array costs the garbage collector nothing, unlike a set of keys.
   * @param counts hits and misses, shared by all states, too.
   */
  constructor(limit: number, seen = new Int32Array(1), counts: LookupCounts = { hits: 0, misses: 0 }) {
    this.#limit = limit
    this.#seen = seen
    this.#counts = counts
  }

  // The key determines the type of the value.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  get<T>(key: string): T | undefined {
    const value = this.#entries.get(key) as T | undefined
    if (value === undefined) this.#counts.misses++
    else this.#counts.hits++
    return value
  }

  /** Returns the value of a key, and computes and stores it if it is missing. `bytes` estimates its size. */
  async getOrCompute<T>(key: string, compute: () => T | Promise<T>, bytes = 512): Promise<T> {
    const cached = this.get<T>(key)
    if (cached !== undefined) return cached
    const value = await compute()
    this.set(key, value, bytes)
    return value
  }

  set(key: string, value: unknown, bytes: number): void {
    if (bytes > this.#limit) return
    if (this.#bytes + bytes > this.#limit) this.clear()
    if (!this.#entries.has(key)) this.#bytes += bytes + key.length
    this.#entries.set(key, value)
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  /**
   * Marks a key as requested. Returns true if it was already marked recently. Values that are requested only once are not
   * worth storing: a client that reads a hundred thousand records one by one would evict everything else.
   */
  markRequested(key: string): boolean {
    let hash = 0
    for (let index = 0; index < key.length; index++) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0
    const slot = hash & (this.#seen.length - 1)
    if (this.#seen[slot] === hash) return true
    this.#seen[slot] = hash
    return false
  }
}

/** The key of the settings that administrators have changed. */
export const storedSettingsKey = 'settings'

/**
 * The cache of one transaction. It stores only the settings: most transactions read them several times, and only
 * `writeSetting` changes them. Anything else may change with each statement.
 */
export class UnitCache extends ReadCache {
  constructor() {
    super(64 * 1024)
  }

  override set(key: string, value: unknown, bytes: number): void {
    if (key === storedSettingsKey) super.set(key, value, bytes)
  }
}

/** Numbers of look-ups. */
export interface LookupCounts {
  hits: number
  misses: number
}

/**
 * Caches values until the next commit of any process. `current` returns a promise if the version of the database has to
 * be looked up.
 */
export class VersionedCache {
  #version: Version | undefined
  #current: ReadCache
  readonly #readVersion: () => Version | Promise<Version>
  readonly #limit: number
  readonly #seen = new Int32Array(1024)
  /** Look-ups since the start of the service. */
  readonly counts: LookupCounts = { hits: 0, misses: 0 }

  /** @param limit total size of the values for one state of the database, in bytes. */
  constructor(readVersion: () => Version | Promise<Version>, limit = 4 * 1024 * 1024) {
    this.#readVersion = readVersion
    this.#limit = limit
    this.#current = new ReadCache(limit, this.#seen, this.counts)
  }

  /** Returns the cache for the current state of the database. Each request gets it once and uses it until its end. */
  current(): ReadCache | Promise<ReadCache> {
    const version = this.#readVersion()
    return version instanceof Promise ? version.then((read) => this.#cacheOf(read)) : this.#cacheOf(version)
  }

  #cacheOf(version: Version): ReadCache {
    if (version !== this.#version) {
      this.#version = version
      this.#current = new ReadCache(this.#limit, this.#seen, this.counts)
    }
    return this.#current
  }
}
