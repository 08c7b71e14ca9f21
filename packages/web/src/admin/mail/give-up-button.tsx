import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { QueuedMail } from './queued-mail.ts'

interface GiveUpButtonProps {
  mail: QueuedMail
  onGiveUp: () => Promise<void>
}

/** Gives up a waiting e-mail after a confirmation, or removes one that was already given up. */
export function GiveUpButton({ mail: { state, subject }, onGiveUp }: GiveUpButtonProps) {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const name = subject ?? ''
  const isWaiting = state === 'waiting'
  return (
    <>
      <Button
        isSmall
        aria-label={a(isWaiting ? 'outbox_give_up_of' : 'outbox_remove_of', { name })}
        onClick={() => (isWaiting ? setAsking(true) : attempt(onGiveUp()))}
      >
        {a(isWaiting ? 'outbox_give_up' : 'outbox_remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={a('outbox_give_up_title', { name })}
          action={a('outbox_give_up')}
          onConfirm={onGiveUp}
          onClose={() => setAsking(false)}
        >
          <p>{a('outbox_give_up_help')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
