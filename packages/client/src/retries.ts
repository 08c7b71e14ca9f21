import type { RetryPolicy } from './client-options.ts'
import { type Call, hasIdempotencyKey, isReading } from './call.ts'
import { ConnectionError, type ErrorInfo, TimeoutError } from './errors.ts'

/** Returns the milliseconds until the call may be repeated; `undefined` if it must not be. */
export function retryDelay(
  call: Call,
  policy: Required<RetryPolicy>,
  error: unknown,
  attempt: number,
): number | undefined {
  const { limit, statuses, maxRetryAfter, base, cap, unsafe } = policy
  const maxRetries = call.retry === undefined ? limit : call.retry || 0
  // There is no retry after a timeout, because the time that the caller allows has passed.
  if (attempt > maxRetries || error instanceof TimeoutError) return undefined
  const { status, retryAfter } = error as ErrorInfo
  const isTemporary = error instanceof ConnectionError || (status !== undefined && statuses.includes(status))
  if (!(isReading(call) || hasIdempotencyKey(call) ? isTemporary : unsafe && wasNotExecuted(error))) return undefined
  if (retryAfter === undefined) return Math.random() * Math.min(cap, base * 2 ** (attempt - 1))
  return retryAfter > maxRetryAfter ? undefined : retryAfter * 1000
}

/** Returns true if the server did not carry out the call and said when to repeat it. */
export function wasNotExecuted(error: unknown): boolean {
  const { status, retryAfter } = error as ErrorInfo
  return retryAfter !== undefined && (status === 429 || status === 503)
}
