/**
 * Remembers what was read, until the next commit of any process: callers, counts, positions of pages, ready answers.
 * Where the database has no version to compare (see `Database.version`), nothing is remembered at all. When the
 * bound is reached everything is dropped, which is rare and costs one read each.
 */
export class Memory {
  #kept = new Map<string, unknown>()
  #seen = new Set<string>()
  #bytes = 0
  #version: number | undefined
  readonly #read: () => number | undefined
  readonly #limit: number

  /** @param limit bytes, as the callers estimate them. */
  constructor(read: () => number | undefined, limit = 4 * 1024 * 1024) {
    this.#read = read
    this.#limit = limit
  }

  /** Forgets everything if there was a commit. Called once at the begin of each request. */
  refresh(): void {
    const version = this.#read()
    if (version === this.#version && version !== undefined) return
    this.#version = version
    this.forget()
  }

  forget(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  // Whoever keeps something knows its type; the key says which it is.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  recall<T>(key: string): T | undefined {
    return this.#kept.get(key) as T | undefined
  }

  drop(key: string): void {
    this.#kept.delete(key)
  }

  /**
   * The value under a key, made if it is not there. One that was being made while a commit came in is handed out but
   * not kept: it may show the state before.
   */
  async remember<T>(key: string, make: () => T | Promise<T>, bytes = 512): Promise<T> {
    const kept = this.#kept.get(key) as T | undefined
    if (kept !== undefined) return kept
    const version = this.#version
    const value = await make()
    this.keep(key, value, bytes, version)
    return value
  }

  /** The state that is being read; what was made from it is kept with it. */
  get version(): number | undefined {
    return this.#version
  }

  /** Keeps what was made while `version` was the state. */
  keep(key: string, value: unknown, bytes: number, version: number | undefined): void {
    if (version === undefined || version !== this.#version || this.#kept.has(key)) return
    if (this.#bytes + bytes > this.#limit) this.forget()
    this.#kept.set(key, value)
    this.#bytes += bytes + key.length
  }

  /**
   * Whether the key was asked about before, lately. What is asked for once only is not worth keeping: a walk through a
   * hundred thousand records would push out everything else.
   */
  again(key: string): boolean {
    if (this.#seen.has(key)) return true
    if (this.#seen.size >= 4096) this.#seen.clear()
    this.#seen.add(key)
    return false
  }
}
