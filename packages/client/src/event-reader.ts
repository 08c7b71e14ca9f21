import type { LinkedController } from './abort.ts'
import type { EventOptions, ServiceEvent } from './event-types.ts'
import type { Core } from './internals.ts'
import type { Page } from './list-types.ts'
import type { PageReader, Range } from './range.ts'
import type { CallResult } from './transport.ts'

/** An event as the service sends it. */
export type WireEvent = Omit<ServiceEvent, 'created_at' | 'record'> & { readonly created_at: string }

/** An open connection. */
interface Stream {
  readonly result: CallResult
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
}

/** Receives the state of the connection, and can delay connecting. */
export interface StreamObserver {
  /** The stream is open; `cursor` is the event after which it continues. */
  opened(cursor: number): void
  /** The connection has ended. */
  closed(): void
  /** Waits until the reader may connect. Resolves to a function that the reader calls when the connection has ended. */
  waitForTurn?(signal: AbortSignal): Promise<() => void>
}

/**
 * Base of the pause before a new connection, in milliseconds. After the first failure there is no pause. After further ones, it is
 * a random time up to a limit, which is four times the base at first and doubles up to `MAX_PAUSE`.
 */
const PAUSE_BASE = 250
/** The longest pause, in milliseconds. */
const MAX_PAUSE = 30_000
/**
 * Milliseconds without data after which `wake` closes a connection, because it is probably lost: the service sends data every
 * 15 seconds. Without `wake`, the longer time in the option `idle` applies.
 */
const MAX_SILENCE = 20_000

/** Returns events as they happen. A connection that ends or goes silent is reopened after the last event received, so that no
 * event is missed. Errors that a retry cannot fix are thrown.
 */
export class EventReader implements PageReader<ServiceEvent> {
  readonly #core: Core
  readonly #options: EventOptions
  readonly #lifetime: Pick<LinkedController, 'signal'>
  readonly #observer: StreamObserver | undefined
  #isOpen = false
  #cursor: string | undefined
  #stream: Stream | undefined
  #decoder = new TextDecoder()
  #text = ''
  #number = 0
  #remaining: number
  /** Time of the last data, in milliseconds since 1970: other clocks may stand still while the computer is asleep. */
  #lastDataAt = 0
  #endPause: (() => void) | undefined
  #endTurn: (() => void) | undefined

  constructor(
    core: Core,
    options: EventOptions,
    { limit }: Pick<Range, 'limit'>,
    lifetime: Pick<LinkedController, 'signal'>,
    observer?: StreamObserver,
  ) {
    this.#remaining = limit
    this.#core = core
    this.#options = options
    this.#lifetime = lifetime
    this.#observer = observer
    // A loop may end while no event arrives; the connection must not stay open then.
    lifetime.signal.addEventListener('abort', () => this.#close())
    // On web pages: the network is back, or the page is visible again, perhaps after the computer was asleep.
    for (const name of ['online', 'visibilitychange']) {
      globalThis.addEventListener?.(name, () => this.wake(), { signal: lifetime.signal })
    }
  }

  /** Waits for the next event and returns it with those that arrive at the same time. */
  async next(): Promise<Page<ServiceEvent> | undefined> {
    const { signal } = this.#lifetime
    for (let failures = 0; this.#remaining;) {
      signal.throwIfAborted()
      try {
        this.#stream ??= await this.#open()
        const items = (await this.#read(this.#stream)).slice(0, this.#remaining)
        this.#remaining -= items.length
        if (items.length) return { number: ++this.#number, items, last: !this.#remaining }
      } catch (error) {
        this.#close()
        signal.throwIfAborted()
        // Other errors may be temporary: an overloaded or restarting service, or a broken connection.
        const { status = 0 } = error as { status?: number }
        if (status >= 400 && status < 500 && status !== 429) throw error
        if (failures++) await this.#pause(Math.min(MAX_PAUSE, PAUSE_BASE * 2 ** failures) * Math.random())
      }
    }
    return undefined
  }

  /** Does nothing: events cannot be requested before they happen. */
  prefetch(): void {}

  /** Continues after this event, because another reader has received the events up to it. */
  advance(cursor: number): void {
    this.#cursor = String(Math.max(cursor, Number(this.#cursor ?? 0)))
  }

  /** Ends the pause before the next connection, or closes a connection that has been silent for too long. */
  wake(): void {
    this.#endPause?.()
    if (this.#isOpen && Date.now() - this.#lastDataAt > MAX_SILENCE) this.#close()
  }

  async #open(): Promise<Stream> {
    this.#endTurn = await this.#observer?.waitForTurn?.(this.#lifetime.signal)
    const { after, names, timeout, headers } = this.#options
    const result = await this.#core.open('GET', 'events/stream', {
      query: { after: this.#cursor ?? after, names: names?.toString() },
      headers: { ...Object.fromEntries(new Headers(headers)), accept: 'text/event-stream' },
      signal: this.#lifetime.signal,
      timeout,
      retry: false,
    })
    this.#text = ''
    this.#decoder = new TextDecoder()
    return { result, reader: (result.response.body as ReadableStream<Uint8Array>).getReader() }
  }

  /** Returns the complete events of the next chunk. The end of the stream is an error, after which it is reopened. */
  async #read({ result, reader }: Stream): Promise<ServiceEvent[]> {
    const { idle = 45_000 } = this.#options
    const { value, done } = await this.#core.withTimeout(idle, this.#lifetime.signal, result, () => reader.read())
    if (done) throw new Error('The stream ended')
    this.#lastDataAt = Date.now()
    this.#text += this.#decoder.decode(value, { stream: true })
    const blocks = this.#text.split(/\r?\n\r?\n/)
    this.#text = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const id = /^id: ?(.+)$/m.exec(block)?.[1]
      if (id !== undefined) this.#moveTo(id)
      const data = /^data: ?(.+)$/m.exec(block)?.[1]
      return data === undefined ? [] : [applyEvent(this.#core, JSON.parse(data) as WireEvent)]
    })
  }

  /** Stores the cursor, which the service also sends without an event: when the stream opens, and every 15 seconds. */
  #moveTo(cursor: string): void {
    this.#cursor = cursor
    if (!this.#isOpen) this.#observer?.opened(Number(cursor))
    this.#isOpen = true
  }

  /** Waits `ms` milliseconds, or until `wake` or an abort ends the pause. */
  #pause(ms: number): Promise<void> {
    const { signal } = this.#lifetime
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#endPause = end
      signal.addEventListener('abort', end)
    })
  }

  #close(): void {
    if (this.#isOpen) this.#observer?.closed()
    this.#isOpen = false
    void this.#stream?.reader.cancel().catch(() => undefined)
    this.#stream = undefined
    this.#endTurn?.()
    this.#endTurn = undefined
  }
}

/** Removes the record of an event and its ticket from their caches, because they have changed, and returns the event with a
 * reference to its record. An event without an id changes no record.
 */
export function applyEvent(core: Core, { created_at, ...event }: WireEvent): ServiceEvent {
  const store = core.store(event.collection)
  if (event.id !== null) {
    store.cache.delete(event.o_id)
    if (event.ticket_id) core.store('tickets').cache.delete(event.ticket_id)
  }
  const record = new store.Reference(event.o_id) as unknown as ServiceEvent['record']
  return { ...event, created_at: new Date(created_at), record }
}
