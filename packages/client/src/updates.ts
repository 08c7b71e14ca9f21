import type { ServiceEvent } from './event-types.ts'
import type { Core, Store, ViewSource } from './internals.ts'
import { followStream, type StreamReceiver } from './shared-stream.ts'
import type { View } from './view.ts'

/** Shortest time between two requests of a view because of events, in milliseconds. */
const MIN_INTERVAL = 500

/** Bounds of the pause before a request that failed temporarily is repeated, in milliseconds. It doubles with each failure. */
const FIRST_PAUSE = 2000
const MAX_PAUSE = 60_000

/**
 * Keeps the views with listeners up to date. A view is stale if its value was requested before an event that affects it.
 * Start numbers are compared, so that a request that was in flight during a change is repeated.
 */
export class Updates implements StreamReceiver {
  readonly #core: Core
  readonly #views: ReadonlyMap<string, View>
  readonly #watched = new Set<Store>()
  /** The last event received; a new stream continues after it. */
  #cursor: number | undefined
  /** True if events were deleted before they could be read. */
  #missed = false
  #stream: AbortController | undefined

  constructor(core: Core, views: ReadonlyMap<string, View>) {
    this.#core = core
    this.#views = views
  }

  /** Opens or closes the stream, and requests stale values. Must be called after listeners have been added or removed. */
  sync(): void {
    if (this.#isUsed()) {
      this.#open()
      for (const view of this.#views.values()) this.#updateView(view)
    } else {
      // Waits for the next turn of the event loop: a user who goes to another screen often removes all listeners and adds new ones.
      setTimeout(() => this.#isUsed() || this.#close())
    }
  }

  async refresh(view: View): Promise<unknown> {
    this.#watch(view)
    view.minStartNumber = this.#core.nextStartNumber()
    await view.loading
    if (view.startNumber < view.minStartNumber) await this.#load(view)
    const { value, error } = view.snapshot()
    if (error) throw error as Error
    return value
  }

  get cursor(): number | undefined {
    return this.#cursor ?? this.#core.position?.cursor
  }

  /** Requests the values that may have changed before the first event of the stream, and those whose last request failed. */
  opened(cursor: number): void {
    const now = this.#core.nextStartNumber()
    // A stream that continues after a known event misses no change.
    const minStartNumber = this.#cursor === undefined ? (this.#core.position?.startNumber ?? now) : 0
    this.#cursor = cursor
    this.#core.emit('stream', { connected: true, missed: this.#missed })
    this.#missed = false
    for (const view of this.#views.values()) {
      view.minStartNumber = Math.max(view.minStartNumber, view.snapshot().error ? now : minStartNumber)
      this.#updateView(view)
    }
  }

  received(event: ServiceEvent): void {
    this.#cursor = event.id ?? this.#cursor
    this.#core.emit('event', event)
    for (const view of this.#views.values()) {
      if (!isAffected(view.source, event)) continue
      view.minStartNumber = this.#core.nextStartNumber()
      this.#updateView(view)
    }
  }

  closed(): void {
    this.#core.emit('stream', { connected: false, missed: false })
  }

  /** Events after the cursor have been deleted, so everything may have changed. */
  missed(): void {
    this.#cursor = undefined
    this.#missed = true
    this.#core.clear()
  }

  #isUsed(): boolean {
    return [...this.#views.values()].some(({ listeners }) => listeners.size)
  }

  #open(): void {
    if (this.#stream) return
    this.#stream = new AbortController()
    void this.#follow(this.#stream.signal)
  }

  #close(): void {
    this.#stream?.abort()
    this.#stream = undefined
  }

  /** Reads the stream of events until it is closed, or until the service refuses it for good. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await followStream(this.#core, this, signal)
      } catch (error) {
        const { status = 0 } = error as { status?: number }
        if (signal.aborted || !(await this.#mayReopen(status, signal))) return
      }
    }
  }

  /** Resolves to true when the stream can be opened again after a final error: at once if events were missed, and after the next
   * sign-in if the session has ended. Resolves to false if it cannot.
   */
  async #mayReopen(status: number, signal: AbortSignal): Promise<boolean> {
    if (status === 410) {
      this.missed()
      return true
    }
    if (!('session' in this.#core.options.auth) || (status !== 401 && status !== 403)) return false
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
      const stop = this.#core.on('session', ({ user_id }) => {
        if (user_id === null) return
        stop()
        resolve()
      })
    })
    return true
  }

  /** Follows the cache of a view's record: events remove records from it, and responses and writes add them. */
  #watch({ source: { record } }: View): void {
    if (!record || this.#watched.has(record.store)) return
    const { cache, name } = record.store
    this.#watched.add(record.store)
    cache.onChange = (id) => {
      const view = this.#views.get(`${name}/${id}`)
      if (!view) return
      if (!cache.known(id)) view.minStartNumber = this.#core.nextStartNumber()
      this.#updateView(view)
    }
  }

  /** Requests the value of a view if it is stale and has listeners: at once, or after the shortest interval. */
  #updateView(view: View): void {
    this.#watch(view)
    view.showKnown()
    if (!view.listeners.size || view.loading || view.timer || view.startNumber >= view.minStartNumber) return
    const wait = view.requestedAt + MIN_INTERVAL - performance.now()
    if (wait <= 0) return void this.#load(view)
    view.timer = setTimeout(() => {
      view.timer = undefined
      this.#updateView(view)
    }, wait)
  }

  #load(view: View): Promise<void> {
    view.loading ??= Promise.resolve()
      .then(() => this.#request(view))
      .finally(() => {
        view.loading = undefined
        // The value may have become stale during the request.
        this.#updateView(view)
      })
    return view.loading
  }

  async #request(view: View): Promise<void> {
    const { record, load } = view.source
    view.requestedAt = performance.now()
    view.publish({ pending: true })
    const startNumber = this.#core.nextStartNumber()
    try {
      if (record) await showRecord(view, record)
      else {
        const value = await load()
        view.startNumber = startNumber
        view.publish({ value: retainUnchanged(view.snapshot().value, value), error: undefined, pending: false })
      }
      view.failures = 0
    } catch (error) {
      // The view counts as current, so that it is requested again only after the next event, or when the stream is open again.
      view.startNumber = Math.max(startNumber, view.minStartNumber)
      view.publish({ error, pending: false })
      if (isTemporary(error)) this.#requestLater(view)
    }
  }

  /** Repeats a request that failed temporarily: the next event, after which it would be repeated, may be far away. */
  #requestLater(view: View): void {
    const pause = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** view.failures)
    view.failures += 1
    clearTimeout(view.retryTimer)
    view.retryTimer = setTimeout(() => {
      if (!view.snapshot().error || !view.listeners.size) return
      view.minStartNumber = this.#core.nextStartNumber()
      this.#updateView(view)
    }, pause)
  }
}

