import type { HelpdeskError } from './errors.ts'
import type { ServiceEvent } from './event-types.ts'

/** The reason for a request. `raw` is a call of `client.request` or `client.raw`, or of a method without a reason of its own, such as
 * those for tags, files and reports.
 */
export type Cause = 'load' | 'reload' | 'page' | 'batch' | 'write' | 'raw' | 'session'

/** Events of `client.on()`. */
export interface Events {
  /** The first response has shown who is signed in, or this has changed; `user_id` is null without a sign-in. For clients with
   * `auth: { session: true }`.
   */
  session: { user_id: number | null }
  /** An event of the service, while live values have listeners. */
  event: ServiceEvent
  /** The event stream was opened, or has ended; the client reopens it while live values have listeners. `missed` is true if the
   * service has deleted events in between, so that everything may have changed; the client then requests all live values again.
   */
  stream: { connected: boolean; missed: boolean }
  request: { id: number; method: string; url: string; attempt: number; cause: Cause }
  /** `bytes` is the length of the body's text in UTF-16 code units; undefined if the body was not read as text. */
  response: { id: number; status: number; ms: number; bytes: number | undefined }
  retry: { id: number; delay: number; reason: unknown }
  failure: { id: number; error: HelpdeskError }
  /** A relation was loaded one by one for the items of one page; `hint` describes a cheaper way. */
  lazyLoop: { collection: string; count: number; hint: string }
  /** A list was ended because a page repeated the previous one. */
  warning: { message: string; url: string }
}

/** Counters that a client and those derived from it share. */
export interface Stats {
  /** Requests sent, including retries. */
  readonly sent: number
  /** Reads that joined a request already in flight. */
  readonly joined: number
  /** Reads answered from a cache. */
  readonly cacheHits: number
  /** Ids requested in batches. */
  readonly batched: number
}
