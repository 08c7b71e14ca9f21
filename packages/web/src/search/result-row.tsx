import { VipChip } from '../components/vip-chip.tsx'
import { noOwner } from '@deskbell/contract'
import { Link } from '@tanstack/react-router'
import type { OrganizationRecord, TicketRecord, UserRecord } from '@deskbell/client'
import type { ReactNode } from 'react'
import { Avatar } from '../components/avatar.tsx'
import { Chip } from '../components/chip.tsx'
import { Moment } from '../components/moment.tsx'
import { stateIcon } from '../components/state.tsx'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { preloadTicket } from '../ticket/ticket-data.ts'
import { useLive } from '../state/use-live.ts'
import type { Kind } from './address.ts'
import { Marked } from './marked.tsx'
import { ResultExcerpt } from './result-excerpt.tsx'
import { type ResultPage, ticketStates } from './search-data.ts'

interface ResultRowProps {
  id: number
  kind: Kind
  results: ResultPage
}

/** A result: its title, the excerpt with the match, and details that distinguish it from others. */
export function ResultRow({ id, kind, results }: ResultRowProps) {
  const { Ticket, User, Organization } = results.assets
  if (kind === 'tickets') return Ticket?.[id] ? <TicketResult ticket={Ticket[id]} results={results} /> : null
  if (kind === 'people') return User?.[id] ? <PersonResult user={User[id]} results={results} /> : null
  return Organization?.[id] ? <OrganizationResult organization={Organization[id]} results={results} /> : null
}

function TicketResult({ ticket, results }: { ticket: TicketRecord; results: ResultPage }) {
  const t = useMessages()
  const { User, Organization, Group } = results.assets
  const customer = User?.[ticket.customer_id]
  const owner = ticket.owner_id === noOwner ? undefined : User?.[ticket.owner_id]
  const preload = () => preloadTicket(ticket.number)
  const organization = ticket.organization_id === null ? undefined : Organization?.[ticket.organization_id]
  return (
    <Link
      className="result"
      to="/tickets/$number"
      params={{ number: ticket.number }}
      search={{ from: 'search' }}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <ResultState id={ticket.state_id} />
      <h2>
        <Marked text={ticket.title} highlights={results.highlights[ticket.id]} field="title" />
      </h2>
      <Moment at={ticket.updated_at} />
      <ResultExcerpt id={ticket.id} results={results} />
      <p className="facts">
        <span className="number">
          #<Marked text={ticket.number} highlights={results.highlights[ticket.id]} field="number" />
        </span>
        {customer && <bdi>{nameOf(customer)}</bdi>}
        {organization && <bdi>{organization.name}</bdi>}
        <bdi>{Group?.[ticket.group_id]?.name}</bdi>
        {owner ? <bdi>{nameOf(owner)}</bdi> : <span>{t('search.nobody')}</span>}
      </p>
    </Link>
  )
}

function ResultState({ id }: { id: number }) {
  const t = useMessages()
  const { value: states } = useLive(ticketStates())
  const ticketState = states?.find((state) => state.id === id)
  const name = ticketState && t.recordName(ticketState.name)
  const type = ticketState?.state_type ?? 'open'
  const look = type.startsWith('pending') ? 'pending' : type
  return (
    <span className={`state state-${look}`} title={name}>
      {ticketState && <Icon name={stateIcon(type)} />}
      <span className="for-readers">{name}</span>
    </span>
  )
}

function PersonResult({ user, results }: { user: UserRecord; results: ResultPage }) {
  const organization = user.organization_id === null ? undefined : results.assets.Organization?.[user.organization_id]
  const marks = results.highlights[user.id]
  // The full name of a person without a name is the e-mail address.
  const field = user.fullname === user.email ? 'email' : 'fullname'
  return (
    <Link className="result is-person" to="/people/$id" params={{ id: String(user.id) }}>
      <Avatar person={user} size="small" />
      <h2>
        <Marked text={nameOf(user)} highlights={marks} field={field} />
      </h2>
      <Marks isVip={user.vip} isActive={user.active} />
      <p className="facts">
        <Marked text={user.email ?? ''} highlights={marks} field="email" />
        {organization && <bdi>{organization.name}</bdi>}
        <bdi>{user.phone}</bdi>
      </p>
    </Link>
  )
}

function OrganizationResult({ organization, results }: { organization: OrganizationRecord; results: ResultPage }) {
  const t = useMessages()
  const marks = results.highlights[organization.id]
  return (
    <Link className="result is-person" to="/organizations/$id" params={{ id: String(organization.id) }}>
      <Icon name="building" />
      <h2>
        <Marked text={organization.name} highlights={marks} field="name" />
      </h2>
      <Marks isVip={organization.vip} isActive={organization.active} />
      <p className="facts">
        <Marked text={organization.domain ?? ''} highlights={marks} field="domain" />
        <span>{t('search.members', { count: organization.member_ids.length })}</span>
      </p>
    </Link>
  )
}

function Marks({ isVip, isActive }: { isVip: boolean; isActive: boolean }): ReactNode {
  const t = useMessages()
  return (
    <span className="result-marks">
      {isVip && <VipChip />}
      {!isActive && <Chip>{t('person.inactive')}</Chip>}
    </span>
  )
}
