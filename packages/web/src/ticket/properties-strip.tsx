import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { priorityIcon, urgencyOf } from '../components/priority.tsx'
import { State } from '../components/state.tsx'
import { nameOf } from '../format/names.ts'
import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { stateAndPriorityOf, useChoices } from './choices.ts'
import type { OpenPart } from './open-parts.ts'
import type { Ticket } from './ticket-types.ts'

interface PropertiesStripProps {
  ticket: Ticket
  /** Opens the panel at a property. */
  onOpen: (part: OpenPart) => void
  onDetails: () => void
}

/** The properties in a line, on screens without space for the panel. */
export function PropertiesStrip({ ticket, onOpen, onDetails }: PropertiesStripProps) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const { record, owner, group } = ticket
  const { state, priority } = stateAndPriorityOf(useChoices(), record)
  const pending = state?.type.startsWith('pending') ? record.pending_time : null
  return (
    <div className="facts-strip" role="group" aria-label={t('ticket.properties')}>
      <Button isSmall onClick={() => onOpen('state')}>
        <State type={state?.type ?? 'open'}>
          {pending ? formats.dayAndTime(new Date(pending), now) : (state?.name ?? '')}
        </State>
      </Button>
      <Button isSmall onClick={() => onOpen('priority')} icon={priorityIcon(priority ? urgencyOf(priority) : 'normal')}>
        {priority?.name ?? ''}
      </Button>
      <Button isSmall onClick={() => onOpen('owner')}>
        <Avatar person={owner} isAgent size="small" />
        <bdi>{owner ? owner.firstname || nameOf(owner) : t('ticket.nobody')}</bdi>
      </Button>
      <Button isSmall onClick={() => onOpen('group')}>
        <bdi>{group?.name ?? ''}</bdi>
      </Button>
      <Button isSmall onClick={onDetails}>
        {t('ticket.details')}
        <Icon name="right" isDirectional />
      </Button>
    </div>
  )
}
