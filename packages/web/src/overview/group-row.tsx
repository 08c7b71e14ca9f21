import { noOwner } from '@deskbell/contract'
import { useFormats } from '../format/use-formats.ts'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import type { ListGroup, Related } from './row-types.ts'
import { usePriorities } from './priorities.ts'
import { useStateOf } from './use-state-of.ts'

interface GroupRowProps {
  /** The index of the line, counted from 0. In `aria-rowindex`, the head of the list is row 1. */
  index: number
  /** Pixels from the top of the list; undefined: the heading stays at the top while its tickets are visible. */
  offset: number | undefined
  group: ListGroup
  /** The attribute by which the list is grouped, such as `state_id`. */
  groupBy: string
  related: Related
  columns: number
}

/** The heading of a group of tickets, with their number. Keyboard navigation skips it. */
export function GroupRow({ index, offset, group, groupBy, related, columns }: GroupRowProps) {
  const formats = useFormats()
  const name = useGroupName(groupBy, related)(group.value)
  return (
    <div
      className={offset === undefined ? 'ticket-heading is-stuck' : 'ticket-heading'}
      role="row"
      aria-rowindex={index + 2}
      style={offset === undefined ? undefined : { transform: `translateY(${offset}px)` }}
    >
      <span role="gridcell" aria-colspan={columns}>
        <bdi>{name}</bdi> <span className="count">{formats.number(group.count)}</span>
      </span>
    </div>
  )
}

/** Returns a function for the names of values; empty until a row with the value is loaded. */
function useGroupName(groupBy: string, related: Related): (value: number | null) => string {
  const t = useMessages()
  const stateOf = useStateOf(related)
  const priorities = usePriorities()
  return (value) => {
    if (groupBy === 'owner_id' && value === noOwner) return t('overview.notOwned')
    if (value === null) return t('overview.noValue')
    if (groupBy === 'state_id') return stateOf(value)?.name ?? ''
    if (groupBy === 'priority_id') return priorities[value]?.name ?? ''
    if (groupBy === 'group_id') return related.groups.get(value) ?? ''
    if (groupBy === 'organization_id') return related.organizations.get(value) ?? ''
    const person = related.people.get(value)
    return person ? nameOf(person) : ''
  }
}
