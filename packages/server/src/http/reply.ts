import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { type ErrorBody, type FaultCode, faults } from '@deskbell/contract'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { storageFault } from '../kernel/storage-fault.ts'
import type { Answer } from './route.ts'

/** What every answer carries. Nothing here may be framed, sniffed, or run as a page. */
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

/** An answer with its tag. */
export interface Ready {
  readonly answer: Answer
  /** A strong tag of the text; files bring their own. */
  readonly etag: string | undefined
}

export const readyFrom = (answer: Answer): Ready => ({ answer, etag: etagOf(answer) })

export const etagOf = ({ body, headers }: Answer): string | undefined =>
  typeof body === 'string' ? `"${hash('sha1', body, 'base64url')}"` : headers?.['etag']

/** The same as pairs in one list: the form that is written fastest. */
const plainPairs = Object.entries(plainHeaders).flat()

/**
 * Sends an answer, or 304 when the caller has it already (RFC 9110, section 13.1.2). It is written directly: on the
 * way through the framework a third of a short answer's time would go into its headers.
 */
export function send(request: IncomingMessage, response: ServerResponse, id: string, { answer, etag }: Ready): void {
  const { body, headers, status = 200 } = answer
  const pairs = headers === undefined ? [...plainPairs] : Object.entries({ ...plainHeaders, ...headers }).flat()
  pairs.push('x-request-id', id)
  if (etag !== undefined && headers?.['etag'] === undefined) pairs.push('etag', etag)
  const had = request.headers['if-none-match']
  if (status === 200 && request.method !== 'PUT' && etag !== undefined && had !== undefined && matches(had, etag)) {
    response.writeHead(304, pairs).end()
    if (typeof body !== 'string') body.destroy()
  } else if (typeof body === 'string') {
    const length = Buffer.byteLength(body)
    pairs.push('content-length', String(length))
    // A text of as many bytes as characters is ASCII, and is written faster when that is said.
    response.writeHead(status, pairs).end(body, length === body.length ? 'latin1' : 'utf8')
  } else if (request.method === 'HEAD') {
    response.writeHead(status, pairs).end()
    body.destroy()
  } else {
    response.writeHead(status, pairs)
    // A file that cannot be read to its end, or a caller who went away, ends the connection: half a file is none.
    pipeline(body, response, () => {})
  }
}

/** Weak comparison: `W/` makes no difference here, where equal tags mean equal bytes. */
export const matches = (known: string, etag: string): boolean =>
  known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** A refusal as it is sent, in the one shape that all have. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Names the attributes of a body that were ignored, so that a typo can be seen. */
export const ignoredHeader = (ignored: readonly string[]): Pick<Answer, 'headers'> =>
  ignored.length > 0 ? { headers: { 'x-ignored-attributes': inHeader(ignored) } } : {}

/** Names as a header holds them: Latin-1 on one line, not without end. */
const inHeader = (names: readonly string[]): string =>
  names
    .join(', ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 1000)

/** What is sent for whatever was thrown; what is nobody's mistake but the service's is written to the log. */
export function refusalFor(desk: Desk, id: string, url: string, error: unknown): Refusal {
  const fault = faultOf(error)
  const known = fault instanceof Fault ? fault : new Fault('internal')
  if (known.status >= 500 || known.cause !== undefined)
    desk.log.error({ error: known.cause ?? fault, id, url: url.slice(0, 500) }, 'request failed')
  const sentence = known === fault ? known.message : `Error ID ${id}: ${known.message}`
  const body: ErrorBody | object = known.body ?? { ...told(known, sentence), error_id: id }
  const inHeader = known.status === 401 || known.status === 403 || known.body !== undefined
  const headers = {
    ...plainHeaders,
    'x-request-id': id,
    // Existing clients read the reason from here (reference, section 1.4); a header holds Latin-1 on one line.
    ...(inHeader ? { 'x-failure': sentence.replace(/[^\x20-\x7e]/g, '?') } : {}),
    ...(known.status === 503 ? { 'retry-after': '1' } : {}),
    ...known.headers,
  }
  return { status: known.status, headers, body: JSON.stringify(body) }
}

/** A refusal as it is told. `error` and `error_human` are equal, because existing clients read either. */
export const told = ({ details }: Fault, sentence: string): Omit<ErrorBody, 'error_id'> => ({
  error: sentence,
  error_human: sentence,
  ...(details.length > 0 ? { details } : {}),
})

/** Fastify's own refusals, by their codes. */
const byCode: Readonly<Record<string, FaultCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
}

/** A fault for whatever was thrown. What is neither a fault nor a client's mistake stays as it is, for the log. */
function faultOf(error: unknown): Fault | Error {
  if (error instanceof Fault) return error
  if (!(error instanceof Error)) return new Error(String(error))
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : byCode[code]
  if (known) return new Fault(known)
  const ofStorage = storageFault(error)
  if (ofStorage) return ofStorage
  if (error instanceof SyntaxError && statusCode === 400) return new Fault('invalid_json')
  if (statusCode === 503) return new Fault('busy')
  const sameStatus = Object.entries(faults).find(([, fault]) => fault.status === statusCode)
  return sameStatus && statusCode !== 500 ? new Fault(sameStatus[0] as FaultCode) : error
}
