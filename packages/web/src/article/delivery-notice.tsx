import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { sentenceOf } from '../components/empty.tsx'
import { toasts } from '../components/toasts.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { Delivery } from './delivery.ts'

interface DeliveryNoticeProps {
  delivery: Delivery
  /** Sends the e-mail again. Absent if the user may not. */
  onRetry: (() => Promise<unknown>) | undefined
}

const sentences = {
  stored: 'neverSent',
  delayed: 'isDelayed',
  partial: 'partlyDelivered',
  failed: 'notDelivered',
} as const

/**
 * Says that an e-mail has not reached its recipients, and why. It is part of its message, not an alert: threads show
 * old failures, too.
 */
export function DeliveryNotice({ delivery: { state, reason }, onRetry }: DeliveryNoticeProps) {
  const t = useMessages()
  if (state === 'sent' || state === 'queued') return null
  return (
    <div className={state === 'delayed' ? 'notice is-conflict' : 'notice is-error'}>
      <Icon name={state === 'delayed' ? 'clock' : 'alert'} />
      <span>{t(`article.${sentences[state]}`, { reason: t.refusal(reason) })}</span>
      {onRetry && (
        <div className="notice-actions">
          <RetryButton onRetry={onRetry} />
        </div>
      )}
    </div>
  )
}

function RetryButton({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const t = useMessages()
  const [isBusy, setIsBusy] = useState(false)
  const retry = () => {
    setIsBusy(true)
    onRetry()
      .catch((error: unknown) => toasts.show({ isError: true, icon: 'alert', text: sentenceOf(t, error) }))
      .finally(() => setIsBusy(false))
  }
  return (
    <Button isSmall icon="send" isBusy={isBusy} onClick={retry}>
      {t('article.sendAgain')}
    </Button>
  )
}
