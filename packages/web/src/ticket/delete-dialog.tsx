import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { toasts } from '../components/toasts.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import type { Ticket } from './ticket-types.ts'

interface DeleteDialogProps {
  ticket: Ticket
  /** Called when the ticket is deleted, to leave its screen. */
  onDeleted: () => void
  onClose: () => void
}

/** Deletes a ticket, after a question that names what is lost. */
export function DeleteDialog({ ticket, onDeleted, onClose }: DeleteDialogProps) {
  const t = useMessages()
  const { id, number, title, articles } = ticket
  const remove = async () => {
    await client.request('DELETE', `tickets/${id}`)
    toasts.show({ icon: 'check', text: t('ticket.deleted', { number }) })
    onDeleted()
  }
  const files = articles.reduce((sum, article) => sum + article.files.length, 0)
  return (
    <ConfirmDialog
      title={t('ticket.deleteTitle', { number })}
      action={t('ticket.delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <b>
          <bdi>{title}</bdi>
        </b>
      </p>
      <p>{t('ticket.deleteHelp', { messages: articles.length, files })}</p>
    </ConfirmDialog>
  )
}
