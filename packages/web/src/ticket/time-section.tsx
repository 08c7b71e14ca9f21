import { useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { performAction } from './perform-action.ts'
import { rightsOf } from './rights.ts'
import type { Ticket } from './ticket-types.ts'
import { WaitingActions } from './waiting-actions.tsx'

/** The accounted time of a ticket. */
export function TimeSection({ ticket }: { ticket: Ticket }) {
  const t = useMessages()
  const formats = useFormats()
  const session = useSession()
  const [isAdding, setAdding] = useState(false)
  const { mayChange } = rightsOf(session, ticket)
  if (!session.config['time_accounting'] && ticket.timeUnits === 0) return null
  return (
    <section>
      <h2>
        {t('ticket.timeSpent')}
        <span className="number">{t('ticket.timeUnits', { units: formats.number(ticket.timeUnits) })}</span>
      </h2>
      {isAdding ? (
        <AddTime ticket={ticket} onClose={() => setAdding(false)} />
      ) : (
        mayChange && (
          <div>
            <Button isSmall look="quiet" icon="plus" onClick={() => setAdding(true)}>
              {t('ticket.add')}
            </Button>
          </div>
        )
      )}
      <WaitingActions ticket={ticket} part="time" />
    </section>
  )
}

function AddTime({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useMessages()
  const formats = useFormats()
  const field = useRef<HTMLInputElement>(null)
  const add = (time_unit: number) =>
    performAction(t, ticket, {
      method: 'POST',
      path: `tickets/${ticket.id}/time_accountings`,
      json: { time_unit },
      part: 'time',
      text: 'action.addTime',
      name: formats.number(time_unit),
    })
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault()
        const time_unit = Number(field.current?.value)
        onClose()
        if (time_unit > 0) void add(time_unit)
      }}
    >
      <input
        ref={field}
        className="input"
        type="number"
        min={0}
        step="any"
        aria-label={t('ticket.timeSpent')}
        // The user asked for the field.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      />
      <Button isSmall type="submit">
        {t('ticket.save')}
      </Button>
    </form>
  )
}
