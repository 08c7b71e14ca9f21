import { Fault } from '../errors/fault.ts'

/** Requests without credentials in a minute, for one name and from one address. */
const MAX_REQUESTS = { name: 3, address: 10 } as const
const minute = 60_000

/** Above this number the least recent keys are dropped. */
const MAX_KEYS = 10_000

/**
 * Limits the rate of requests without credentials. It counts in the memory of this process, so a restart resets it.
 */
export class Throttle {
  /** The times of requests within the last minute by key, in milliseconds; the least recent key is first. */
  readonly #counted = new Map<string, number[]>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /**
   * Counts a request: by its address before its body is read, and by the name in its body.
   * @throws Fault `too_many_requests` with `Retry-After`; the request is not counted then.
   */
  count(kind: keyof typeof MAX_REQUESTS, value: string): void {
    const now = this.#now().getTime()
    const key = `${kind}:${value}`
    const times = this.#within(key, now)
    if (times.length >= MAX_REQUESTS[kind]) {
      const wait = Math.ceil(((times[0] as number) + minute - now) / 1000)
      throw new Fault('too_many_requests', undefined, { headers: { 'retry-after': String(Math.max(1, wait)) } })
    }
    this.#counted.delete(key)
    this.#counted.set(key, [...times, now])
    while (this.#counted.size > MAX_KEYS) this.#counted.delete(this.#counted.keys().next().value as string)
  }

  #within(key: string, now: number): number[] {
    return (this.#counted.get(key) ?? []).filter((at) => at > now - minute)
  }
}
