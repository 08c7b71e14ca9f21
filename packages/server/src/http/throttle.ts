import { Fault } from '../kernel/fault.ts'

/** What somebody without credentials may ask for in a minute: about one name, and from one address. */
const most = { name: 3, address: 10 } as const
const minute = 60_000

/** More than these are not kept; the oldest go first. */
const mostKeys = 10_000

/**
 * Counts what is asked without credentials, in the memory of this process: it slows down who tries many, and a restart
 * may forgive them.
 */
export class Throttle {
  /** When each key was counted within the last minute, in milliseconds; the least recent key first. */
  readonly #counted = new Map<string, number[]>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /**
   * Counts a request.
   * @param name whom it is about; blank where it names nobody.
   * @throws Fault `too_many_requests` that says when it may come again; it is not counted then.
   */
  count(address: string, name: string): void {
    const now = this.#now().getTime()
    const keys = [['address', address], ...(name === '' ? [] : [['name', name.trim().toLowerCase().slice(0, 255)]])]
    const counts = (keys as [keyof typeof most, string][]).map(([kind, key]) => ({ kind, key: `${kind}:${key}` }))
    for (const { kind, key } of counts) {
      const times = this.#within(key, now)
      if (times.length < most[kind]) continue
      const wait = Math.ceil(((times[0] as number) + minute - now) / 1000)
      throw new Fault('too_many_requests', undefined, { headers: { 'retry-after': String(Math.max(1, wait)) } })
    }
    for (const { key } of counts) {
      const times = [...this.#within(key, now), now]
      this.#counted.delete(key)
      this.#counted.set(key, times)
    }
    while (this.#counted.size > mostKeys) this.#counted.delete(this.#counted.keys().next().value as string)
  }

  #within(key: string, now: number): number[] {
    return (this.#counted.get(key) ?? []).filter((at) => at > now - minute)
  }
}
