import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { version } from '../version.ts'
import { isAllowed, type TargetPolicy } from '../resources/webhook/targets.ts'
import { readBeginning, requestError, sendGuarded, statusError } from './guarded-request.ts'

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

/** Sends a webhook. Errors become part of the outcome. */
export async function send(call: Call, options: SendOptions): Promise<Outcome> {
  const startedAt = performance.now()
  const withDuration = (outcome: Omit<Outcome, 'duration'>): Outcome => ({
    ...outcome,
    duration: Math.round(performance.now() - startedAt),
  })
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(options.timeout), options.signal])
    const response = await sendGuarded(requestOf(call), options.targets, signal)
    const { statusCode: status = 0 } = response
    const mayBeStored = options.keepsInternalResponses || isAllowed(response.socket.remoteAddress ?? '', 'public')
    const body = mayBeStored ? await beginningOf(response) : withoutBody(response)
    return withDuration({ status, body, error: statusError(status) })
  } catch (error) {
    const reason = options.signal.aborted ? 'the service stopped' : requestError(error, options.timeout)
    return withDuration({ status: null, body: null, error: reason })
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

const requestOf = (call: Call) => ({
  endpoint: call.endpoint,
  method: call.http_method.toUpperCase(),
  headers: headersOf(call),
  body: call.body,
  verifyCertificate: call.ssl_verify,
})

/** Reads the beginning of a response body. A body that stalls is not an error, because the status has arrived. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const { content } = await readBeginning(response, MAX_READ)
  const text = new TextDecoder().decode(content)
  return text.replaceAll('\0', '\uFFFD').slice(0, MAX_STORED)
}

function withoutBody(response: IncomingMessage): null {
  response.destroy()
  return null
}