/** Returns true for errors that may be over soon: a lost connection, a busy or restarting service. */
function isTemporary(error: unknown): boolean {
  // Compared by name: importing the classes would move them into a separate file, which every page would have to load.
  const { name, status = 0 } = error as { name?: string; status?: number }
  return name === 'ConnectionError' || name === 'TimeoutError' || status === 429 || status >= 500
}

/** Returns true if the event is selected by a function or a pattern: `ticket.updated`, `ticket.*`, `*.deleted`. */
function isAffected({ events }: ViewSource, event: ServiceEvent): boolean {
  if (typeof events === 'function') return events(event)
  // Events that are not stored change no record; only their full name selects them.
  if (event.id === null) return events.includes(event.name)
  const [noun, verb] = event.name.split('.')
  return events.some((pattern) => {
    const [patternNoun, patternVerb] = pattern.split('.')
    return (patternNoun === '*' || patternNoun === noun) && (patternVerb === '*' || patternVerb === verb)
  })
}

/** Returns the old value if it equals the new one, and otherwise the new one with the old items that have not changed. */
function retainUnchanged(old: unknown, value: unknown): unknown {
  if (isEqual(old, value)) return old
  if (!Array.isArray(old) || !Array.isArray(value)) return value
  const before = new Map(old.map((item) => [(item as { id?: unknown } | null)?.id, item as unknown]))
  return value.map((item: { id?: unknown } | null) => {
    const same = before.get(item?.id)
    return isEqual(same, item) ? same : item
  })
}

/** Compares the JSON form of data. Other objects, such as a Map, are equal only to themselves. */
function isEqual(first: unknown, second: unknown): boolean {
  const a = asJson(first)
  const b = asJson(second)
  if (Object.is(a, b)) return true
  if (!isData(a) || !isData(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(a[key], b[key]))
}

/** Returns the JSON form of a value: the data of a loaded object, the text of a date. */
const asJson = (value: unknown): unknown =>
  (value as { toJSON?: () => unknown } | null | undefined)?.toJSON?.() ?? value

const isData = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && isPlain(value))

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)

async function showRecord(view: View, { store, id }: NonNullable<View['source']['record']>): Promise<void> {
  if ((store.cache.known(id)?.origin.startNumber ?? 0) < view.minStartNumber) store.cache.delete(id)
  const entry = await store.load(id, {}, () => undefined)
  // A write during the request may have set a newer state.
  if (entry.origin.startNumber >= view.startNumber) view.show(entry)
  else view.publish({ pending: false })
}
