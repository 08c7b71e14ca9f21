import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import './chip.css'

/** A pencil next to the title of a ticket to which the user has begun to write a reply. */
export function DraftMark() {
  const t = useMessages()
  return (
    <span className="draft-mark" title={t('components.draft')}>
      <Icon name="pencil" />
      <span className="for-readers">{t('components.draft')}</span>
    </span>
  )
}
