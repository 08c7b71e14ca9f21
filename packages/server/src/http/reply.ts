import { hash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { type ErrorBody, type FaultCode, faults } from '@deskbell/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import type { Answer } from './route.ts'

/** What every answer carries. Nothing here may be framed, sniffed, or run as a page. */
export const plainHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'max-age=0, private, must-revalidate',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  vary: 'Accept, Authorization',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Idempotency-Replayed, Link, Retry-After, X-Failure, X-Ignored-Attributes, X-Request-Id, X-Total-Count',
}

/** A strong tag of a text; files bring their own. */
export const etagOf = ({ body, headers }: Answer): string | undefined =>
  typeof body === 'string' ? `"${hash('sha1', body, 'base64url')}"` : headers?.['etag']

/** An answer with its tag. */
export interface Ready {
  readonly answer: Answer
  readonly etag: string | undefined
}

/** The same as pairs in one list: the form that is written fastest. */
const plainPairs = Object.entries(plainHeaders).flat()

/**
 * Sends an answer, or 304 when the caller has it already (RFC 9110, section 13.1.2). It is written directly: on the
 * way through the framework a third of a short answer's time would go into its headers.
 */
export function send(request: FastifyRequest, reply: FastifyReply, { answer, etag }: Ready): void {
  const { body, headers, status = 200 } = answer
  const pairs = headers === undefined ? [...plainPairs] : Object.entries({ ...plainHeaders, ...headers }).flat()
  pairs.push('x-request-id', request.id)
  if (etag !== undefined && headers?.['etag'] === undefined) pairs.push('etag', etag)
  reply.hijack()
  const { raw } = reply
  const had = request.headers['if-none-match']
  if (status === 200 && request.method !== 'PUT' && etag !== undefined && had !== undefined && matches(had, etag)) {
    raw.writeHead(304, pairs).end()
    if (typeof body !== 'string') body.destroy()
  } else if (typeof body === 'string') {
    pairs.push('content-length', String(Buffer.byteLength(body)))
    raw.writeHead(status, pairs).end(body)
  } else {
    raw.writeHead(status, pairs)
    // A file that cannot be read to its end, or a caller who went away, ends the connection: half a file is none.
    pipeline(body, raw, () => {})
  }
}

/** Weak comparison: `W/` makes no difference here, where equal tags mean equal bytes. */
export const matches = (known: string, etag: string): boolean =>
  known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Sends a refusal in the one shape that all have. */
export function sendFault(
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault | Error,
): FastifyReply {
  const known = fault instanceof Fault ? fault : new Fault('internal')
  if (known.status >= 500) {
    desk.log.error({ error: fault, id: request.id, url: request.raw.url?.slice(0, 500) }, 'request failed')
  }
  const sentence = known === fault ? known.message : `Error ID ${request.id}: ${known.message}`
  const body: ErrorBody = { ...told(known, sentence), error_id: request.id }
  reply.headers(plainHeaders).header('x-request-id', request.id)
  // Existing clients read the reason from here (reference, section 1.4); a header holds Latin-1 on one line.
  if (known.status === 401 || known.status === 403) reply.header('x-failure', sentence.replace(/[^\x20-\x7e]/g, '?'))
  if (known.status === 503) reply.header('retry-after', '1')
  return reply.headers(known.headers).code(known.status).send(JSON.stringify(body))
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
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
}

/** A fault for whatever was thrown. What is neither a fault nor a client's mistake stays as it is, for the log. */
export function faultOf(error: unknown): Fault | Error {
  if (error instanceof Fault) return error
  if (!(error instanceof Error)) return new Error(String(error))
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : byCode[code]
  if (known) return new Fault(known)
  if (error instanceof SyntaxError && statusCode === 400) return new Fault('invalid_json')
  if (statusCode === 503) return new Fault('busy')
  const sameStatus = Object.entries(faults).find(([, fault]) => fault.status === statusCode)
  return sameStatus && statusCode !== 500 ? new Fault(sameStatus[0] as FaultCode) : error
}
