import type { Model } from './model.ts'
import type { CreateOptions, WriteOptions } from './options.ts'

/** Options of `createClient`. */
export interface ClientOptions {
  /** Address of the service, with or without `/api/v1`. */
  url: string | URL
  auth: Credentials
  fetch?: typeof globalThis.fetch
  headers?: HeadersInit
  /** Milliseconds for one attempt, including the body. Default 30,000. */
  timeout?: number
  /** Milliseconds for a call with all its attempts and the delays between them. Default: no limit. */
  deadline?: number
  /** Number of retries, or a policy; `false` for none. Default 2. */
  retry?: number | RetryPolicy | false
  /** Maximum number of concurrent requests; others wait, first in, first out. Default 6. */
  maxConcurrent?: number
  pagination?: { perPage?: number }
  /** Initial `cache.maxSize` by collection name. */
  cache?: { readonly [collection: string]: number }
  batch?: { readonly [collection: string]: BatchLoader }
  /** Names of custom fields by collection, so that references have properties for them before a record is loaded. */
  attributes?: { readonly [collection: string]: readonly string[] }
}

/** The credentials of the client. A callback is called at the first request, and again after a 401; its result is reused until then. */
export type Credentials =
  | { token: string }
  | { basic: readonly [login: string, password: string] }
  | { bearer: string }
  | { authorization: () => string | Promise<string> }
  /** The session cookie of a page that the service itself serves. `client.session` signs in and out. */
  | { session: true }

/** When failed requests are retried. */
export interface RetryPolicy {
  /** Number of retries after the first attempt. Default 2. */
  limit?: number
  /** Statuses after which a request is retried. Default 408, 429, 502, 503, 504. */
  statuses?: readonly number[]
  /** Longest accepted `Retry-After`, in seconds. Default 60; if the server sends a longer one, the call fails at once. */
  maxRetryAfter?: number
  /** Upper bound of the first delay, in milliseconds; it doubles with each retry. Default 250. */
  base?: number
  /** Upper bound of every delay, in milliseconds. Default 8,000. */
  cap?: number
  /** Also retries writes that the server rejects with 429 or 503 and a `Retry-After`. Default false. */
  unsafe?: boolean
}

/**
 * Loads several records of one collection in a batch: with `load`, or else with one list request with `ids=`. A single record has a
 * request of its own.
 */
export interface BatchLoader {
  /** Maximum number of ids in one request. Default 100. */
  max?: number
  /** Milliseconds for which ids are collected. Default 0: the current turn of the event loop. */
  wait?: number
  readonly load?: (ids: number[], send: Send, signal: AbortSignal) => Promise<readonly Model[]>
}

/** Sends a request and returns the parsed JSON, like `client.request`. Reads, and a `POST` with an idempotency key, may be retried. */
export type Send = <T = unknown>(
  method: string,
  path: string,
  options?: CreateOptions & WriteOptions & { query?: object; json?: unknown },
) => Promise<T>
