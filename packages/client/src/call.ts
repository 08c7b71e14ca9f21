import type { Cause } from './diagnostics.ts'
import type { CreateOptions, WriteOptions } from './options.ts'

/** One call: the request and the options for timeouts and retries. */
export interface Call extends CreateOptions, WriteOptions {
  method: string
  /** A path relative to `/api/v1`, or an absolute one that begins with `/api/`. */
  path: string
  query?: object | undefined
  json?: unknown
  body?: BodyInit | undefined
  cause: Cause
  /** The record that the call is about, for a NotFoundError. */
  about?: { collection: string; recordId: number } | undefined
  /** Leaves the body of the response unread. */
  raw?: boolean
  /** A replacement for the `fetch` of the client. */
  fetch?: typeof globalThis.fetch | undefined
  /** Supplies the stack of errors; by default, that of the call of `send`. */
  trace?: Error | undefined
}

/** Headers that authenticate a request. */
export type AuthHeaders = Readonly<Record<string, string>>

/** Returns true if the call changes nothing on the server. */
export const isReading = ({ method }: Call): boolean => /^(GET|HEAD|OPTIONS)$/.test(method)

/** Returns true if the call creates a record and has an idempotency key. */
export const hasIdempotencyKey = ({ method, idempotencyKey }: Call): boolean =>
  method === 'POST' && Boolean(idempotencyKey)

/** Returns the headers as a plain object, the fastest form for `fetch` and the easiest to check in tests. */
export function requestHeaders(sources: (HeadersInit | undefined)[], auth: AuthHeaders, call: Call) {
  const headers: Record<string, string> = { accept: call.raw ? '*/*' : 'application/json', ...auth }
  if (call.json !== undefined) headers['content-type'] = 'application/json'
  if (hasIdempotencyKey(call)) headers['idempotency-key'] = String(call.idempotencyKey)
  if (call.ifMatch !== undefined) headers['if-match'] = call.ifMatch
  for (const source of sources) {
    if (source) new Headers(source).forEach((value, name) => (headers[name] = value))
  }
  return headers
}

/**
 * Returns the JSON text of a body.
 * @throws TypeError for an invalid date or a number such as NaN, which JSON would silently turn into null.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string, written: unknown) {
    const original = this[key]
    if (isUnwritable(original)) throw new TypeError(`${key}: expected a valid date or number, got ${String(original)}`)
    return written
  })
}

const isUnwritable = (value: unknown): boolean =>
  (value instanceof Date || typeof value === 'number') && !Number.isFinite(Number(value))

/** Returns the query string with its question mark, or an empty text if there are no parameters. */
export function queryText(query: object | undefined): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) parameters.set(name, String(value))
  return parameters.size ? `?${parameters}` : ''
}

/** Shortens query values to 200 characters, for errors and events: searches can be long and private. */
export function shortenQuery(url: string): string {
  return url.length > 200 ? url.replace(/([?&][^=]*=)([^&]{200})[^&]+/g, '$1$2…') : url
}
