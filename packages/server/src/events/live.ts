import type { Actor, Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { type Batch, extentOf, readBatch } from './batch.ts'
import { type Credentials, stillGood } from './credentials.ts'
import type { Wanted } from './names.ts'
import { EventStream } from './stream.ts'

/** Whoever listens, for as long as they may. */
export interface Listener {
  readonly actor: Actor
  readonly credentials: Credentials
  /** Who it is by now. @throws Fault when they may no longer listen. */
  readonly again: () => Promise<Actor>
  /** The cursor to go on from; undefined for what is to come. */
  readonly after: number | undefined
  readonly wanted: Wanted | undefined
}

/** Times in milliseconds, and how many may listen. */
export interface LiveLimits {
  /** Between two looks for commits. A look at the embedded database costs microseconds, one at a server a statement. */
  readonly look: { readonly embedded: number; readonly server: number }
  /** Between two looks for credentials that were taken away, where commits are not seen. */
  readonly credentials: number
  readonly heartbeat: number
  /** A reader who takes nothing for so long is cut off. */
  readonly stuck: number
  readonly listeners: number
}

const usual: LiveLimits = {
  look: { embedded: 20, server: 250 },
  credentials: 1000,
  heartbeat: 15_000,
  stuck: 60_000,
  listeners: 2000,
}

/** Events of these are about rights: whoever listens is asked again who they are. */
const ofRights = new Set(['Role', 'Permission', 'Group', 'Organization'])
const batchSize = 500

/**
 * The live streams of a service. New events are read once for all of them, whichever process wrote them, and each
 * listener gets what they may see. Nothing runs while nobody listens.
 */
export class Live {
  readonly desk: Desk
  readonly limits: LiveLimits
  /** The last event that was read; every stream that keeps up has been told all up to it. */
  position = 0
  readonly #streams = new Set<EventStream>()
  #opening: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []
  #version: number | undefined
  #busy = false
  #closed = false
  #nextEnd = Infinity
  #checkedAt = -Infinity

  constructor(desk: Desk, limits: LiveLimits = usual) {
    this.desk = desk
    this.limits = limits
  }

  /**
   * A stream of server-sent events.
   * @throws Fault `too_many_requests` when there are too many already, `busy` while the service stops.
   */
  async open(listener: Listener): Promise<EventStream> {
    if (this.#closed) throw new Fault('busy')
    if (this.#streams.size >= this.limits.listeners) throw new Fault('too_many_requests')
    if (this.#streams.size === 0) await (this.#opening ??= this.#start().finally(() => (this.#opening = undefined)))
    const after = listener.after ?? (await extentOf(this.desk)).committedUpTo
    const stream = new EventStream(this, listener, after)
    this.#streams.add(stream)
    this.#nextEnd = Math.min(this.#nextEnd, listener.credentials.ends)
    stream.once('close', () => this.#leave(stream))
    return stream
  }

  /** Ends every stream; their readers come again elsewhere, where they were. */
  close(): void {
    this.#closed = true
    this.#stop()
    for (const stream of this.#streams) stream.finish('the service stops')
  }

  /** Looks for commits and tells what they brought. Called by a timer; tests call it themselves. */
  async look(): Promise<void> {
    if (this.#busy || this.#streams.size === 0) return
    const version = this.desk.database.version()
    const now = this.desk.now().getTime()
    if (version !== undefined && version === this.#version && now < this.#nextEnd) return
    this.#version = version
    this.#busy = true
    try {
      await this.#tellAll()
    } catch (error) {
      // The next look tries again from where this one was.
      this.#version = undefined
      this.desk.log.warn({ error }, 'could not read events for the live streams')
    } finally {
      this.#busy = false
    }
  }

  async #tellAll(): Promise<void> {
    const { committedUpTo } = await extentOf(this.desk)
    let checked = false
    while (this.position < committedUpTo) {
      const batch = await readBatch(this.desk, this.position, committedUpTo, batchSize)
      await this.#askAgain(batch)
      checked = true
      const last = batch.events.length < batchSize ? committedUpTo : (batch.events.at(-1)?.id ?? committedUpTo)
      // Whoever is behind at this moment reads the batch itself, because it has to get to the new position.
      this.position = last
      await Promise.all([...this.#streams].map((stream) => stream.told(batch, last)))
    }
    if (!checked && this.#isDue()) await this.#askAgain(undefined)
  }

  /** A commit may have taken a token away; where commits are not seen, a look now and then has to do. */
  #isDue(): boolean {
    if (this.#version !== undefined || performance.now() - this.#checkedAt > this.limits.credentials) return true
    return this.desk.now().getTime() >= this.#nextEnd
  }

  /** Ends the streams whose credentials have ended, and learns anew what those may see whose rights may be others. */
  async #askAgain(batch: Batch | undefined): Promise<void> {
    const streams = [...this.#streams]
    this.#checkedAt = performance.now()
    const good = await stillGood(
      this.desk,
      streams.map(({ credentials }) => credentials),
    )
    this.#nextEnd = Infinity
    const users = new Set<number>()
    let everybody = false
    for (const { object, o_id } of batch?.events ?? []) {
      if (object === 'User') users.add(o_id)
      else if (ofRights.has(object)) everybody = true
    }
    for (const stream of streams) {
      const { credentials } = stream
      if (!good(credentials)) stream.finish('the credentials have ended')
      else {
        this.#nextEnd = Math.min(this.#nextEnd, credentials.ends)
        if (everybody || users.has(stream.actor.id)) await stream.askAgain()
      }
    }
  }

  async #start(): Promise<void> {
    this.position = (await extentOf(this.desk)).committedUpTo
    this.#version = undefined
    const every = this.desk.database.dialect.name === 'sqlite' ? this.limits.look.embedded : this.limits.look.server
    this.#stop()
    if (this.#closed) return
    this.#timers = [
      setInterval(() => void this.look(), every),
      setInterval(() => {
        for (const stream of this.#streams) void stream.beat()
      }, this.limits.heartbeat),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#stop()
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }
}
