import { Fault } from '../errors/fault.ts'

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
   * Counts a request: by its address before its body is read, and by the name that its body is about.
   * @throws Fault `too_many_requests` that says when it may come again; it is not counted then.
   */
  count(kind: keyof typeof most, value: string): void {
    const now = this.#now().getTime()
    const key = `${kind}:${value}`
    const times = this.#within(key, now)
    if (times.length >= most[kind]) {
      const wait = Math.ceil(((times[0] as number) + minute - now) / 1000)
      throw new Fault('too_many_requests', undefined, { headers: { 'retry-after': String(Math.max(1, wait)) } })
    }
    this.#counted.delete(key)
    this.#counted.set(key, [...times, now])
    while (this.#counted.size > mostKeys) this.#counted.delete(this.#counted.keys().next().value as string)
  }

  #within(key: string, now: number): number[] {
    return (this.#counted.get(key) ?? []).filter((at) => at > now - minute)
  }
}
