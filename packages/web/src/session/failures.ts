import { AuthenticationError, HttpError, RateLimitError } from '@deskbell/client'
import type { Messages } from '../messages/messages.tsx'

/** Returns the reason for a failed sign-in. */
export const signInFailure = (t: Messages, error: unknown): string =>
  error instanceof AuthenticationError ? t('session.refused') : requestFailure(t, error)

/** Returns the reason for a failed request on the screens before signing in. */
export function requestFailure(t: Messages, error: unknown): string {
  if (error instanceof RateLimitError)
    return t('session.throttled', { minutes: Math.ceil((error.retryAfter ?? 60) / 60) })
  return error instanceof HttpError ? t.refusal(error.reason) : t('session.unreachable')
}
