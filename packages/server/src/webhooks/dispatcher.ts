import type { Desk } from '../kernel/context.ts'
import { type Attempt, claim, type Claimed, giveBack, nextDue, settle, webhooksWithWaiting } from './deliveries.ts'
import { enqueue } from './enqueue.ts'
import { type Custom, payloadOf } from './payload.ts'
import { type Call, type Outcome, send } from './send.ts'
import type { TargetPolicy } from './targets.ts'

/** Times in milliseconds. */
export interface DispatcherOptions {
  readonly targets: TargetPolicy
  /** Whether the log shows what receivers at private addresses answer. */
  readonly keepsInternal: boolean
  /** For one attempt. */
  readonly timeout: number
  /** Between two looks for commits; a look at the embedded database costs microseconds, at a server statements. */
  readonly look: { readonly embedded: number; readonly server: number }
  /** How many attempts at once, for one webhook and for all: a slow receiver does not hold up the others. */
  readonly atOnce: { readonly each: number; readonly all: number }
  /** How long attempts may still take when the service stops. */
  readonly grace: number
}

export const defaultDispatcherOptions: DispatcherOptions = {
  targets: 'public',
  keepsInternal: false,
  timeout: 10_000,
  look: { embedded: 100, server: 500 },
  atOnce: { each: 4, all: 32 },
  grace: 3000,
}

/** What of a webhook decides what is sent where. */
type Webhook = Custom & Omit<Call, 'body' | 'event' | 'delivery'>

/** An attempt that came to nothing before anything was sent. */
const without = (error: string): Outcome => ({ status: null, body: null, error, duration: 0 })

/** Also looks after so many milliseconds when nothing seems to have happened, for what a dead process has left. */
const atLeastEvery = 10_000

/**
 * Sends webhooks: what is new goes into the books, what is due goes out. Everything that must not be lost is in the
 * database; what is here can be lost at any moment.
 */
export class Dispatcher {
  readonly #desk: Desk
  readonly #options: DispatcherOptions
  readonly #flying = new Map<number, Set<Promise<void>>>()
  readonly #stopped = new AbortController()
  #stopping = false
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #version: number | undefined
  #next = -Infinity
  #looked = -Infinity

  constructor(desk: Desk, options: DispatcherOptions = defaultDispatcherOptions) {
    this.#desk = desk
    this.#options = options
  }

  start(): void {
    const { embedded, server } = this.#options.look
    const every = this.#desk.database.dialect.name === 'sqlite' ? embedded : server
    this.#timer = setInterval(() => void this.look(), every).unref()
  }

  /** Lets attempts under way end for a while; the others are given back, to be sent when a service runs again. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#timer)
    const late = setTimeout(() => this.#stopped.abort(), this.#options.grace)
    await this.#round
    await this.#landed()
    this.#stopped.abort()
    clearTimeout(late)
  }

  /** Does what there is to do, if there may be something. Called by a timer; tests call it themselves. */
  async look(): Promise<void> {
    if (this.#round || this.#stopping || !this.#isDue()) return
    this.#round = this.#work()
    await this.#round
  }

  /** Waits until no attempt is under way. */
  async settled(): Promise<void> {
    while (this.#round || [...this.#flying.values()].some(({ size }) => size > 0)) {
      await this.#round
      await this.#landed()
    }
  }

  #isDue(): boolean {
    const version = this.#desk.database.version()
    const time = performance.now()
    const changed = version === undefined || version !== this.#version
    if (!changed && this.#desk.now().getTime() < this.#next && time - this.#looked < atLeastEvery) return false
    this.#version = version
    this.#looked = time
    return true
  }

  async #work(): Promise<void> {
    try {
      await enqueue(this.#desk)
      const webhooks = await webhooksWithWaiting(this.#desk)
      // The ones with the least under way come first, so that many deliveries of one leave room for the others.
      const order = webhooks.toSorted((a, b) => this.#under(a) - this.#under(b))
      for (const webhook of order) await this.#sendDue(webhook)
      this.#next = (await nextDue(this.#desk, webhooks)) ?? Infinity
    } catch (error) {
      this.#version = undefined
      this.#next = -Infinity
      this.#desk.log.warn({ error }, 'could not look after the webhooks')
    } finally {
      this.#round = undefined
    }
  }

  #under(webhook: number): number {
    return this.#flying.get(webhook)?.size ?? 0
  }

  async #sendDue(webhook: number): Promise<void> {
    const { each, all } = this.#options.atOnce
    const flying = this.#flying.get(webhook) ?? new Set()
    this.#flying.set(webhook, flying)
    const inAll = [...this.#flying.values()].reduce((sum, { size }) => sum + size, 0)
    const room = Math.min(each - flying.size, all - inAll)
    if (room <= 0) return
    for (const one of await claim(this.#desk, webhook, room)) {
      const flight = this.#attempt(one).catch((error: unknown) =>
        this.#desk.log.warn({ error, delivery: one.id }, 'could not send a webhook'),
      )
      flying.add(flight)
      // There may be more behind it, and now there is room.
      void flight.then(() => {
        flying.delete(flight)
        return this.look()
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
    if (this.#stopped.signal.aborted && attempt.outcome.status === null) await giveBack(this.#desk, claimed)
    else await settle(this.#desk, claimed, attempt)
  }

  async #try({ id, event_id, event, delivery, payload: known }: Claimed, webhook: Webhook): Promise<Attempt> {
    const { timeout, targets, keepsInternal } = this.#options
    try {
      // What was tried once is tried again as it was.
      const payload = known ?? (await payloadOf(this.#desk, event_id, webhook))
      if (payload === undefined) return { payload, outcome: without('the event is no longer kept'), useless: true }
      const call = { ...webhook, body: payload, event, delivery }
      return { payload, outcome: await send(call, { timeout, targets, keepsInternal, signal: this.#stopped.signal }) }
    } catch (error) {
      this.#desk.log.warn({ error, delivery: id }, 'could not make the body of a webhook')
      return { payload: undefined, outcome: without('the body could not be made; see the log') }
    }
  }

  async #landed(): Promise<void> {
    for (;;) {
      const flights = [...this.#flying.values()].flatMap((set) => [...set])
      if (flights.length === 0) return
      await Promise.all(flights)
    }
  }
}
