import { EventReader, type WireEvent, applyEvent, type StreamObserver } from './event-reader.ts'
import type { ServiceEvent } from './event-types.ts'
import type { Core } from './internals.ts'

/** Receives the events of a stream that never ends. */
export interface StreamReceiver {
  /** The id of the last known event; undefined if there is none. */
  readonly cursor: number | undefined
  /** The stream is open; `cursor` is the event after which it continues. */
  opened(cursor: number): void
  closed(): void
  received(event: ServiceEvent): void
  /** Events after the cursor have been deleted, so everything may have changed. */
  missed(): void
}

/** Messages between the pages of a browser. */
type Message =
  /** Asks the page that reads the stream for its state. */
  | { readonly kind: 'ask' }
  /**
   * The stream is open, and continues after the event `cursor`. The events after the event `after` were requested; `after` is
   * undefined if only new events were requested. A page whose last event is older than `after` has missed events.
   */
  | { readonly kind: 'opened'; readonly after: number | undefined; readonly cursor: number }
  | { readonly kind: 'closed' }
  | { readonly kind: 'events'; readonly events: readonly WireEvent[] }

/** Reads the stream of events until the signal is aborted. After an interruption, it continues after the last event received.
 * The pages of a browser share one connection if `canShare` allows it.
 * @throws HttpError for a final status, such as 401.
 */
export async function followStream(core: Core, receiver: StreamReceiver, signal: AbortSignal): Promise<void> {
  const share = canShare(core) ? new SharedStream(core, receiver, signal) : undefined
  const observer = share ?? receiver
  const reader = new EventReader(core, { after: receiver.cursor }, { limit: Infinity }, { signal }, observer)
  share?.join(reader)
  try {
    for (let page; (page = await reader.next());) {
      share?.relay(page.items)
      for (const event of page.items) receiver.received(event)
    }
  } finally {
    share?.leave()
  }
}

/** Pages share a stream if they share the session and the browser has locks, which it has only with TLS or on localhost. */
const canShare = ({ options }: Core): boolean =>
  'session' in options.auth && typeof BroadcastChannel === 'function' && Boolean(globalThis.navigator?.locks)

/** The stream that the pages of a browser share, as one page sees it. The page that holds the lock reads the stream and sends
 * the others what it receives. When it is closed or loses the connection, the next page continues after the last event.
 */
class SharedStream implements StreamObserver {
  readonly #core: Core
  readonly #receiver: StreamReceiver
  readonly #signal: AbortSignal
  readonly #name: string
  readonly #channel: BroadcastChannel
  readonly #departure = new AbortController()
  #reader: EventReader | undefined
  /** True while the stream is open, here or in another page. */
  #isConnected = false
  /** True while the stream is open here. */
  #isOwn = false

  constructor(core: Core, receiver: StreamReceiver, signal: AbortSignal) {
    this.#core = core
    this.#receiver = receiver
    this.#signal = signal
    // Clients with other headers may act for another user.
    this.#name = `deskbell stream ${core.url('')} ${JSON.stringify([...new Headers(core.options.headers)])}`
    this.#channel = new BroadcastChannel(this.#name)
  }

  join(reader: EventReader): void {
    this.#reader = reader
    this.#channel.addEventListener('message', ({ data }) => this.#handleMessage(data as Message))
    const ask = () => this.#isOwn || this.#send({ kind: 'ask' })
    ask()
    // On web pages: the page that reads the stream may not know that the network is back, or that the computer was asleep.
    for (const name of ['online', 'visibilitychange']) {
      globalThis.addEventListener?.(name, ask, { signal: this.#departure.signal })
    }
  }

  leave(): void {
    this.#departure.abort()
    this.#channel.close()
  }

  waitForTurn(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const untilEnd = () => new Promise<void>((release) => resolve(() => this.#endTurn(release)))
      navigator.locks.request(this.#name, { signal }, untilEnd).catch(reject)
    })
  }

  opened(cursor: number): void {
    this.#isOwn = true
    this.#isConnected = true
    this.#send({ kind: 'opened', after: this.#receiver.cursor, cursor })
    this.#receiver.opened(cursor)
  }

  closed(): void {
    this.#isOwn = false
    this.#isConnected = false
    // If this page stops listening, the next one takes over the stream without an interruption.
    if (!this.#signal.aborted) this.#send({ kind: 'closed' })
    this.#receiver.closed()
  }

  /** Sends events to the other pages in one message, so that a page that is closed in between has sent all of them or none. */
  relay(events: readonly ServiceEvent[]): void {
    this.#send({ kind: 'events', events: events.map(toWireEvent) })
  }

  #endTurn(release: () => void): void {
    release()
    // Still true if the page that read the stream was closed, and this page could not connect in its place.
    if (this.#isConnected) this.closed()
  }

  #send(message: Message): void {
    // A channel within an origin has no target.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(message)
  }

  #handleMessage(message: Message): void {
    if (message.kind === 'ask') this.#sendState()
    else if (message.kind === 'opened') this.#openedElsewhere(message.after, message.cursor)
    else if (message.kind === 'closed') this.#closedElsewhere()
    // Before it is connected, a page does not know after which event it continues.
    else if (this.#isConnected) for (const event of message.events) this.#receivedElsewhere(event)
  }

  #sendState(): void {
    this.#reader?.wake()
    const { cursor } = this.#receiver
    if (this.#isOwn && cursor !== undefined) this.#send({ kind: 'opened', after: cursor, cursor })
  }

  #openedElsewhere(after: number | undefined, cursor: number): void {
    const own = this.#receiver.cursor
    const isMissing = own !== undefined && (after === undefined || after > own)
    if (this.#isConnected && !isMissing) return
    this.#isConnected = true
    if (isMissing) this.#receiver.missed()
    this.#reader?.advance(cursor)
    this.#receiver.opened(cursor)
  }

  #closedElsewhere(): void {
    if (this.#isConnected) this.#receiver.closed()
    this.#isConnected = false
  }

  #receivedElsewhere(event: WireEvent): void {
    if (event.id !== null) {
      if (event.id <= (this.#receiver.cursor ?? 0)) return
      this.#reader?.advance(event.id)
    }
    this.#receiver.received(applyEvent(this.#core, event))
  }
}

function toWireEvent(event: ServiceEvent): WireEvent {
  const { record: _, ...rest } = event
  return { ...rest, created_at: event.created_at.toISOString() }
}
