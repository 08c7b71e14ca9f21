/**
 * Remembers what was read, until the next commit of any process: callers, counts, positions of pages, ready answers.
 * Where the database has no version to compare (see `Database.version`), nothing is remembered at all. When the
 * bound is reached everything is dropped, which is rare and costs one read each.
 */
export class Memory {
  #kept = new Map<string, unknown>()
  #bytes = 0
  #version: number | undefined
  readonly #read: () => number | undefined
  readonly #limit: number

  /** @param limit bytes, as the callers estimate them. */
  constructor(read: () => number | undefined, limit = 16 * 1024 * 1024) {
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

  recall<T>(key: string): T | undefined {
    return this.#kept.get(key) as T | undefined
  }

  /**
   * The value under a key, made if it is not there. One that was being made while a commit came in is handed out but
   * not kept: it may show the state before.
   */
  async remember<T>(key: string, make: () => T | Promise<T>, bytes: (value: T) => number = () => 512): Promise<T> {
    const kept = this.#kept.get(key) as T | undefined
    if (kept !== undefined) return kept
    const version = this.#version
    const value = await make()
    if (version === this.#version) this.#keep(key, value, bytes(value))
    return value
  }

  #keep(key: string, value: unknown, bytes: number): void {
    if (this.#version === undefined || this.#kept.has(key)) return
    if (this.#bytes + bytes > this.#limit) this.forget()
    this.#kept.set(key, value)
    this.#bytes += bytes + key.length
  }
}
