import { useAction } from './use-action.ts'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from './sentence-of.ts'
import { Notice } from './notice.tsx'

interface ConfirmDialogProps {
  /** The question: "Delete “Printers”?" */
  title: string
  /** The label of the button: "Delete". */
  action: string
  /** True while the button is disabled, such as until a name is typed. */
  isBlocked?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The consequences of the action. */
  children: ReactNode
}

/** Asks for confirmation of an action that cannot be undone. Closes after the action, or shows its error. */
export function ConfirmDialog({ title, action, isBlocked = false, onConfirm, onClose, children }: ConfirmDialogProps) {
  const t = useMessages()
  const { isBusy, failure, run } = useAction(async () => {
    await onConfirm()
    onClose()
  })
  const foot = (
    <>
      <Button isBusy={isBusy} onClick={onClose}>
        {t('ticket.cancel')}
      </Button>
      <Button look="danger" data-autofocus isBusy={isBusy} disabled={isBlocked} onClick={() => void run()}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isBusy={isBusy} onClose={onClose} foot={foot}>
      {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
      {children}
    </Dialog>
  )
}
