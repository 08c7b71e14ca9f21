import type { TicketRecord, UserRecord } from '@deskbell/client'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../components/avatar.tsx'
import { Icon } from '../icon/icon.tsx'
import { nameOf } from '../format/names.ts'
import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { formatsOf } from '../format/formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { MiniTicket } from './mini-ticket.tsx'
import type { Ticket } from './ticket-types.ts'

/** Maximum number of listed tickets of the customer. */
const MAX_NAMED = 3

interface CustomerSectionProps {
  ticket: Ticket
  /** The other open tickets of the customer. */
  others: readonly TicketRecord[]
}

/** The customer of a ticket: contact data, local time, and other open tickets. */
export function CustomerSection({ ticket, others }: CustomerSectionProps) {
  const t = useMessages()
  const { customer, organization } = ticket
  if (!customer) return null
  return (
    <section>
      <h2>{t('ticket.customer')}</h2>
      <div className="who-card">
        <Avatar person={customer} size="huge" />
        <div>
          <b>
            <Link className="who-link" to="/people/$id" params={{ id: String(customer.id) }}>
              <bdi>{nameOf(customer)}</bdi>
            </Link>
          </b>
          <small>
            {organization && (
              <Link to="/organizations/$id" params={{ id: String(organization.id) }}>
                <bdi>{organization.name}</bdi>
              </Link>
            )}
            <CustomerTime customer={customer} isFirst={!organization} />
          </small>
        </div>
      </div>
      <ul className="who-lines">
        <ContactLine icon="mail" text={customer.email} />
        <ContactLine icon="phone" text={customer.phone || customer.mobile} isNumber />
      </ul>
      {others.length > 0 && (
        <div>
          {others.slice(0, MAX_NAMED).map((other) => (
            <MiniTicket key={other.id} ticket={other} at={other.updated_at} />
          ))}
          {others.length > MAX_NAMED && (
            <Link className="compact-link is-muted" to="/people/$id" params={{ id: String(customer.id) }}>
              {t('ticket.allTicketsOf', { name: nameOf(customer), count: others.length })}
              <Icon name="right" isDirectional />
            </Link>
          )}
        </div>
      )}
    </section>
  )
}

function ContactLine({ icon, text, isNumber }: { icon: 'mail' | 'phone'; text: string | null; isNumber?: boolean }) {
  if (!text) return null
  return (
    <li>
      <Icon name={icon} />
      <bdi className={isNumber ? 'number' : undefined}>{text}</bdi>
    </li>
  )
}

/** The local time of a customer in another time zone. */
function CustomerTime({ customer, isFirst }: { customer: UserRecord; isFirst: boolean }) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const zone = customer.preferences['timezone']
  if (typeof zone !== 'string' || !isZone(zone)) return null
  const there = formatsOf(formats.locale, zone).clock(now)
  if (there === formats.clock(now)) return null
  return (
    <>
      {!isFirst && ' · '}
      {t('ticket.timeThere', { time: there })}
    </>
  )
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
