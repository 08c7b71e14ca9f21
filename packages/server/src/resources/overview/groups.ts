import { type Resource, resources } from '@deskbell/contract'
import type { Search } from '../../search/hits.ts'
import { groupingOf, type TicketList } from './tickets.ts'

/** Tickets of a list with the same value of its `group_by`. */
export interface Group {
  /** The id of the record that the tickets refer to, such as a state; null for tickets without one. */
  readonly value: number | null
  readonly count: number
}

/** Maximum number of groups. For lists with more, responses have no groups, because so many headings would be useless. */
const MAX_GROUPS = 1000

/** Returns the groups of a list in its order; undefined if it is not grouped by a reference, or has too many groups. */
export async function groupsOf(list: TicketList, tickets: Search): Promise<readonly Group[] | undefined> {
  const grouping = groupingOf(list)
  const { fields }: Resource = resources.ticket
  if (!grouping || fields[grouping.column]?.kind !== 'ref') return undefined
  const { facets } = await tickets.facets([grouping.column])
  const groups = (facets[grouping.column] ?? []) as readonly Group[]
  if (groups.length > MAX_GROUPS) return undefined
  const direction = grouping.order === 'asc' ? 1 : -1
  // Tickets without a value come first in ascending order, as in the list itself.
  return groups.toSorted((a, b) => direction * ((a.value ?? 0) - (b.value ?? 0)))
}
