import { createHmac } from 'node:crypto'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { version } from '../version.ts'
import { checkTarget, guardedLookup, isAllowed, type TargetPolicy } from '../resources/webhook/targets.ts'

// An import would evaluate every export of `node:http`, one of which is a WebSocket client that takes 8 MiB.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** A request to the receiver of a webhook. */
export interface Call {
  readonly endpoint: string
  readonly body: string
  /** The name of the event, or of the rule that sends the ticket. */
  readonly event: string
  /** The unique id of the delivery, the same for every attempt. */
  readonly delivery: string
  readonly signature_token: string | null
  readonly basic_auth_username: string | null
  readonly basic_auth_password: string | null
  /** Sent instead of user and password. */
  readonly bearer_token: string | null
  readonly http_method: string
  readonly ssl_verify: boolean
}

/** The result of a request. */
export interface Outcome {
  /** The status of the response; null without a response. */
  readonly status: number | null
  /** The beginning of the response body; null if it is not kept. */
  readonly body: string | null
  /** The reason of a failure; null if the delivery succeeded. */
  readonly error: string | null
  /** Duration of the attempt in milliseconds. */
  readonly duration: number
}

export interface SendOptions {
  readonly targets: TargetPolicy
  /** If true, responses from private addresses are stored, although administrators might not be allowed to see them. */
  readonly keepsInternalResponses: boolean
  /** Milliseconds for connecting, sending and receiving together. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** Maximum number of bytes of a response body that are read. */
const MAX_READ = 16 * 1024

/** Maximum number of characters of a response body that are stored. */
const MAX_STORED = 1000

/** Sends a webhook. Errors become part of the outcome. Redirects are not followed, so that nothing is sent elsewhere. */
export async function send(call: Call, options: SendOptions): Promise<Outcome> {
  const startedAt = performance.now()
  const withDuration = (outcome: Omit<Outcome, 'duration'>): Outcome => ({
    ...outcome,
    duration: Math.round(performance.now() - startedAt),
  })
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(options.timeout), options.signal])
    const response = await exchange(call, options.targets, signal)
    const { statusCode: status = 0 } = response
    const mayBeStored = options.keepsInternalResponses || isAllowed(response.socket.remoteAddress ?? '', 'public')
    const body = mayBeStored ? await beginningOf(response) : withoutBody(response)
    const error = status >= 200 && status < 300 ? null : statusError(status)
    return withDuration({ status, body, error })
  } catch (error) {
    return withDuration({ status: null, body: null, error: errorText(error, options) })
  }
}

/** Returns the headers of a call: `X-Deskbell-*`, and `X-Zammad-*` for existing receivers. */
export function headersOf({ body, event, delivery, ...call }: Call): Record<string, string> {
  const { signature_token: key, basic_auth_username: user, basic_auth_password: password, bearer_token } = call
  const signatureWith = (algorithm: string) =>
    createHmac(algorithm, key ?? '')
      .update(body)
      .digest('hex')
  return {
    'user-agent': `Deskbell/${version}`,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-deskbell-event': event,
    'x-deskbell-delivery': delivery,
    'x-zammad-trigger': event,
    'x-zammad-delivery': delivery,
    ...(key
      ? {
          'x-hub-signature': `sha1=${signatureWith('sha1')}`,
          'x-hub-signature-256': `sha256=${signatureWith('sha256')}`,
        }
      : {}),
    ...(user ? { authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` } : {}),
    ...(bearer_token ? { authorization: `Bearer ${bearer_token}` } : {}),
  }
}

function exchange(call: Call, targets: TargetPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL(call.endpoint)
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not supported for webhooks`)
    checkTarget(url, targets)
    const options: RequestOptions = {
      method: call.http_method.toUpperCase(),
      headers: headersOf(call),
      lookup: guardedLookup(targets),
      // Without an agent, each call has a connection of its own, which is closed after the response.
      agent: false,
      signal,
      maxHeaderSize: 16 * 1024,
    }
    const request =
      url.protocol === 'https:'
        ? https.request(url, { ...options, rejectUnauthorized: call.ssl_verify })
        : http.request(url, options)
    request.on('response', resolve).on('error', reject).end(call.body)
  })
}

/** Reads the beginning of a response body. A body that stalls is not an error, because the status has arrived. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_READ) break
    }
  } catch {
    // The status has arrived, so what was read so far is kept.
  }
  response.destroy()
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_READ))
  return text.replaceAll('\0', '\uFFFD').slice(0, MAX_STORED)
}

function withoutBody(response: IncomingMessage): null {
  response.destroy()
  return null
}

const statusError = (status: number): string =>
  status >= 300 && status < 400
    ? `answered ${status}: redirects are not followed`
    : `answered ${status} instead of a status between 200 and 299`

function errorText(error: unknown, { timeout, signal }: SendOptions): string {
  if (signal.aborted) return 'the service stopped'
  if (!(error instanceof Error)) return String(error)
  if (
    error.name === 'TimeoutError' ||
    ('cause' in error && (error.cause as Error | undefined)?.name === 'TimeoutError')
  ) {
    return `no answer within ${timeout / 1000} s`
  }
  // With several addresses ("happy eyeballs") there is an error for each.
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : error
  return (first?.message || error.message || 'the connection failed').slice(0, 500)
}
