import { Readable } from 'node:stream'
import { Fault } from '../errors/fault.ts'
import type { Actor, Context, Desk } from '../kernel/context.ts'
import type { Batch } from './batch.ts'
import type { Credentials } from './credentials.ts'
import { readFeed } from './feed.ts'
import { type PresenceEvent, presenceEventName, seesPresence } from './presence.ts'
import type { EventFilter } from '../kernel/event-patterns.ts'
import { serializeFor } from './serializer.ts'

/** The caller of a live stream. */
export interface Listener {
  readonly actor: Actor
  readonly credentials: Credentials
  /** Reads the current rights of the caller. @throws Fault if the caller may no longer listen. */
  readonly refresh: () => Promise<Actor>
  /** The cursor to start after; undefined for new events only. */
  readonly after: number | undefined
  readonly filter: EventFilter | undefined
}

/** The part of `LiveStreams` that a stream reads. */
export interface FeedSource {
  readonly desk: Desk
  /** `stuck` in milliseconds: a client that reads nothing for this long is disconnected. */
  readonly limits: { readonly stuck: number }
  /** The id of the last event that was read for all streams. */
  readonly position: number
}

/** Maximum number of bytes buffered for a slow client. The stream then pauses, and later continues from the database. */
const BUFFER_SIZE = 64 * 1024
/** Number of events on a page while a stream catches up. */
const PAGE_SIZE = 200

/**
 * One stream of server-sent events. It is live while its client reads fast enough. The stream of a slower client lags and
 * catches up page by page, so that memory use is bounded; a client that does not read at all is disconnected.
 */
export class EventStream extends Readable {
  actor: Actor
  readonly credentials: Credentials
  readonly #source: FeedSource
  readonly #listener: Listener
  /** The id of the last event that was sent, or skipped because it is not for this caller. */
  #position: number
  /** True while events have to be read from the database, as at the beginning. */
  #isLagging = true
  #isCatchingUp = false
  #isFinished = false
  /**
   * The time since which the client has not been reading, in milliseconds of `performance.now()`; undefined while it
   * reads.
   */
  #stuckSince: number | undefined

  constructor(source: FeedSource, listener: Listener, after: number) {
    super({ highWaterMark: BUFFER_SIZE, encoding: 'utf8' })
    this.#source = source
    this.#listener = listener
    this.actor = listener.actor
    this.credentials = listener.credentials
    this.#position = after
    // This is sent immediately, so that the client sees an open stream and the cursor it starts from.
    this.push(`retry: 2000\nid: ${after}\n\n`)
  }

  override _read(): void {
    this.#stuckSince = undefined
    void this.#catchUp()
  }

  /** Sends the events up to the id `last` if the stream is live. A lagging stream reads them from the database later. */
  async send(batch: Batch, last: number): Promise<void> {
    if (this.#isLagging || this.#isFinished) return
    try {
      const texts = await serializeFor(await this.#context(), batch)
      const { filter } = this.#listener
      for (const [index, { id, name }] of batch.events.entries()) {
        const text = texts[index]
        if (text === undefined || id <= this.#position || (filter && !filter(name))) continue
        if (!this.#write(id, text)) return
      }
      this.#position = Math.max(this.#position, last)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** Sends the presence at a ticket if the stream is live. It is not sent again, so a lagging stream misses it. */
  sendPresence({ ticket, text }: PresenceEvent): void {
    if (this.#isLagging || this.#isFinished || !seesPresence(this.actor, ticket)) return
    const { filter } = this.#listener
    if (!filter || filter(presenceEventName)) this.#push(`data: ${text}\n\n`)
  }

  /**
   * Reads the rights of the caller again, and ends the stream if they may no longer listen.
   * @throws Fault if the database cannot be read.
   */
  async refreshActor(): Promise<void> {
    try {
      this.actor = await this.#listener.refresh()
    } catch (failure) {
      if (!(failure instanceof Fault) || failure.status >= 500) throw failure
      this.finish('the rights have ended')
    }
  }

  /** Sends a heartbeat with the current position, and disconnects a client that has stopped reading. */
  async sendHeartbeat(): Promise<void> {
    if (this.#stuckSince !== undefined && performance.now() - this.#stuckSince > this.#source.limits.stuck) {
      this.destroy()
    } else if (!this.#isLagging && !this.#isFinished) {
      // Some rights change without an event.
      await this.refreshActor()
      // An id without data moves the cursor of the client without an event.
      if (!this.#isFinished && !this.#isLagging) this.#push(`: still here\nid: ${this.#position}\n\n`)
    }
  }

  /** Ends the stream after its buffered events; a client that has stopped reading is disconnected immediately. */
  finish(reason: string): void {
    if (this.#isFinished) return
    this.#isFinished = true
    if (this.#stuckSince !== undefined) {
      this.destroy()
      return
    }
    this.push(`: ${reason}\n\n`)
    this.push(null)
  }

  async #catchUp(): Promise<void> {
    if (!this.#isLagging || this.#isCatchingUp || this.#isFinished) return
    this.#isCatchingUp = true
    try {
      while (!this.#isFinished && this.#stuckSince === undefined && this.#position < this.#source.position) {
        await this.refreshActor()
        if (!this.#isFinished) await this.#readPage()
      }
      if (this.#stuckSince === undefined) this.#isLagging = false
    } catch (error) {
      this.destroy(error as Error)
    } finally {
      this.#isCatchingUp = false
    }
  }

  async #readPage(): Promise<void> {
    const { filter } = this.#listener
    const { events, cursor } = await readFeed(await this.#context(), {
      after: this.#position,
      limit: PAGE_SIZE,
      until: this.#source.position,
      ...(filter ? { filter } : {}),
    })
    for (const [id, text] of events) if (!this.#write(id, text)) return
    this.#position = cursor
  }

  /** Sends an event. Returns false if the buffer is now full, or the stream has ended. */
  #write(id: number, text: string): boolean {
    if (this.#isFinished) return false
    this.#position = id
    return this.#push(`id: ${id}\ndata: ${text}\n\n`)
  }

  #push(text: string): boolean {
    if (this.push(text)) return true
    this.#isLagging = true
    this.#stuckSince = performance.now()
    return false
  }

  async #context(): Promise<Context> {
    const { desk } = this.#source
    return { desk, db: desk.database, cache: await desk.cache.current(), actor: this.actor }
  }
}
