import type { HelpdeskError } from './errors.ts'

export type Cause = 'load' | 'reload' | 'page' | 'batch' | 'write' | 'raw'

export interface Events {
  request: { id: number; method: string; url: string; attempt: number; cause: Cause }
  /** `bytes`: length of the body's text, where it was read. */
  response: { id: number; status: number; ms: number; bytes: number | undefined }
  retry: { id: number; delay: number; reason: unknown }
  failure: { id: number; error: HelpdeskError }
  /** One relation was loaded one by one from the items of one page: `hint` says what costs less. */
  lazyLoop: { collection: string; count: number; hint: string }
  /** A list was ended because a page repeated the one before it. */
  warning: { message: string; url: string }
}

export interface Stats {
  /** Requests sent, repetitions included. */
  readonly sent: number
  /** Reads that joined a request already under way. */
  readonly joined: number
  /** Reads answered from a cache. */
  readonly cacheHits: number
  /** Ids loaded by a batch. */
  readonly batched: number
}
