import { useState } from 'react'
import { Moment } from '../components/moment.tsx'
import type { CustomField } from '../components/custom-fields.ts'
import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { ChangeSentence } from './change-sentence.tsx'
import type { ThreadEntry } from './thread-model.ts'
import type { Ticket } from './ticket-types.ts'

interface SystemLineProps {
  entry: Extract<ThreadEntry, { kind: 'changes' }>
  ticket: Ticket
  /** The custom fields of tickets. */
  fields: readonly CustomField[]
}

/** A line about changes by one person: the first change, and a button that shows the others. */
export function SystemLine({ entry: { key, at, changes }, ticket, fields }: SystemLineProps) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? changes : changes.slice(0, 1)
  const rest = changes.length - shown.length
  return (
    <article
      id={key}
      className="event"
      aria-label={t('ticket.whatHappened', { time: formats.fullMoment(new Date(at), now) })}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Icon name="history" />
      <span>
        {shown.map((change) => (
          <span key={change.id} className="event-change">
            <ChangeSentence {...{ ticket, change, fields }} />
          </span>
        ))}
        {rest > 0 && (
          <>
            {' '}
            <button type="button" className="text-button" onClick={() => setShowsAll(true)}>
              {t('ticket.moreChanges', { count: rest })}
            </button>
          </>
        )}
      </span>
      <Moment at={at} />
    </article>
  )
}
