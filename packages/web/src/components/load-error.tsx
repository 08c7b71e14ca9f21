import { useEffect, useState } from 'react'
import { HttpError } from '@deskbell/client'
import { useMessages } from '../messages/messages.tsx'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { sentenceOf } from './sentence-of.ts'

interface LoadErrorProps {
  /** The missing content: "The tickets did not arrive". */
  title: string
  error: unknown
  /** Repeats the request. Also called automatically, after growing pauses. */
  onRetry: () => void
}

/**
 * Shown instead of content that could not be loaded: the reason, the time of the next attempt, and the id of the request in
 * the log.
 */
export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  const t = useMessages()
  const isTemporary = isTemporaryFailure(error)
  const seconds = useRetry(error, isTemporary, onRetry)
  return (
    <Empty
      icon={error instanceof HttpError ? 'alert' : 'offline'}
      title={title}
      action={
        <>
          <Button isSmall onClick={onRetry}>
            {t('components.askNow')}
          </Button>
          {error instanceof HttpError && error.requestId !== undefined && (
            <p className="empty-request">{t('components.request', { id: error.requestId })}</p>
          )}
        </>
      }
    >
      <span role="status">{sentenceOf(t, error)}</span>{' '}
      {isTemporary && t(seconds > 0 ? 'components.askedAgain' : 'components.askedNow', { seconds })}
    </Empty>
  )
}

/** True for failures that may be temporary: no connection, overload and server errors, but not refusals. */
const isTemporaryFailure = (error: unknown) =>
  !(error instanceof HttpError) || error.status >= 500 || error.status === 429

/** Returns the seconds until the next request: 4, 8, 16, up to 60. */
const pauseAfter = (failures: number) => Math.min(60, 4 * 2 ** failures)

interface Countdown {
  readonly error: unknown
  readonly failures: number
  readonly seconds: number
}

/**
 * Counts down to the next automatic request, and returns the remaining seconds. Each new error begins a longer pause, which
 * ends early when the connection is back.
 */
function useRetry(error: unknown, isEnabled: boolean, onRetry: () => void): number {
  const [countdown, setCountdown] = useState<Countdown>({ error, failures: 0, seconds: pauseAfter(0) })
  const failures = countdown.error === error ? countdown.failures : countdown.failures + 1
  const seconds = countdown.error === error ? countdown.seconds : pauseAfter(failures)
  useEffect(() => {
    if (!isEnabled || seconds === 0) return undefined
    const timer = setTimeout(() => {
      setCountdown({ error, failures, seconds: seconds - 1 })
      if (seconds === 1) onRetry()
    }, 1000)
    return () => clearTimeout(timer)
  }, [error, failures, seconds, isEnabled, onRetry])
  useEffect(() => {
    if (!isEnabled) return undefined
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [isEnabled, onRetry])
  return seconds
}
