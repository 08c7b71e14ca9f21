import { useMessages } from '../messages/messages.tsx'
import { Chip } from './chip.tsx'

/** The mark of people and organizations that are served first. */
export function VipChip() {
  const t = useMessages()
  return (
    <Chip look="vip" icon="star">
      {t('person.vip')}
    </Chip>
  )
}
