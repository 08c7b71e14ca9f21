import type { IncomingMessage, RequestOptions } from 'node:http'
import { checkTarget, guardedLookup, type TargetPolicy } from '../resources/webhook/targets.ts'

// Not imported, because that would load Node's implementation of `fetch`; see `http/status-codes.ts`.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** A request to an address that an administrator has entered. */
export interface GuardedRequest {
  readonly endpoint: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** If false, the certificate of the server is not checked. */
  readonly verifyCertificate: boolean
}

/**
 * Sends a request if the policy allows its target. Redirects are not followed, so that nothing is sent elsewhere.
 * @returns the response, whose body has not been read.
 */
export function sendGuarded(
  { endpoint, method, headers, body, verifyCertificate }: GuardedRequest,
  targets: TargetPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL(endpoint)
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not supported`)
    checkTarget(url, targets)
    const options: RequestOptions = {
      method,
      headers,
      lookup: guardedLookup(targets),
      // Without an agent, each request has a connection of its own, which is closed after the response.
      agent: false,
      signal,
      maxHeaderSize: 16 * 1024,
    }
    const request =
      url.protocol === 'https:'
        ? https.request(url, { ...options, rejectUnauthorized: verifyCertificate })
        : http.request(url, options)
    request.on('response', resolve).on('error', reject).end(body)
  })
}

/**
 * Reads a body up to a number of bytes, and closes the connection. If the connection ends early, returns what has arrived,
 * and the failure.
 */
export async function readBeginning(
  response: IncomingMessage,
  maximum: number,
): Promise<{ readonly content: Buffer; readonly failure?: unknown }> {
  const chunks: Buffer[] = []
  const content = () => Buffer.concat(chunks).subarray(0, maximum)
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maximum) break
    }
    return { content: content() }
  } catch (failure) {
    return { content: content(), failure }
  } finally {
    response.destroy()
  }
}

/** Returns the reason why the status of a response is a failure; null for a success. */
export function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400
    ? `answered ${status}: redirects are not followed`
    : `answered ${status} instead of a status between 200 and 299`
}

/** Returns the reason why a request failed. @param timeout its maximum duration, in milliseconds. */
export function requestError(error: unknown, timeout: number): string {
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
