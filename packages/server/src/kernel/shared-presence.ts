import type { Peers } from '../db/peers.ts'
import { type Activity, LocalPresence, type Presence, type PresentUser, type Tab } from './presence.ts'

/** The topic of the messages. */
const topic = 'presence'

/** A message about a tab that another process serves; without an activity, the tab has left the ticket. */
interface TabMessage {
  readonly tab: Tab
  readonly ticket: number
  readonly activity?: Activity
}

/**
 * Presence in the memory of each of several processes, which send each other the changes of their tabs. A process that
 * has just started learns of the other processes' tabs when these send their next requests.
 */
export class SharedPresence implements Presence {
  readonly #all = new LocalPresence()
  readonly #peers: Peers

  /** @param now the clock of this process: times in messages are not used, because the clocks of machines differ. */
  constructor(peers: Peers, now: () => Date) {
    this.#peers = peers
    peers.onMessage(topic, (message) => {
      const { tab, ticket, activity } = message as TabMessage
      if (activity) this.#all.arrive(tab, ticket, activity, now().getTime())
      else this.#all.leave(tab, ticket)
    })
  }

  arrive(tab: Tab, ticket: number, activity: Activity, now: number): void {
    this.#all.arrive(tab, ticket, activity, now)
    this.#peers.send(topic, { tab, ticket, activity } satisfies TabMessage)
  }

  leave(tab: Tab, ticket: number): void {
    this.#all.leave(tab, ticket)
    this.#peers.send(topic, { tab, ticket } satisfies TabMessage)
  }

  expire(now: number): void {
    this.#all.expire(now)
  }

  peopleAt(ticket: number): PresentUser[] {
    return this.#all.peopleAt(ticket)
  }

  watch(listener: (ticket: number) => void): () => void {
    return this.#all.watch(listener)
  }
}
