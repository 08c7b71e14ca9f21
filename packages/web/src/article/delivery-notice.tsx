import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { toasts } from '../components/toasts.ts'
import { useMailSender } from '../editor/mail-senders.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { Delivery } from './delivery.ts'

interface DeliveryNoticeProps {
  delivery: Delivery
  /** The group whose account sends the e-mail. */
  groupId: number
  /** Sends the e-mail again. Absent if the user may not do that. */
  onRetry: (() => Promise<unknown>) | undefined
}

const textNames = {
  stored: 'neverSent',
  delayed: 'isDelayed',
  partial: 'partlyDelivered',
  failed: 'notDelivered',
} as const

/**
 * Says that an e-mail has not reached its recipients, and why. It is part of its message, not an alert: threads show
 * old failures, too.
 */
export function DeliveryNotice({ delivery: { state, reason }, groupId, onRetry }: DeliveryNoticeProps) {
  const t = useMessages()
  if (state === 'sent') return null
  if (state === 'queued') return <AccountNotice groupId={groupId} />
  return (
    <div className={state === 'delayed' ? 'notice is-conflict' : 'notice is-error'}>
      <Icon name={state === 'delayed' ? 'clock' : 'alert'} />
      <span>{t(`article.${textNames[state]}`, { reason: t.refusal(reason) })}</span>
      {onRetry && (
        <div className="notice-actions">
          <RetryButton onRetry={onRetry} />
        </div>
      )}
    </div>
  )
}

/** Says why an e-mail waits if the account of its group fails. It is sent automatically once the account works again. */
function AccountNotice({ groupId }: { groupId: number }) {
  const t = useMessages()
  const sender = useMailSender(groupId)
  if (sender?.state !== 'failing') return null
  return (
    <div className="notice is-conflict">
      <Icon name="clock" />
      <span>{t('article.waitsForAccount', { reason: t.refusal(sender.error ?? '') })}</span>
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
