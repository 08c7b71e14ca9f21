import type { NewWrite, QueuedWrite } from './write-types.ts'

/** The stored writes of this device, ordered by id. */
export interface WriteTable {
  list: () => Promise<readonly QueuedWrite[]>
  put: (write: QueuedWrite) => Promise<unknown>
  /**
   * Adds a write after all others of this device, and deletes its draft in the same transaction, so that the text is
   * never stored twice. A newer draft with the same key is kept. Resolves to the id of the write.
   */
  add: (write: Omit<QueuedWrite, 'id'>) => Promise<number>
  delete: (id: number) => Promise<unknown>
}

/** The result of an attempt to send a write. */
export type Attempt =
  | { readonly kind: 'done'; readonly response: unknown }
  /** The service refused it for good. */
  | { readonly kind: 'refused'; readonly reason: string; readonly error?: unknown; readonly isConflict?: boolean }
  /** There is no connection or no session, so it is sent again later. */
  | { readonly kind: 'later' }

/** The result of a write. */
export interface WriteResult {
  readonly write: QueuedWrite
  readonly response?: unknown
  readonly refusal?: string
  /** The error, if it was refused. */
  readonly error?: unknown
  /** True if it waited for the connection, so that the user may have forgotten it. */
  readonly isLate: boolean
}

export interface QueueOptions {
  readonly table: WriteTable
  readonly send: (write: QueuedWrite) => Promise<Attempt>
  /** Runs work while no other tab is running any. */
  readonly withLock: (work: () => Promise<void>) => Promise<void>
  /** Notifies the other tabs of a change of the table. */
  readonly notifyTabs?: () => void
}

/** Milliseconds after which waiting writes are sent again, unless the connection is back earlier. */
const RETRY_DELAY = 15_000

/**
 * Sends writes in order, each exactly once: they are stored on this device before they are sent, and deleted once the service
 * has accepted them; a write that is sent again has the same idempotency key. One tab sends at a time, for all tabs.
 */
export class WriteQueue {
  readonly #options: QueueOptions
  readonly #listeners = new Set<() => void>()
  readonly #resultListeners = new Set<(result: WriteResult) => void>()
  readonly #startedAt = Date.now()
  #writes: readonly QueuedWrite[] = []
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(options: QueueOptions) {
    this.#options = options
  }

  readonly snapshot = (): readonly QueuedWrite[] => this.#writes

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Calls the listener with the result of every write that this tab sends. */
  onResult(listener: (result: WriteResult) => void): () => void {
    this.#resultListeners.add(listener)
    return () => void this.#resultListeners.delete(listener)
  }

  /** Stores a write. Once this resolves, the write will be sent, even if the page is closed. */
  async add(write: NewWrite): Promise<QueuedWrite> {
    const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-')
    const queued = { ...write, at: Date.now(), idempotencyKey }
    const id = await this.#options.table.add(queued)
    await this.#publishChange()
    return { ...queued, id }
  }

  /** Removes an unsent write. Resolves to false if it is too late. */
  async remove(id: number): Promise<boolean> {
    let isRemoved = false
    await this.#options.withLock(async () => {
      isRemoved = (await this.#options.table.list()).some((write) => write.id === id)
      if (isRemoved) await this.#options.table.delete(id)
    })
    await this.#publishChange()
    return isRemoved
  }

  /** Sends a refused write again, even if others have changed the same attributes. */
  async repeat(id: number): Promise<void> {
    await this.#options.withLock(async () => {
      const write = (await this.#options.table.list()).find((queued) => queued.id === id)
      if (!write) return
      const { refusal: _refusal, isConflict: _isConflict, ...rest } = write
      await this.#options.table.put({ ...rest, isForced: true })
    })
    await this.#publishChange()
    await this.flush()
  }

  /** Reads the table again after a change by another tab. */
  async refresh(): Promise<void> {
    this.#writes = await this.#options.table.list()
    for (const listener of this.#listeners) listener()
  }

  /** Sends all waiting writes. Resolves to false if they cannot be sent now. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#retry)
    let areSent = true
    await this.#options.withLock(async () => {
      for (let next = await this.#next(); next; next = await this.#next()) {
        const attempt = await this.#options.send(next)
        if (attempt.kind === 'later') {
          areSent = false
          await this.#markLate()
          this.#retry = setTimeout(() => void this.flush(), RETRY_DELAY)
          return
        }
        await this.#settle(next, attempt)
      }
    })
    return areSent
  }

  async #next(): Promise<QueuedWrite | undefined> {
    const writes = await this.#options.table.list()
    return writes.find(({ refusal }) => refusal === undefined)
  }

  /** Marks all writes that are waiting now as late. */
  async #markLate(): Promise<void> {
    const { table } = this.#options
    const waiting = (await table.list()).filter(({ isLate, refusal }) => !isLate && refusal === undefined)
    for (const write of waiting) await table.put({ ...write, isLate: true })
    if (waiting.length > 0) await this.#publishChange()
  }

  async #settle(write: QueuedWrite, attempt: Exclude<Attempt, { kind: 'later' }>): Promise<void> {
    const { table } = this.#options
    if (attempt.kind === 'done') {
      await table.delete(write.id)
      // Listeners show what the write has created, so it must not be listed here as well, not even until the table is read.
      this.#writes = this.#writes.filter(({ id }) => id !== write.id)
    } else await table.put({ ...write, refusal: attempt.reason, isConflict: attempt.isConflict ?? false })
    const isLate = write.isLate === true || write.at < this.#startedAt
    const result =
      attempt.kind === 'done' ? { response: attempt.response } : { refusal: attempt.reason, error: attempt.error }
    for (const listener of this.#resultListeners) listener({ write, isLate, ...result })
    await this.#publishChange()
  }

  async #publishChange(): Promise<void> {
    await this.refresh()
    this.#options.notifyTabs?.()
  }
}
