import type { Entry } from './cache.ts'
import type { ViewSource } from './internals.ts'
import type { Live, Snapshot } from './live-types.ts'

/** The part of `Updates` that views use. */
interface ViewUpdates {
  /** Must be called after listeners have been added or removed. */
  check(): void
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
  number = 0
  /** Requests with a lower start number may lack a change. */
  staleAt = 1
  /** Time of the last request, in milliseconds of the monotonic clock. */
  requestedAt = -Infinity
  /** Number of requests in a row that failed for the moment. */
  failures = 0
  /** The request after the last of them. */
  retry: ReturnType<typeof setTimeout> | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  readonly #follow: () => Promise<ViewUpdates>
  #state: Snapshot<unknown> = unknownState

  constructor(follow: () => Promise<ViewUpdates>) {
    this.#follow = follow
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const added = { listener }
    this.listeners.add(added)
    void this.#follow().then((updates) => updates.check())
    return () => {
      this.listeners.delete(added)
      if (!this.listeners.size) void this.#follow().then((updates) => updates.check())
    }
  }

  readonly snapshot = (): Snapshot<unknown> => this.#state

  readonly refresh = async (): Promise<unknown> => {
    const updates = await this.#follow()
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
    if (entry && entry.origin.started > this.number) this.show(entry)
  }

  /** Shows a state of the record. */
  show(entry: Entry): void {
    const { value } = this.#state
    const isShown = (value as { data?: unknown } | undefined)?.data === entry.record
    this.number = entry.origin.started
    this.publish({ value: isShown ? value : this.source.record?.store.make(entry), error: undefined, pending: false })
  }

  clear(): void {
    this.number = 0
    this.publish(unknownState)
  }
}

const unknownState: Snapshot<unknown> = Object.freeze({ value: undefined, error: undefined, pending: true })
