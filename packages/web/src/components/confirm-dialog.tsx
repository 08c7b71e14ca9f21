import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from './empty.tsx'
import { Notice } from './notice.tsx'

interface ConfirmDialogProps {
  /** The question: "Delete “Printers”?" */
  title: string
  /** What the button does: "Delete". */
  action: string
  /** True while it must not be done yet, such as before a name is typed. */
  isBlocked?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

/** Asks before something that cannot be undone. It closes when that is done, and says why if it is refused. */
export function ConfirmDialog({ title, action, isBlocked = false, onConfirm, onClose, children }: ConfirmDialogProps) {
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const foot = (
    <>
      <Button isBusy={isBusy} onClick={onClose}>
        {t('ticket.cancel')}
      </Button>
      <Button look="danger" data-autofocus isBusy={isBusy} disabled={isBlocked} onClick={() => void confirm()}>
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
