import { ConnectionError, HttpError } from '@deskbell/client'
import type { Messages } from '../messages/messages.tsx'

/** Returns the reason of a failed request as a sentence. */
export function sentenceOf(t: Messages, error: unknown): string {
  if (error instanceof HttpError) {
    return error.status >= 500 ? t('components.answered', { status: error.status }) : t.refusal(error.reason)
  }
  return error instanceof ConnectionError ? t('components.unreachable') : t('components.failed')
}
