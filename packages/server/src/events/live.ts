import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { type Batch, readExtent, readBatch } from './batch.ts'
import { findValidCredentials } from './credentials.ts'
import { coalesce } from '../kernel/coalesce.ts'
import { presenceEvents } from './presence.ts'
import { EventStream, type Listener } from './stream.ts'

/** The limits of live streams. Times are in milliseconds. */
export interface LiveLimits {
  /** Interval of checks for commits. A check takes microseconds in an embedded database; a server also reports commits. */
  readonly poll: { readonly embedded: number; readonly server: number }
  /** Interval of checks for revoked credentials, if the database has no version number that shows commits. */
  readonly credentials: number
  readonly heartbeat: number
  /** Time without reading after which a client is disconnected. */
  readonly stuck: number
  /** Maximum number of streams of all users together. */
  readonly maxStreams: number
  readonly maxStreamsPerUser: number
}

const defaultLimits: LiveLimits = {
  // Less than a second in total, because a stream with revoked credentials must end within a second.
  poll: { embedded: 20, server: 400 },
  credentials: 400,
  heartbeat: 15_000,
  stuck: 60_000,
  maxStreams: 2000,
  maxStreamsPerUser: 100,
}

/** Models whose events may change the rights of any listener, or the fields that a listener may see. */
const rightsModels = new Set(['Role', 'Permission', 'Group', 'Organization', 'ObjectManager::Attribute'])

/** Number of events that are read together. */
const BATCH_SIZE = 500

/**
 * The live streams of a service. New events of all processes are read once for all streams, and each listener is sent the
 * events that they may see. Without listeners, no timer runs.
 */
export class LiveStreams {
  readonly desk: Desk
  readonly limits: LiveLimits
  /** The id of the last event that was read; live streams have received everything up to it. */
  position = 0
  readonly #streams = new Set<EventStream>()
  #opening: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []
  /** Ids of tickets whose presence has changed since the last poll. */
  #changedTickets = new Set<number>()
  #stopWatching: (() => void) | undefined
  readonly #polls = coalesce(() => this.#poll())
  /** The version of the database at the last poll; undefined on a database server, and after a poll that failed. */
  #version: number | undefined
  #isClosed = false
  /** The time at which the next credentials expire, in milliseconds since 1970. */
  #nextExpiry = Infinity
  /** The time of the last check of credentials, in milliseconds of `performance.now()`. */
  #checkedAt = -Infinity

  constructor(desk: Desk, limits: LiveLimits = defaultLimits) {
    this.desk = desk
    this.limits = limits
  }

