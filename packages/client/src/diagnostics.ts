import type { HelpdeskError } from './errors.ts'

/** The reason for a request. */
export type Cause = 'load' | 'reload' | 'page' | 'batch' | 'write' | 'raw'

/** Events of `client.on()`, for logs and metrics. */
export interface Events {
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
