import type { Linked } from './abort.ts'
import type { EventOptions, ServiceEvent } from './event-types.ts'
import type { Core } from './internals.ts'
import type { Page } from './list-types.ts'
import type { PageReader, Range } from './range.ts'
import type { Answer } from './transport.ts'

/** An event as it comes over the wire. */
export type EventOnWire = Omit<ServiceEvent, 'created_at' | 'record'> & { readonly created_at: string }

/** An open connection. */
interface Stream {
  readonly answer: Answer
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
}

/** Is informed about the connection, and may delay it. */
export interface StreamObserver {
  /** The stream is open; `cursor` is the event after which it continues. */
  opened(cursor: number): void
  /** The connection has ended. */
  closed(): void
  /** Resolves when the reader may connect, to a function that is called when the connection has ended. */
  turn?(signal: AbortSignal): Promise<() => void>
}

/** Bounds of the pause before a new connection, in milliseconds. The first attempt has no pause; then the pause doubles. */
const FIRST_PAUSE = 250
const MAX_PAUSE = 30_000
/** The service sends data every 15 seconds; a connection without any for this long is broken. In milliseconds. */
const MAX_SILENCE = 20_000

/**
 * Returns events as they happen. A connection that ends or goes silent is opened again after the last event received,
 * so that none is missed; errors with a final status are thrown.
 */
export class EventReader implements PageReader<ServiceEvent> {
  readonly #core: Core
  readonly #options: EventOptions
  readonly #life: Pick<Linked, 'signal'>
  readonly #observer: StreamObserver | undefined
  #isOpen = false
  #cursor: string | undefined
  #stream: Stream | undefined
  #decoder = new TextDecoder()
  #text = ''
  #number = 0
  #left: number
  /** Time of the last data, in milliseconds since 1970: other clocks may stand still while the computer is asleep. */
  #heardAt = 0
  #endPause: (() => void) | undefined
  #endTurn: (() => void) | undefined

  constructor(
    core: Core,
    options: EventOptions,
    { limit }: Pick<Range, 'limit'>,
    life: Pick<Linked, 'signal'>,
    observer?: StreamObserver,
  ) {
    this.#left = limit
    this.#core = core
    this.#options = options
    this.#life = life
    this.#observer = observer
    // A loop may end while no event arrives; the connection must not stay open then.
    life.signal.addEventListener('abort', () => this.#close())
    // On a page: the network is back, or the page is looked at again, perhaps after the computer was asleep.
    for (const name of ['online', 'visibilitychange']) {
      globalThis.addEventListener?.(name, () => this.wake(), { signal: life.signal })
    }
  }

  /** Waits for the next event and returns it with those that arrive at the same time. */
  async next(): Promise<Page<ServiceEvent> | undefined> {
    const { signal } = this.#life
    for (let failures = 0; this.#left;) {
      signal.throwIfAborted()
      try {
        this.#stream ??= await this.#open()
        const items = (await this.#read(this.#stream)).slice(0, this.#left)
        this.#left -= items.length
        if (items.length) return { number: ++this.#number, items, last: !this.#left }
      } catch (error) {
        this.#close()
        signal.throwIfAborted()
        // Other errors may pass: an overloaded or restarting service, or a broken connection.
        const { status = 0 } = error as { status?: number }
        if (status >= 400 && status < 500 && status !== 429) throw error
        if (failures++) await this.#pause(Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** failures) * Math.random())
      }
    }
    return undefined
  }

  /** Events cannot be requested before they happen. */
  prefetch(): void {}

  /** Continues after this event, because another reader has received those up to it. */
  advance(cursor: number): void {
    this.#cursor = String(Math.max(cursor, Number(this.#cursor ?? 0)))
  }

  /** Ends the pause before the next connection, and a connection that has been silent for too long. */
  wake(): void {
    this.#endPause?.()
    if (this.#isOpen && Date.now() - this.#heardAt > MAX_SILENCE) this.#close()
  }

  async #open(): Promise<Stream> {
    this.#endTurn = await this.#observer?.turn?.(this.#life.signal)
    const { after, names, timeout, headers } = this.#options
    const answer = await this.#core.open('GET', 'events/stream', {
      query: { after: this.#cursor ?? after, names: names?.toString() },
      headers: { ...Object.fromEntries(new Headers(headers)), accept: 'text/event-stream' },
      signal: this.#life.signal,
      timeout,
      retry: false,
    })
    this.#text = ''
    this.#decoder = new TextDecoder()
    return { answer, reader: (answer.response.body as ReadableStream<Uint8Array>).getReader() }
  }

  /** Returns the complete events of the next chunk. The end of the stream is an error, after which it is reopened. */
  async #read({ answer, reader }: Stream): Promise<ServiceEvent[]> {
    const { idle = 45_000 } = this.#options
    const { value, done } = await this.#core.withTimeout(idle, this.#life.signal, answer, () => reader.read())
    if (done) throw new Error('The stream ended')
    this.#heardAt = Date.now()
    this.#text += this.#decoder.decode(value, { stream: true })
    const blocks = this.#text.split(/\r?\n\r?\n/)
    this.#text = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const id = /^id: ?(.+)$/m.exec(block)?.[1]
      if (id !== undefined) this.#moveTo(id)
      const data = /^data: ?(.+)$/m.exec(block)?.[1]
      return data === undefined ? [] : [received(this.#core, JSON.parse(data) as EventOnWire)]
    })
  }

  #moveTo(cursor: string): void {
    this.#cursor = cursor
    if (!this.#isOpen) this.#observer?.opened(Number(cursor))
    this.#isOpen = true
  }

  /** Waits `ms` milliseconds, until the page is used again, or until an abort. */
  #pause(ms: number): Promise<void> {
    const { signal } = this.#life
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

/**
 * Returns the event with its record. The record is removed from its cache, and so is the ticket of an article, because they
 * have changed. An event without an id changes no record.
 */
export function received(core: Core, { created_at, ...event }: EventOnWire): ServiceEvent {
  const store = core.store(event.collection)
  if (event.id !== null) {
    store.cache.delete(event.o_id)
    if (event.ticket_id) core.store('tickets').cache.delete(event.ticket_id)
  }
  const record = new store.Reference(event.o_id) as unknown as ServiceEvent['record']
  return { ...event, created_at: new Date(created_at), record }
}
