import { Readable } from 'node:stream'
import type { Actor, Context } from '../kernel/context.ts'
import type { Batch } from './batch.ts'
import type { Credentials } from './credentials.ts'
import { readFeed } from './feed.ts'
import type { Listener, Live } from './live.ts'
import { serializeFor } from './serializer.ts'

/** Bytes that wait for a slow reader; then the stream stops and goes on from the database when they are gone. */
const mostWaiting = 64 * 1024
/** Events of one page while a stream catches up. */
const page = 200

/**
 * One stream of server-sent events. It keeps up while its reader does; a reader who is slower falls behind and catches
 * up page by page, so that nothing piles up in memory, and one who takes nothing at all is cut off.
 */
export class EventStream extends Readable {
  actor: Actor
  readonly credentials: Credentials
  readonly #live: Live
  readonly #listener: Listener
  /** The last event that the reader was told of, or that was not for them. */
  #position: number
  #behind = true
  #catching = false
  #ended = false
  /** Since when the reader has taken nothing. */
  #stuckSince: number | undefined

  constructor(live: Live, listener: Listener, after: number) {
    super({ highWaterMark: mostWaiting, encoding: 'utf8' })
    this.#live = live
    this.#listener = listener
    this.actor = listener.actor
    this.credentials = listener.credentials
    this.#position = after
    // The first bytes go out at once, so that the reader knows that the stream is open, and where it begins.
    this.push(`retry: 2000\nid: ${after}\n\n`)
  }

  override _read(): void {
    this.#stuckSince = undefined
    void this.#catchUp()
  }

  /** Tells a stream that keeps up of the events up to `last`; one that does not will read them itself. */
  async told(batch: Batch, last: number): Promise<void> {
    if (this.#behind || this.#ended) return
    try {
      const texts = await serializeFor(this.#context(), batch)
      const { wanted } = this.#listener
      for (const [index, { id, name }] of batch.events.entries()) {
        const text = texts[index]
        if (text === undefined || id <= this.#position || (wanted && !wanted(name))) continue
        if (!this.#write(id, text)) return
      }
      this.#position = Math.max(this.#position, last)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** Learns what the reader may see by now; ends the stream when they may no longer listen. */
  async askAgain(): Promise<void> {
    try {
      this.actor = await this.#listener.again()
    } catch {
      this.finish('the rights have ended')
    }
  }

  /** Shows the reader and everything between that the stream is alive, and how far it is; cuts off who takes nothing. */
  async beat(): Promise<void> {
    if (this.#stuckSince !== undefined && performance.now() - this.#stuckSince > this.#live.limits.stuck) {
      this.destroy()
    } else if (!this.#behind && !this.#ended) {
      // Also for what changes without an event, now and then.
      await this.askAgain()
      // An id without data moves the cursor of the reader and tells nothing.
      if (!this.#ended && !this.#behind) this.#push(`: still here\nid: ${this.#position}\n\n`)
    }
  }

  /** Ends the stream. The reader gets what is written already; one who takes nothing is not waited for. */
  finish(why: string): void {
    if (this.#ended) return
    this.#ended = true
    if (this.#stuckSince !== undefined) {
      this.destroy()
      return
    }
    this.push(`: ${why}\n\n`)
    this.push(null)
  }

  async #catchUp(): Promise<void> {
    if (!this.#behind || this.#catching || this.#ended) return
    this.#catching = true
    try {
      while (!this.#ended && this.#stuckSince === undefined && this.#position < this.#live.position) {
        await this.askAgain()
        if (!this.#ended) await this.#readPage()
      }
      // Whoever has been told everything keeps up from here on.
      if (this.#stuckSince === undefined) this.#behind = false
    } catch (error) {
      this.destroy(error as Error)
    } finally {
      this.#catching = false
    }
  }

  async #readPage(): Promise<void> {
    const { wanted } = this.#listener
    const { events, cursor } = await readFeed(this.#context(), {
      after: this.#position,
      limit: page,
      until: this.#live.position,
      ...(wanted ? { wanted } : {}),
    })
    for (const [id, text] of events) if (!this.#write(id, text)) return
    this.#position = cursor
  }

  /** @returns false when the reader does not take more for now. */
  #write(id: number, text: string): boolean {
    if (this.#ended) return false
    this.#position = id
    return this.#push(`id: ${id}\ndata: ${text}\n\n`)
  }

  #push(text: string): boolean {
    if (this.push(text)) return true
    this.#behind = true
    this.#stuckSince = performance.now()
    return false
  }

  #context(): Context {
    const { desk } = this.#live
    return { desk, db: desk.database, cache: desk.cache.current(), actor: this.actor }
  }
}
