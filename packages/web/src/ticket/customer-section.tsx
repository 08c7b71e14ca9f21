import type { UserRecord } from '@deskbell/client'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../components/avatar.tsx'
import { IconButton } from '../components/button.tsx'
import { useReturnedFocus } from '../components/use-returned-focus.ts'
import { Icon } from '../icon/icon.tsx'
import { nameOf } from '../format/names.ts'
import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { formatsOf } from '../format/formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { ChangeNotice } from './change-notice.tsx'
import { ChooseCustomer } from './choose-customer.tsx'
import { MiniTicket } from './mini-ticket.tsx'
import type { OpenTickets } from './other-tickets.ts'
import { rightsOf } from './rights.ts'
import type { Ticket } from './ticket-types.ts'
import { useCustomerChange } from './use-customer-change.ts'

/** Maximum number of listed tickets of the customer. */
const MAX_OTHERS = 3

interface CustomerSectionProps {
  ticket: Ticket
  /** The other open tickets of the customer; undefined while they are loaded. */
  others: OpenTickets | undefined
  isChanging: boolean
  setChanging: (isChanging: boolean) => void
}

/** The customer of a ticket: contact data, local time, other open tickets, and a field that chooses another customer. */
export function CustomerSection({ ticket, others, isChanging, setChanging }: CustomerSectionProps) {
  const t = useMessages()
  const { mayChange } = rightsOf(useSession(), ticket)
  const opener = useReturnedFocus(isChanging)
  const change = useCustomerChange(ticket, isChanging)
  const { customer } = ticket
  if (!customer && !mayChange) return null
  return (
    <section aria-busy={change.isSaving || undefined}>
      <h2>
        {t('ticket.customer')}
        {mayChange && !isChanging && (
          <IconButton
            ref={opener}
            isSmall
            icon="pencil"
            label={t('ticket.changeCustomer')}
            onClick={() => setChanging(true)}
          />
        )}
      </h2>
      {isChanging && (
        <ChooseCustomer onChoose={(chosen) => void change.choose(chosen)} onClose={() => setChanging(false)} />
      )}
      <ChangeNotice name={t('ticket.customer')} change={change} valueOf={change.nameIn} />
      {customer && <CustomerCard customer={customer} organization={ticket.organization} others={others} />}
    </section>
  )
}

type CustomerCardProps = Pick<CustomerSectionProps, 'others'> & Pick<Ticket, 'organization'> & { customer: UserRecord }

function CustomerCard({ customer, organization, others }: CustomerCardProps) {
  const t = useMessages()
  return (
    <>
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
      {others && others.records.length > 0 && (
        <div>
          {others.records.slice(0, MAX_OTHERS).map((other) => (
            <MiniTicket key={other.id} ticket={other} at={other.updated_at} />
          ))}
          {others.records.length > MAX_OTHERS && (
            <Link className="compact-link is-muted" to="/people/$id" params={{ id: String(customer.id) }}>
              {t('ticket.allTicketsOf', { name: nameOf(customer), count: others.total_count })}
              <Icon name="right" isDirectional />
            </Link>
          )}
        </div>
      )}
    </>
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
  if (typeof zone !== 'string' || !isTimeZone(zone)) return null
  const localTime = formatsOf(formats.locale, zone).clock(now)
  if (localTime === formats.clock(now)) return null
  return (
    <>
      {!isFirst && ' · '}
      {t('ticket.timeThere', { time: localTime })}
    </>
  )
}

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