  /**
   * Opens a stream of server-sent events.
   * @throws Fault `too_many_requests` if too many are open, in total or for this user; `busy` while the service stops.
   */
  async open(listener: Listener): Promise<EventStream> {
    this.#checkLimits(listener)
    const after = listener.after ?? (await readExtent(this.desk)).committedUpTo
    // This is checked after the wait above, during which the last of the other streams may have closed.
    if (this.#timers.length === 0) await (this.#opening ??= this.#start().finally(() => (this.#opening = undefined)))
    this.#checkLimits(listener)
    const stream = new EventStream(this, listener, after)
    this.#streams.add(stream)
    this.#nextExpiry = Math.min(this.#nextExpiry, listener.credentials.endsAt)
    stream.once('close', () => this.#remove(stream))
    return stream
  }

  /** @throws Fault like `open`. */
  #checkLimits({ credentials }: Listener): void {
    if (this.#isClosed) throw new Fault('busy')
    const { maxStreams, maxStreamsPerUser } = this.limits
    const ofUser = [...this.#streams].filter((stream) => stream.credentials.user === credentials.user)
    if (this.#streams.size >= maxStreams || ofUser.length >= maxStreamsPerUser) throw new Fault('too_many_requests')
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size
  }

  /** Ends every stream. Clients reconnect and continue from their cursors. */
  close(): void {
    this.#isClosed = true
    this.#stopTimers()
    for (const stream of this.#streams) stream.finish('the service stops')
  }

  /** Sends new events if there was a commit, and changes of presence. Called by a timer, after commits, and by tests. */
  poll(): Promise<void> {
    return this.#polls.run()
  }

  async #poll(): Promise<void> {
    if (this.#streams.size === 0) return
    const version = this.desk.database.knownVersion()
    const now = this.desk.now().getTime()
    this.desk.presence.expire(now)
    const isUnchanged = version !== undefined && version === this.#version && now < this.#nextExpiry
    if (isUnchanged && this.#changedTickets.size === 0) return
    this.#version = version
    try {
      if (!isUnchanged) await this.#sendNewEvents()
      // Presence is sent last, because the new events may have changed the rights of listeners.
      await this.#sendPresence()
    } catch (error) {
      // The next poll continues from the same position.
      this.#version = undefined
      this.#logFailure(error)
    }
  }

  #logFailure(error: unknown): void {
    this.desk.log.warn({ error }, 'could not read events for the live streams')
  }

  async #sendNewEvents(): Promise<void> {
    const { committedUpTo } = await readExtent(this.desk)
    let isChecked = false
    while (this.position < committedUpTo) {
      const batch = await readBatch(this.desk, this.position, committedUpTo, BATCH_SIZE)
      await this.#checkListeners(batch)
      isChecked = true
      const last = batch.events.length < BATCH_SIZE ? committedUpTo : (batch.events.at(-1)?.id ?? committedUpTo)
      // Set before sending, because a lagging stream catches up to this position, and so reads the batch itself.
      this.position = last
      await Promise.all([...this.#streams].map((stream) => stream.send(batch, last)))
    }
    if (!isChecked && this.#isCheckDue()) await this.#checkListeners(undefined)
  }

  async #sendPresence(): Promise<void> {
    const tickets = [...this.#changedTickets]
    this.#changedTickets.clear()
    const events = await presenceEvents(this.desk, tickets).catch((error: unknown) => {
      // The next poll sends them.
      for (const ticket of tickets) this.#changedTickets.add(ticket)
      throw error
    })
    for (const event of events) {
      for (const stream of this.#streams) stream.sendPresence(event)
    }
  }

  /**
   * Returns true if credentials must be checked: after a commit, when some expire, and at intervals if the database has no
   * version number that shows commits.
   */
  #isCheckDue(): boolean {
    if (this.#version !== undefined || performance.now() - this.#checkedAt > this.limits.credentials) return true
    return this.desk.now().getTime() >= this.#nextExpiry
  }

  /** Ends streams with invalid credentials, and refreshes the rights of listeners that the batch may have changed. */
  async #checkListeners(batch: Batch | undefined): Promise<void> {
    const streams = [...this.#streams]
    this.#checkedAt = performance.now()
    const isValid = await findValidCredentials(
      this.desk,
      streams.map(({ credentials }) => credentials),
    )
    const isAffected = affectedBy(batch)
    this.#nextExpiry = Infinity
    for (const stream of streams) {
      const { credentials } = stream
      if (!isValid(credentials)) stream.finish('the credentials have ended')
      else {
        this.#nextExpiry = Math.min(this.#nextExpiry, credentials.endsAt)
        if (isAffected(stream.actor.id)) await stream.refreshActor()
      }
    }
  }

  async #start(): Promise<void> {
    this.position = (await readExtent(this.desk)).committedUpTo
    this.#version = undefined
    const { poll, heartbeat } = this.limits
    this.#stopTimers()
    if (this.#isClosed) return
    const endPresence = this.desk.presence.watch((ticket) => this.#changedTickets.add(ticket))
    const endCommits = this.desk.database.peers?.onCommit(() => void this.poll())
    this.#stopWatching = () => {
      endPresence()
      endCommits?.()
    }
    this.#timers = [
      setInterval(() => void this.poll(), this.desk.database.dialect.isEmbedded ? poll.embedded : poll.server),
      setInterval(() => {
        for (const stream of this.#streams) stream.sendHeartbeat().catch((error: unknown) => this.#logFailure(error))
      }, heartbeat),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#stopTimers()
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#stopWatching?.()
    this.#changedTickets.clear()
  }
}

/** Returns a function that is true for users whose rights the events may have changed. */
function affectedBy(batch: Batch | undefined): (user: number) => boolean {
  const users = new Set<number>()
  let affectsEverybody = false
  for (const { object, o_id } of batch?.events ?? []) {
    if (object === 'User') users.add(o_id)
    else if (rightsModels.has(object)) affectsEverybody = true
  }
  return (user) => affectsEverybody || users.has(user)
}
