import type { Entry } from './cache.ts'
import type { ViewSource } from './internals.ts'
import type { Live, Snapshot } from './live-types.ts'

/** The part of `Updates` that views use. */
interface ViewUpdates {
  sync(): void
  refresh(view: View): Promise<unknown>
}

/** A live value and its listeners. `Updates` requests the value. */
export class View implements Live<unknown> {
  /** The newest source with the key of this view. */
  declare source: ViewSource
  readonly listeners = new Set<object>()
  /** The request in flight. */
  loading: Promise<void> | undefined
  /** Start number of the request that returned the value. */
  startNumber = 0
  /** The value is stale if its start number is lower. */
  minStartNumber = 1
  /** Time of the last request, in milliseconds of the monotonic clock. */
  requestedAt = -Infinity
  /** Number of consecutive requests that failed temporarily. */
  failures = 0
  /** Timer of the next attempt after a temporary failure. */
  retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Timer of a request that waits until the shortest interval between requests has passed. */
  timer: ReturnType<typeof setTimeout> | undefined
  readonly #loadUpdates: () => Promise<ViewUpdates>
  #state: Snapshot<unknown> = unknownState

  constructor(loadUpdates: () => Promise<ViewUpdates>) {
    this.#loadUpdates = loadUpdates
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    // A new object for each call, because the same listener may be added twice.
    const added = { listener }
    this.listeners.add(added)
    void this.#loadUpdates().then((updates) => updates.sync())
    return () => {
      this.listeners.delete(added)
      if (!this.listeners.size) void this.#loadUpdates().then((updates) => updates.sync())
    }
  }

  readonly snapshot = (): Snapshot<unknown> => this.#state

  readonly refresh = async (): Promise<unknown> => {
    const updates = await this.#loadUpdates()
    return updates.refresh(this)
  }

  /** Changes the state and calls the listeners, unless nothing has changed. */
  publish(change: Partial<Snapshot<unknown>>): void {
    const names = Object.keys(change) as (keyof Snapshot<unknown>)[]
    if (names.every((name) => change[name] === this.#state[name])) return
    this.#state = Object.freeze({ ...this.#state, ...change })
    for (const { listener } of [...this.listeners] as { listener: () => void }[]) listener()
  }

  /** Shows the cached state of the record, if it is newer. Sends no request. */
  showKnown(): void {
    const { record } = this.source
    const entry = record?.store.cache.known(record.id)
    if (entry && entry.origin.startNumber > this.startNumber) this.show(entry)
  }

  /** Shows a state of the record. */
  show(entry: Entry): void {
    const { value } = this.#state
    const isShown = (value as { data?: unknown } | undefined)?.data === entry.record
    this.startNumber = entry.origin.startNumber
    this.publish({ value: isShown ? value : this.source.record?.store.make(entry), error: undefined, pending: false })
  }

  clear(): void {
    this.startNumber = 0
    this.publish(unknownState)
  }
}

const unknownState: Snapshot<unknown> = Object.freeze({ value: undefined, error: undefined, pending: true })
