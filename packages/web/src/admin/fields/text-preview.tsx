import { MailBody } from '../../article/mail-body.tsx'
import { fillIn } from '../../editor/fill-in.ts'
import { valuesOfTicket } from '../../editor/values-of-ticket.ts'
import { client } from '../../state/client.ts'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { ticketView } from '../../ticket/ticket-data.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { PreviewProps } from '../plain/plain-subject.ts'
import './text-preview.css'

interface Newest {
  readonly record_ids: readonly number[]
  readonly assets: { readonly Ticket?: Readonly<Record<number, { readonly number: string }>> }
}

/** The number of the most recently changed ticket that the user may see; undefined if there is none. */
const newest = {
  key: 'admin newest ticket',
  load: async () => {
    const json = { condition: {}, full: true, per_page: 1, sort_by: 'updated_at', order_by: 'desc' }
    const { record_ids, assets } = await client.request<Newest>('POST', 'tickets/search', { json })
    return { number: record_ids.map((id) => assets.Ticket?.[id]?.number)[0] }
  },
  events: [],
}

/** A preview of a text module, with the values of the most recently changed ticket. */
export function TextPreview({ values: { content } }: PreviewProps) {
  const a = useAdminTexts()
  const { user, config } = useSession()
  const { value: { number } = {} } = useLive(client.live(newest))
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
