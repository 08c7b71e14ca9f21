import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { sentenceOf } from '../../components/empty.tsx'
import { Notice } from '../../components/notice.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { QueuedMail } from './queued-mail.ts'

interface GiveUpButtonProps {
  mail: QueuedMail
  onGiveUp: () => Promise<void>
}

/** Gives up a waiting mail after a question; one that was given up before is removed from the list at once. */
export function GiveUpButton({ mail: { state, subject }, onGiveUp }: GiveUpButtonProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const giveUp = async () => {
    setBusy(true)
    try {
      await onGiveUp()
      setAsking(false)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const foot = (
    <>
      <Button onClick={() => setAsking(false)}>{t('ticket.cancel')}</Button>
      <Button look="danger" data-autofocus isBusy={isBusy} onClick={() => void giveUp()}>
        {a('outbox_give_up')}
      </Button>
    </>
  )
  const name = subject ?? ''
  const isWaiting = state === 'waiting'
  return (
    <>
      <Button
        isSmall
        aria-label={a(isWaiting ? 'outbox_give_up_of' : 'outbox_remove_of', { name })}
        onClick={() => (isWaiting ? setAsking(true) : void giveUp())}
      >
        {a(isWaiting ? 'outbox_give_up' : 'outbox_remove')}
      </Button>
      {isAsking && (
        <Dialog
          title={a('outbox_give_up_title', { name })}
          isBusy={isBusy}
          onClose={() => setAsking(false)}
          foot={foot}
        >
          {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
          <p>{a('outbox_give_up_help')}</p>
        </Dialog>
      )}
    </>
  )
}
