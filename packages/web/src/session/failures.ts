import { AuthenticationError, HttpError, RateLimitError } from '@deskbell/client'
import type { Messages } from '../messages/messages.tsx'

/** Says why signing in failed. */
export const signInFailure = (t: Messages, error: unknown): string =>
  error instanceof AuthenticationError ? t('session.refused') : requestFailure(t, error)

/** Says why a request of these screens failed. */
export function requestFailure(t: Messages, error: unknown): string {
  if (error instanceof RateLimitError)
    return t('session.throttled', { minutes: Math.ceil((error.retryAfter ?? 60) / 60) })
  return error instanceof HttpError ? t.refusal(error.reason) : t('session.unreachable')
}
