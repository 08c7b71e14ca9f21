/*
 * The live stream of events, loaded at its first use. Like `later.ts`, it imports only types from the layers above.
 */
import type { Linked } from './abort.ts'
import type { EventOptions, ServiceEvent } from './event-types.ts'
import type { Core } from './internals.ts'
import type { Page } from './list-types.ts'
import type { PageReader, Range } from './range.ts'
import type { Answer } from './transport.ts'

/** An event as it comes over the wire. */
type EventOnWire = Omit<ServiceEvent, 'created_at' | 'record'> & {
  readonly created_at: string
  readonly collection: string
}

/** An open connection. */
interface Stream {
  readonly answer: Answer
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
}

/** Bounds of the pause before a new connection, in milliseconds. The first attempt has no pause; then the pause doubles. */
const firstPause = 250
const longestPause = 30_000

/**
 * Returns events as they happen. A connection that ends or goes silent is opened again after the last event received,
 * so that none is missed; errors with a final status are thrown.
 */
export class EventReader implements PageReader<ServiceEvent> {
  readonly #core: Core
  readonly #options: EventOptions
  readonly #life: Linked
  #cursor: string | undefined
  #stream: Stream | undefined
  #decoder = new TextDecoder()
  #text = ''
  #number = 0
  #left: number

  constructor(core: Core, options: EventOptions, { limit }: Range, life: Linked) {
    this.#left = limit
    this.#core = core
    this.#options = options
    this.#life = life
    // A loop may end while no event arrives; the connection must not stay open then.
    life.signal.addEventListener('abort', () => this.#close())
  }

  /** Waits for the next event and returns it with those that arrive at the same time. */
  async next(): Promise<Page<ServiceEvent> | undefined> {
    for (let failures = 0; this.#left;) {
      const { signal } = this.#life
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
        if (failures++) await pause(Math.min(longestPause, firstPause * 2 ** failures) * Math.random(), signal)
      }
    }
    return undefined
  }

  /** Events cannot be requested before they happen. */
  prefetch(): void {}

  async #open(): Promise<Stream> {
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
    this.#text += this.#decoder.decode(value, { stream: true })
    const blocks = this.#text.split(/\r?\n\r?\n/)
    this.#text = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const id = /^id: ?(.+)$/m.exec(block)?.[1]
      if (id !== undefined) this.#cursor = id
      const data = /^data: ?(.+)$/m.exec(block)?.[1]
      return data === undefined ? [] : [this.#received(JSON.parse(data) as EventOnWire)]
    })
  }

  /** Removes the record of the event from its cache, and the ticket of an article, because they have changed. */
  #received({ collection, created_at, ...event }: EventOnWire): ServiceEvent {
    const store = this.#core.store(collection)
    store.cache.delete(event.o_id)
    if (event.ticket_id) this.#core.store('tickets').cache.delete(event.ticket_id)
    const record = new store.Reference(event.o_id) as unknown as ServiceEvent['record']
    return { ...event, created_at: new Date(created_at), record }
  }

  #close(): void {
    void this.#stream?.reader.cancel().catch(() => undefined)
    this.#stream = undefined
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
