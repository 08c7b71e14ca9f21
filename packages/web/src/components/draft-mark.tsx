import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import './chip.css'

/** A pencil next to the title of a ticket for which the user has a draft. */
export function DraftMark() {
  const t = useMessages()
  return (
    <span className="draft-mark" title={t('components.draft')}>
      <Icon name="pencil" />
      <span className="for-readers">{t('components.draft')}</span>
    </span>
  )
}
