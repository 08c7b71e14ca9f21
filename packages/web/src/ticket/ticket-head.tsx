import { Due, Moment } from '../components/moment.tsx'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { TicketTitle } from './ticket-title.tsx'
import type { Ticket } from './ticket-types.ts'

/** The title of a ticket with its number, the user who opened it, the time of creation and the deadline. */
export function TicketHead({ ticket }: { ticket: Ticket }) {
  const t = useMessages()
  const opener = ticket.person(ticket.record.created_by_id) ?? ticket.customer
  return (
    <div className="ticket-head">
      <TicketTitle ticket={ticket} />
      <p className="ticket-facts">
        <span className="number">#{ticket.number}</span>
        <span>
          {t.rich('ticket.openedBy', {
            name: <bdi key="name">{opener ? nameOf(opener) : '–'}</bdi>,
            time: <Moment key="time" at={ticket.record.created_at} form="dayAndTime" />,
          })}
        </span>
        {ticket.record.escalation_at && (
          <span>{t.rich('ticket.deadline', { time: <Due key="time" at={ticket.record.escalation_at} /> })}</span>
        )}
      </p>
    </div>
  )
}
