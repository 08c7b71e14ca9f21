import { type ErrorInfo, type HttpError, httpError } from './errors.ts'

/** Returns the error for a response with an error status. @param text the body, in which the client's credentials are masked. */
export function httpErrorIn(response: Response, text: string, info: ErrorInfo): HttpError {
  const { status, headers } = response
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // Not JSON, such as the page of a proxy: the text is the body.
  }
  const { error, error_human } = (body ?? {}) as { error?: string; error_human?: string }
  const message = error_human || error || response.statusText || `HTTP ${status}`
  const requestId = headers.get('x-request-id') ?? undefined
  const retryAfter = parseRetryAfter(headers.get('retry-after'))
  return httpError(message, { ...info, status, headers, body, requestId, retryAfter })
}

/** Returns the seconds of a Retry-After header, which contains a number or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  const wait = header ? Number(header) || (Date.parse(header) - Date.now()) / 1000 : Number.NaN
  if (header === '0') return 0
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}

/** Returns the message of a failed `fetch`. It is that of the cause, because its own is just "fetch failed". */
export function fetchMessage(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}
