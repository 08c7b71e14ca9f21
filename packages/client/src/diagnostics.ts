import type { HelpdeskError } from './errors.ts'
import type { ServiceEvent } from './event-types.ts'

/** The reason for a request. */
export type Cause = 'load' | 'reload' | 'page' | 'batch' | 'write' | 'raw' | 'session'

/** Events of `client.on()`. */
export interface Events {
  /** A user has signed in; or with `null`, the session has ended. For clients with `auth: { session: true }`. */
  session: { user_id: number | null }
  /** An event of the service, while live values have listeners. */
  event: ServiceEvent
  /**
   * The stream of events was opened, or has broken; it is opened again by itself. `missed`: the events since it broke have
   * been deleted, so everything may have changed. Live values are requested again by themselves.
   */
  stream: { connected: boolean; missed: boolean }
  request: { id: number; method: string; url: string; attempt: number; cause: Cause }
  /** `bytes` is the length of the body's text, if it was read. */
  response: { id: number; status: number; ms: number; bytes: number | undefined }
  retry: { id: number; delay: number; reason: unknown }
  failure: { id: number; error: HelpdeskError }
  /** A relation was loaded one by one for the items of one page; `hint` describes a cheaper way. */
  lazyLoop: { collection: string; count: number; hint: string }
  /** A list was ended because a page repeated the previous one. */
  warning: { message: string; url: string }
}

/** Counters of a client and those derived from it. */
export interface Stats {
  /** Requests sent, including repetitions. */
  readonly sent: number
  /** Reads that joined a request already under way. */
  readonly joined: number
  /** Reads answered from a cache. */
  readonly cacheHits: number
  /** Ids loaded by a batch. */
  readonly batched: number
}
