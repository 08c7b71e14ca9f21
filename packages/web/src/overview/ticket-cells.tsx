import { noOwner } from '@deskbell/contract'
import type { ReactNode } from 'react'
import { Avatar } from '../components/avatar.tsx'
import { DraftMark } from '../components/draft-mark.tsx'
import { Chip } from '../components/chip.tsx'
import { Due, Moment } from '../components/moment.tsx'
import { Priority } from '../components/priority.tsx'
import { State } from '../components/state.tsx'
import { nameOf } from '../format/names.ts'
import { useFormats } from '../format/use-formats.ts'
import { useNow } from '../format/now.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { ColumnName } from './columns.ts'
import type { Related, TicketRow } from './row-types.ts'
import { useStateOf } from './use-state-of.ts'
import { usePriorities } from './priorities.ts'

export interface CellProps {
  row: TicketRow
  related: Related
}

/** The cells of a row, by column; the title is `TitleCell`. */
export const cells: Record<Exclude<ColumnName, 'title'>, (props: CellProps) => ReactNode> = {
  priority: (props) => <PriorityCell {...props} />,
  number: ({ row }) => row.number,
  state: (props) => <StateCell {...props} />,
  group: ({ row, related }) => <bdi>{related.groups.get(row.group_id)}</bdi>,
  organization: ({ row, related }) => <bdi>{related.organizations.get(row.organization_id ?? 0)}</bdi>,
  customer: ({ row, related }) => <CustomerCell row={row} related={related} />,
  owner: (props) => <OwnerCell {...props} />,
  due: ({ row }) => (row.escalation_at === null ? null : <Due at={row.escalation_at} />),
  created: ({ row }) => <Moment at={row.created_at} />,
  updated: ({ row }) => <Moment at={row.updated_at} />,
}

/** The priority as a shape; its name is for screen readers and the tooltip. */
export function PriorityCell({ row }: CellProps) {
  const priority = usePriorities()[row.priority_id]
  return priority && <Priority urgency={priority.urgency} name={priority.name} isNameHidden />
}

/** The state, or the time until which the ticket is pending. */
function StateCell({ row, related }: CellProps) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const state = useStateOf(related)(row.state_id)
  if (!state) return null
  const { type } = state
  if (!type.startsWith('pending') || row.pending_time === null) return <State type={type}>{state.name}</State>
  const until = new Date(row.pending_time)
  return (
    <State type={type}>
      <span className="for-readers">{t('overview.until', { state: state.name })} </span>
      <time dateTime={until.toISOString()} title={`${state.name}, ${formats.fullMoment(until, now)}`}>
        {formats.dayAndTime(until, now)}
      </time>
    </State>
  )
}

function CustomerCell({ row, related }: CellProps) {
  const customer = related.people.get(row.customer_id)
  return customer && <bdi>{nameOf(customer)}</bdi>
}

function OwnerCell({ row, related }: CellProps) {
  const t = useMessages()
  // The system user as the owner stands for "not assigned".
  const owner = row.owner_id === noOwner ? undefined : related.people.get(row.owner_id)
  const name = owner ? t('overview.ownedBy', { name: nameOf(owner) }) : t('overview.notOwned')
  return (
    <span title={name}>
      <Avatar person={owner} isAgent />
      <span className="for-readers">{name}</span>
    </span>
  )
}

interface TitleCellProps extends CellProps {
  address: string
  note: string | undefined
  isRefused: boolean
  /** True if the user has a draft for the ticket. */
  hasDraft: boolean
}

/** The title with a mark if the customer waits, and the tags or the note; on phones, also the state and the priority. */
export function TitleCell({ row, related, address, note, isRefused, hasDraft }: TitleCellProps) {
  const t = useMessages()
  return (
    <>
      <CompactState row={row} related={related} />
      <PriorityCell row={row} related={related} />
      <span className="ticket-waits" title={row.waiting_since === null ? undefined : t('overview.waits')}>
        {row.waiting_since !== null && (
          <>
            <Icon name="your-turn" isDirectional />
            <span className="for-readers">{t('overview.waits')}</span>
          </>
        )}
      </span>
      {hasDraft && <DraftMark />}
      <a href={address} tabIndex={-1} dir="auto">
        <bdi>{row.title}</bdi>
      </a>
      {note === undefined ? (
        row.tags.map((tag) => (
          <Chip key={tag} look="tag">
            {tag}
          </Chip>
        ))
      ) : (
        <span className={isRefused ? 'ticket-note is-refusal' : 'ticket-note'}>{note}</span>
      )}
    </>
  )
}

function CompactState({ row, related }: CellProps) {
  const state = useStateOf(related)(row.state_id)
  return (
    state && (
      <State type={state.type}>
        <span className="for-readers">{state.name}</span>
      </State>
    )
  )
}
