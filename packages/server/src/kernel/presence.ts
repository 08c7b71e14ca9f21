/** The activity of a person at a ticket. */
export interface Activity {
  readonly activity: (typeof activities)[number]
  /** The kind of text that is being written, as the client names it; null if it names none. */
  readonly kind: (typeof writtenKinds)[number] | null
}

export const activities = ['viewing', 'writing'] as const
export const writtenKinds = ['reply', 'note', 'phone'] as const

/** A person at a ticket. `since` is the time at which the activity began. */
export interface PresentUser extends Activity {
  readonly user_id: number
  readonly since: string
}

/** A browser tab or another client of a user. The client chooses its name. */
export interface Tab {
  readonly user: number
  readonly name: string
}

/**
 * Tracks the people who have tickets open. Presence is never stored. Times are milliseconds since 1970; the service calls
 * `expire`, so that an implementation needs no timer.
 */
export interface Presence {
  /** Records that a tab shows a ticket. A tab shows one ticket at a time, so it leaves the previous one. */
  arrive(tab: Tab, ticket: number, activity: Activity, now: number): void
  /** Removes a tab from a ticket; does nothing if the tab shows another ticket by now. */
  leave(tab: Tab, ticket: number): void
  /** Removes the tabs that have sent nothing for `LIFETIME`. */
  expire(now: number): void
  /** Returns the people at a ticket, in the order of their arrival. */
  peopleAt(ticket: number): PresentUser[]
  /** Calls `listener` with each ticket whose presence has changed. @returns a function that removes the listener. */
  watch(listener: (ticket: number) => void): () => void
}

/** Milliseconds for which a tab counts as present after its last request. */
export const LIFETIME = 30_000

/** Maximum number of tabs of one user; the tab with the oldest last request is removed first. */
const MAX_TABS = 20

interface Visit extends Activity {
  readonly tab: Tab
  readonly ticket: number
  readonly since: number
  readonly until: number
}

/** Presence in the memory of one process. */
export class LocalPresence implements Presence {
  /** By user and name of the tab, ordered by their last requests. */
  readonly #byUser = new Map<number, Map<string, Visit>>()
  readonly #byTicket = new Map<number, Set<Visit>>()
  readonly #listeners = new Set<(ticket: number) => void>()
  #nextExpiry = Infinity

  arrive(tab: Tab, ticket: number, { activity, kind }: Activity, now: number): void {
    const before = this.#byUser.get(tab.user)?.get(tab.name)
    const stays = before?.ticket === ticket
    const since = stays && before.activity === activity ? before.since : now
    if (before) this.#remove(before)
    this.#add({ tab, ticket, activity, kind, since, until: now + LIFETIME })
    if (before && !stays) this.#changed(before.ticket)
    if (!stays || before.activity !== activity || before.kind !== kind) this.#changed(ticket)
  }

  leave({ user, name }: Tab, ticket: number): void {
    const visit = this.#byUser.get(user)?.get(name)
    if (visit?.ticket !== ticket) return
    this.#remove(visit)
    this.#changed(ticket)
  }

  expire(now: number): void {
    if (now < this.#nextExpiry) return
    this.#nextExpiry = Infinity
    for (const visit of [...this.#byTicket.values()].flatMap((visits) => [...visits])) {
      if (now < visit.until) this.#nextExpiry = Math.min(this.#nextExpiry, visit.until)
      else {
        this.#remove(visit)
        this.#changed(visit.ticket)
      }
    }
  }

  peopleAt(ticket: number): PresentUser[] {
    const byUser = Map.groupBy(this.#byTicket.get(ticket) ?? [], ({ tab }) => tab.user)
    return [...byUser.values()]
      .map(mergeVisits)
      .toSorted((a, b) => a.since.localeCompare(b.since) || a.user_id - b.user_id)
  }

  watch(listener: (ticket: number) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #add(visit: Visit): void {
    const { tab, ticket, until } = visit
    const tabs = this.#byUser.get(tab.user) ?? new Map<string, Visit>()
    this.#byUser.set(tab.user, tabs.set(tab.name, visit))
    this.#byTicket.set(ticket, (this.#byTicket.get(ticket) ?? new Set()).add(visit))
    this.#nextExpiry = Math.min(this.#nextExpiry, until)
    const [oldest] = tabs.values()
    if (tabs.size <= MAX_TABS || !oldest) return
    this.#remove(oldest)
    this.#changed(oldest.ticket)
  }

  #remove(visit: Visit): void {
    const { tab, ticket } = visit
    const [tabs, visits] = [this.#byUser.get(tab.user), this.#byTicket.get(ticket)]
    tabs?.delete(tab.name)
    visits?.delete(visit)
    if (tabs?.size === 0) this.#byUser.delete(tab.user)
    if (visits?.size === 0) this.#byTicket.delete(ticket)
  }

  #changed(ticket: number): void {
    for (const listener of this.#listeners) listener(ticket)
  }
}

/**
 * Merges the tabs of one user at a ticket: writing takes precedence over viewing. The kind is that of the latest
 * request with the resulting activity, and `since` is the earliest time of that activity.
 */
function mergeVisits(visits: readonly Visit[]): PresentUser {
  const writing = visits.filter(({ activity }) => activity === 'writing')
  const visitsWithActivity = writing.length > 0 ? writing : visits
  const latest = visitsWithActivity.reduce((last, visit) => (visit.until >= last.until ? visit : last))
  const since = Math.min(...visitsWithActivity.map((visit) => visit.since))
  const { activity, kind, tab } = latest
  return { user_id: tab.user, activity, kind, since: new Date(since).toISOString() }
}
