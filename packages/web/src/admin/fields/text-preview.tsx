import { MailBody } from '../../article/mail-body.tsx'
import { fillIn } from '../../editor/fill-in.ts'
import { valuesOfTicket } from '../../editor/values-of-ticket.ts'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { ticketView } from '../../ticket/ticket-data.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { lastChangedTicket } from './last-changed-ticket.ts'
import type { PreviewProps } from '../records/record-list-spec.ts'
import './text-preview.css'

/** A preview of a text module, with the values of the most recently changed ticket. */
export function TextPreview({ values: { content } }: PreviewProps) {
  const a = useAdminTexts()
  const { user, config } = useSession()
  const { value: { number } = {} } = useLive(lastChangedTicket())
  const { value: ticket } = useLive(number === undefined ? undefined : ticketView(number))
  if (typeof content !== 'string' || content === '') return null
  const body = fillIn(content, { ticket: ticket && valuesOfTicket(ticket), user, config })
  const title = ticket ? a('preview_of', { number: ticket.record.number }) : a('preview')
  return (
    <section className="text-preview" aria-label={title}>
      <h3>{title}</h3>
      <MailBody article={{ body, contentType: 'text/html', folds: undefined, authorName: '' }} />
    </section>
  )
}
