import { Button } from '../components/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { QueuedWrite } from '../state/write-types.ts'
import { useWrites, writes } from '../state/writes.ts'
import { restoreDraft } from './outbox.ts'

/**
 * New tickets that wait for the connection, or were refused. They can be taken back as drafts.
 * @param onEdit opens the form with the draft of this name, after it was taken back.
 */
export function WaitingDrafts({ onEdit }: { onEdit: (name: string | undefined) => void }) {
  const t = useMessages()
  const waiting = useWrites().filter(({ draft }) => draft?.kind === 'new_ticket')
  const takeBack = async ({ id, draft }: QueuedWrite) => {
    if (!draft || !(await writes.remove(id))) return
    await restoreDraft(draft)
    onEdit(draft.beginning)
  }
  return waiting.map((write) => {
    const { refusal } = write
    const value = write.draft?.writing.ticket_attributes['title']
    const title = typeof value === 'string' ? value : ''
    return (
      <div key={write.id} className="notice" role="status">
        <Icon name={refusal === undefined ? 'offline' : 'alert'} />
        <span>
          {refusal === undefined
            ? t('editor.ticketWaits', { title })
            : t('editor.ticketRefused', { title, reason: refusal })}{' '}
          <Button isSmall onClick={() => void takeBack(write)}>
            {t('editor.takeBack')}
          </Button>
        </span>
      </div>
    )
  })
}
