import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { type ErrorBody, type FaultCode, faults } from '@deskbell/contract'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { storageFault } from '../kernel/storage-fault.ts'
import type { RouteResponse } from './route.ts'

/** The default headers of responses. They keep browsers from framing a response, guessing its type and running scripts in it. */
export const plainHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'max-age=0, private, must-revalidate',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  vary: 'Accept, Authorization, Cookie',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Idempotency-Replayed, Link, Retry-After, X-Cursor, X-Failure, X-Ignored-Attributes, X-Request-Id, X-Total-Count',
}

/** A response with its entity tag. */
export interface PreparedResponse {
  readonly response: RouteResponse
  /** The hash of a text; for a file, the tag in its headers. */
  readonly etag: string | undefined
}

/** Adds the entity tag to a response. */
export const prepareResponse = (response: RouteResponse): PreparedResponse => ({ response, etag: etagOf(response) })

/** Returns the entity tag of a response: the hash of a text, or the tag in the headers of a file. */
export const etagOf = ({ body, headers }: RouteResponse): string | undefined =>
  typeof body === 'string' ? `"${hash('sha1', body, 'base64url')}"` : headers?.['etag']

/** `plainHeaders` as a flat list of names and values, which Node.js writes fastest. */
const plainPairs = Object.entries(plainHeaders).flat()

/**
 * Sends a response, or 304 if the caller has it already (RFC 9110, section 13.1.2). It writes to the response
 * directly, so that the fast path and the framework send the same bytes, with headers that are prepared once.
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  { response: routeResponse, etag }: PreparedResponse,
): void {
  const { body, headers, status = 200 } = routeResponse
  const pairs = headers === undefined ? [...plainPairs] : Object.entries({ ...plainHeaders, ...headers }).flat()
  pairs.push('x-request-id', id)
  if (etag !== undefined && headers?.['etag'] === undefined) pairs.push('etag', etag)
  const ifNoneMatch = request.headers['if-none-match']
  // Only GET and HEAD are answered with 304: a write has been carried out, and its caller expects the result.
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isUnchanged = isRead && etag !== undefined && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)
  if (status === 200 && isUnchanged) {
    response.writeHead(304, pairs).end()
    if (typeof body !== 'string') body.destroy()
  } else if (typeof body === 'string') {
    const length = Buffer.byteLength(body)
    pairs.push('content-length', String(length))
    // A text with as many bytes as characters is ASCII, which is written faster as Latin-1.
    response.writeHead(status, pairs).end(body, length === body.length ? 'latin1' : 'utf8')
  } else if (request.method === 'HEAD') {
    response.writeHead(status, pairs).end()
    body.destroy()
  } else {
    response.writeHead(status, pairs)
    // A read error ends the connection, so that the client does not take half a file for a whole one.
    pipeline(body, response, () => {})
  }
}

/**
 * Returns true if the header `If-Match` or `If-None-Match` contains an entity tag, or is `*`. Tags are compared weakly,
 * ignoring `W/`: a proxy that compresses responses adds it.
 */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** An error response, in the shape that all errors have. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Lists the ignored attributes of a body in a header, so that misspelt names are noticed. */
export const ignoredHeader = (ignored: readonly string[]): Pick<RouteResponse, 'headers'> =>
  ignored.length > 0 ? { headers: { 'x-ignored-attributes': headerText(ignored.join(', ')).slice(0, 1000) } } : {}

/** Replaces characters that a header must not contain. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')

/** Makes the response to an error, and logs failures of the service. */
export function refusalFor(desk: Desk, id: string, url: string, error: unknown): Refusal {
  const failure = faultOf(error)
  const fault = failure instanceof Fault ? failure : new Fault('internal')
  logFailure(desk, fault, { error: failure, id, url: url.slice(0, 500) })
  const message = fault === failure ? fault.message : `Error ID ${id}: ${fault.message}`
  const body: ErrorBody | object = fault.body ?? { ...errorBody(fault, message), error_id: id }
  const hasReasonInHeader = fault.status === 401 || fault.status === 403 || fault.body !== undefined
  const headers = {
    ...plainHeaders,
    'x-request-id': id,
    // Existing Zammad clients read the reason from this header.
    ...(hasReasonInHeader ? { 'x-failure': headerText(message) } : {}),
    ...(fault.status === 503 ? { 'retry-after': '1' } : {}),
    ...fault.headers,
  }
  return { status: fault.status, headers, body: JSON.stringify(body) }
}

/** Logs overload in one line. Internal errors, and faults with a cause, are logged with their stack. */
function logFailure(
  { log }: Desk,
  { code, message, status, cause }: Fault,
  { error, ...request }: Readonly<Record<string, unknown>>,
): void {
  if (code === 'busy' && cause === undefined) log.warn(request, message)
  else if (status >= 500 || cause !== undefined) log.error({ error, ...request }, 'request failed')
}

/** The body of an error. `error` and `error_human` are equal, because clients read either. */
export const errorBody = ({ details }: Fault, message: string): Omit<ErrorBody, 'error_id'> => ({
  error: message,
  error_human: message,
  ...(details.length > 0 ? { details } : {}),
})

/** Errors of Fastify, by their codes. */
const byCode: Readonly<Record<string, FaultCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
}

/** Converts an error to a fault. An unexpected error is returned unchanged, for the log. */
function faultOf(error: unknown): Fault | Error {
  if (error instanceof Fault) return error
  if (!(error instanceof Error)) return new Error(String(error))
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const faultCode = code === undefined ? undefined : byCode[code]
  if (faultCode) return new Fault(faultCode)
  const unavailable = storageFault(error)
  if (unavailable) return unavailable
  if (error instanceof SyntaxError && statusCode === 400) return new Fault('invalid_json')
  if (statusCode === 503) return new Fault('busy')
  const sameStatus = Object.entries(faults).find(([, fault]) => fault.status === statusCode)
  return sameStatus && statusCode !== 500 ? new Fault(sameStatus[0] as FaultCode) : error
}
