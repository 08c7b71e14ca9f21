import type { Model } from './model.ts'
import type { CreateOptions } from './options.ts'

export interface ClientOptions {
  /** Address of the service, with or without `/api/v1`. */
  url: string | URL
  auth: Credentials
  fetch?: typeof globalThis.fetch
  headers?: HeadersInit
  /** Milliseconds for one attempt, the body included. Default 30,000. */
  timeout?: number
  /** Milliseconds for a call with all its attempts and waits. Default: none. */
  deadline?: number
  retry?: number | RetryPolicy | false
  /** Requests at a time; more wait, first in, first out. Default 6. */
  maxConcurrent?: number
  pagination?: { perPage?: number }
  /** Cache size by collection name, as `cache.maxSize`. */
  cache?: { readonly [collection: string]: number }
  batch?: { readonly [collection: string]: BatchLoader }
  /** Names of custom attributes by collection, so that references offer them before anything was loaded. */
  attributes?: { readonly [collection: string]: readonly string[] }
}

/** How the client proves who it is. A callback is asked once for concurrent requests, and again after a 401. */
export type Credentials =
  | { token: string }
  | { basic: readonly [login: string, password: string] }
  | { bearer: string }
  | { authorization: () => string | Promise<string> }

export interface RetryPolicy {
  /** Repetitions after the first attempt. Default 2. */
  limit?: number
  /** Statuses that are repeated. Default 408, 429, 502, 503, 504. */
  statuses?: readonly number[]
  /** Longest `Retry-After` that is waited for, in seconds. Default 60; a longer one fails at once. */
  maxRetryAfter?: number
  /** Longest first wait, in milliseconds; doubled each time. Default 250. */
  base?: number
  /** Longest wait of all, in milliseconds. Default 8,000. */
  cap?: number
  /** Also repeat writes that the server refused with 429 or 503 and a `Retry-After`. Default false. */
  unsafe?: boolean
}

/** Loads many ids of one collection together. Without `load`, one list request with `ids=` is sent. */
export interface BatchLoader {
  /** Ids in one request. Default 100. */
  max?: number
  /** Milliseconds to collect ids. Default 0: to the end of the current turn of the event loop. */
  wait?: number
  readonly load?: (ids: number[], send: Send, signal: AbortSignal) => Promise<readonly Model[]>
}

/** Sends one request and gives its parsed JSON: what `client.request` does. A `POST` with a key may be repeated. */
export type Send = <T = unknown>(
  method: string,
  path: string,
  options?: CreateOptions & { query?: object; json?: unknown },
) => Promise<T>
