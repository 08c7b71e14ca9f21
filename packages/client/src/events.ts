/*
 * The live stream of events, loaded when somebody listens. Like `later.ts`, it imports only types from the core.
 */
import type { Linked } from './abort.ts'
import type { ClientCore } from './core.ts'
import type { EventOptions, ServiceEvent } from './options.ts'
import type { Page } from './options.ts'
import type { Range } from './range.ts'
import type { Answer } from './transport.ts'

/** What `client.events()` begins with. */
export interface Listening {
  readonly core: ClientCore
  readonly options: EventOptions
}

/** An event as it comes over the wire. */
type Told = Omit<ServiceEvent, 'created_at' | 'record'> & { readonly created_at: string; readonly collection: string }

/** An open connection. */
interface Stream {
  readonly answer: Answer
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
}

/** Milliseconds between two attempts to connect again: the first at once, then longer and longer. */
const firstPause = 250
const longestPause = 30_000

/**
 * Gives what happened, as it happens, for as long as somebody asks. When the connection ends or stands still it is
 * opened again where it was, so that nothing is missed; what it says is refused for good is thrown.
 */
export class Pager {
  readonly #core: ClientCore
  readonly #options: EventOptions
  readonly #life: Linked
  #cursor: string | undefined
  #stream: Stream | undefined
  #decoder = new TextDecoder()
  #text = ''
  #number = 0
  #left: number

  constructor({ core, options }: Listening, { limit }: Range, life: Linked) {
    this.#left = limit
    this.#core = core
    this.#options = options
    this.#life = life
    // A loop that ends while nothing happens must not leave the connection open.
    life.signal.addEventListener('abort', () => this.#close())
  }

  /** The events that came together; waits for the next one. */
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
        // A refusal is final; an overloaded or restarting service, or a connection that broke, may work in a moment.
        const { status = 0 } = error as { status?: number }
        if (status >= 400 && status < 500 && status !== 429) throw error
        if (failures++) await pause(Math.min(longestPause, firstPause * 2 ** failures) * Math.random(), signal)
      }
    }
    return undefined
  }

  /** Nothing can be asked for ahead of what happens. */
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

  /** What came by now. An end of the stream is no failure: it is opened again at once. */
  async #read({ answer, reader }: Stream): Promise<ServiceEvent[]> {
    const { idle = 45_000 } = this.#options
    const { value, done } = await this.#core.within(idle, this.#life.signal, answer, () => reader.read())
    if (done) throw new Error('The stream ended')
    this.#text += this.#decoder.decode(value, { stream: true })
    const blocks = this.#text.split(/\r?\n\r?\n/)
    this.#text = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const id = /^id: ?(.+)$/m.exec(block)?.[1]
      if (id !== undefined) this.#cursor = id
      const data = /^data: ?(.+)$/m.exec(block)?.[1]
      return data === undefined ? [] : [this.#told(JSON.parse(data) as Told)]
    })
  }

  /** The record that it is about is no longer what the cache holds; so is the ticket of an article. */
  #told({ collection, created_at, ...event }: Told): ServiceEvent {
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
