import type { Desk } from '../kernel/context.ts'
import { coalesce } from '../kernel/coalesce.ts'
import { type Attempt, claim, type Claimed, nextDue, release, settle, webhooksWithWaiting } from './deliveries.ts'
import { enqueue } from './enqueue.ts'
import { type CustomPayload, payloadOf } from './payload.ts'
import { type Call, type Outcome, send } from './send.ts'
import type { TargetPolicy } from './targets.ts'

/** Times in milliseconds. */
export interface DispatcherOptions {
  readonly targets: TargetPolicy
  /** If true, the log of deliveries shows responses from private addresses. */
  readonly keepsInternal: boolean
  /** Time for one attempt. */
  readonly timeout: number
  /** Time between two checks for commits. They take microseconds in an embedded database; a server reports commits. */
  readonly poll: { readonly embedded: number; readonly server: number }
  /** Concurrent attempts, for one webhook and for all, so that a slow receiver does not delay the others. */
  readonly concurrency: { readonly each: number; readonly all: number }
  /** Time for which attempts may continue when the service stops. */
  readonly grace: number
}

export const defaultDispatcherOptions: DispatcherOptions = {
  targets: 'public',
  keepsInternal: false,
  timeout: 10_000,
  poll: { embedded: 100, server: 1000 },
  concurrency: { each: 4, all: 32 },
  grace: 3000,
}

/** The columns of a webhook that decide what is sent and where. */
type Webhook = CustomPayload & Omit<Call, 'body' | 'event' | 'delivery'>

/** The outcome of an attempt that failed before anything was sent. */
const unsent = (error: string): Outcome => ({ status: null, body: null, error, duration: 0 })

/** Milliseconds between checks without a commit, for deliveries that a crashed process had claimed. */
const MAX_IDLE = 10_000

/**
 * Sends webhooks: creates deliveries for new events and sends those that are due. Its state is in the database, so that a
 * crash loses nothing.
 */
export class Dispatcher {
  readonly #desk: Desk
  readonly #options: DispatcherOptions
  readonly #leads: () => boolean
  readonly #running = new Map<number, Set<Promise<void>>>()
  readonly #stopped = new AbortController()
  #stopping = false
  #timer: NodeJS.Timeout | undefined
  readonly #rounds = coalesce(() => this.#work())
  #endWatch: (() => void) | undefined
  #version: number | undefined
  /** The time at which the next delivery is due, in milliseconds since 1970. */
  #nextDue = -Infinity
  #checkedAt = -Infinity

  /** @param leads returns true in the process that creates the deliveries. */
  constructor(desk: Desk, options: DispatcherOptions = defaultDispatcherOptions, leads: () => boolean = () => true) {
    this.#desk = desk
    this.#options = options
    this.#leads = leads
  }

  start(): void {
    const { embedded, server } = this.#options.poll
    const interval = this.#desk.database.dialect.embedded ? embedded : server
    this.#timer = setInterval(() => void this.poll(), interval).unref()
    this.#endWatch = this.#desk.database.peers?.onCommit(() => void this.poll())
  }

  /** Waits for running attempts for the time of `grace`, and releases the others, which the next process sends. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#timer)
    this.#endWatch?.()
    const late = setTimeout(() => this.#stopped.abort(), this.#options.grace)
    await this.#rounds.running
    await this.#finished()
    this.#stopped.abort()
    clearTimeout(late)
  }

  /** Starts the attempts that are due. Returns at once if nothing was committed and no delivery is due. */
  async poll(): Promise<void> {
    if (this.#stopping || !this.#isDue()) return
    await this.#rounds.run()
  }

  /** Waits until no attempt is running. */
  async settled(): Promise<void> {
    while (this.#rounds.running || [...this.#running.values()].some(({ size }) => size > 0)) {
      await this.#rounds.running
      await this.#finished()
    }
  }

  #isDue(): boolean {
    const version = this.#desk.database.version()
    const time = performance.now()
    const changed = version === undefined || version !== this.#version
    if (!changed && this.#desk.now().getTime() < this.#nextDue && time - this.#checkedAt < MAX_IDLE) return false
    this.#version = version
    this.#checkedAt = time
    return true
  }

  async #work(): Promise<void> {
    try {
      // One process creates the deliveries; all send them.
      if (this.#leads()) await enqueue(this.#desk)
      const webhooks = await webhooksWithWaiting(this.#desk)
      // Webhooks with the fewest running attempts come first, so that many deliveries of one leave room for the others.
      const order = webhooks.toSorted((a, b) => this.#countOf(a) - this.#countOf(b))
      for (const webhook of order) await this.#sendDue(webhook)
      this.#nextDue = (await nextDue(this.#desk, webhooks)) ?? Infinity
    } catch (error) {
      this.#version = undefined
      this.#nextDue = -Infinity
      this.#desk.log.warn({ error }, 'could not send the webhooks that are due')
    }
  }

  #countOf(webhook: number): number {
    return this.#running.get(webhook)?.size ?? 0
  }

  async #sendDue(webhook: number): Promise<void> {
    const { each, all } = this.#options.concurrency
    const running = this.#running.get(webhook) ?? new Set()
    this.#running.set(webhook, running)
    const total = [...this.#running.values()].reduce((sum, { size }) => sum + size, 0)
    const room = Math.min(each - running.size, all - total)
    if (room <= 0) return
    for (const claimed of await claim(this.#desk, webhook, room)) {
      const attempt = this.#attempt(claimed).catch((error: unknown) =>
        this.#desk.log.warn({ error, delivery: claimed.id }, 'could not send a webhook'),
      )
      running.add(attempt)
      // Another delivery may be waiting until this one ends.
      void attempt.then(() => {
        running.delete(attempt)
        return this.poll()
      })
    }
  }

  async #attempt(claimed: Claimed): Promise<void> {
    const webhook = await this.#desk.database.sql
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', claimed.webhook_id)
      .executeTakeFirst()
    if (!webhook) return
    const attempt = await this.#try(claimed, webhook)
    if (this.#stopped.signal.aborted && attempt.outcome.status === null) await release(this.#desk, claimed)
    else await settle(this.#desk, claimed, attempt)
  }

  async #try({ id, event_id, event, delivery, payload: stored }: Claimed, webhook: Webhook): Promise<Attempt> {
    const { timeout, targets, keepsInternal } = this.#options
    try {
      // Every attempt sends the same body.
      const payload = stored ?? (await payloadOf(this.#desk, event_id, webhook))
      if (payload === undefined) return { payload, outcome: unsent('the event is no longer kept'), final: true }
      const call = { ...webhook, body: payload, event, delivery }
      return { payload, outcome: await send(call, { timeout, targets, keepsInternal, signal: this.#stopped.signal }) }
    } catch (error) {
      this.#desk.log.warn({ error, delivery: id }, 'could not build the body of a webhook')
      return { payload: undefined, outcome: unsent('the body could not be built; see the log') }
    }
  }

  async #finished(): Promise<void> {
    for (;;) {
      const attempts = [...this.#running.values()].flatMap((set) => [...set])
      if (attempts.length === 0) return
      await Promise.all(attempts)
    }
  }
}
