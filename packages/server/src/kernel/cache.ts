/**
 * What was read from one state of the database: callers, counts, positions of pages, ready answers. Whoever began to
 * read at an older state keeps in that one, which nobody asks any more, so that nothing that was read before a commit
 * is ever taken for what holds after it.
 */
export class ReadCache {
  #entries = new Map<string, unknown>()
  #bytes = 0
  readonly #limit: number
  readonly #seen: Int32Array

  /**
   * @param limit bytes, as the callers estimate them. When it is reached everything is dropped, which is rare and costs
   * one read each.
   * @param seen hashes of what was asked for lately, at this state or before: a set of the keys themselves would be moved
   * about by each garbage collection.
   */
  constructor(limit: number, seen = new Int32Array(1)) {
    this.#limit = limit
    this.#seen = seen
  }

  // Whoever keeps something knows its type; the key says which it is.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  get<T>(key: string): T | undefined {
    return this.#entries.get(key) as T | undefined
  }

  /** The value under a key, made if it is not there. */
  async getOrCompute<T>(key: string, make: () => T | Promise<T>, bytes = 512): Promise<T> {
    const kept = this.#entries.get(key) as T | undefined
    if (kept !== undefined) return kept
    const value = await make()
    this.set(key, value, bytes)
    return value
  }

  set(key: string, value: unknown, bytes: number): void {
    if (bytes > this.#limit) return
    if (this.#bytes + bytes > this.#limit) {
      this.#entries.clear()
      this.#bytes = 0
    }
    if (!this.#entries.has(key)) this.#bytes += bytes + key.length
    this.#entries.set(key, value)
  }

  /**
   * Whether the key was asked about before, lately. What is asked for once only is not worth keeping: a walk through a
   * hundred thousand records would push out everything else.
   */
  seenBefore(key: string): boolean {
    let hash = 0
    for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
    const at = hash & (this.#seen.length - 1)
    if (this.#seen[at] === hash) return true
    this.#seen[at] = hash
    return false
  }
}

/**
 * Remembers what was read, until the next commit of any process. Where the database has no version to compare (see
 * `Database.version`), nothing is remembered at all.
 */
export class VersionedCache {
  #version: number | undefined
  #current: ReadCache
  readonly #read: () => number | undefined
  readonly #limit: number
  readonly #seen = new Int32Array(1024)

  /** @param limit bytes. */
  constructor(read: () => number | undefined, limit = 4 * 1024 * 1024) {
    this.#read = read
    this.#limit = limit
    this.#current = new ReadCache(0, this.#seen)
  }

  /** What is known of the state that is there now. Asked for at the begin of each request, and used to its end. */
  current(): ReadCache {
    const version = this.#read()
    if (version !== this.#version) {
      this.#version = version
      this.#current = new ReadCache(version === undefined ? 0 : this.#limit, this.#seen)
    }
    return this.#current
  }
}
