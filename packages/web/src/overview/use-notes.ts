import { noOwner } from '@deskbell/contract'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { useStateOf } from './use-state-of.ts'
import type { ListState, TicketList } from './ticket-list.ts'

/** Returns a function for the note of a row: a change was refused, or the ticket is no longer in the list. */
export function useNotes(list: TicketList, { departed }: ListState, refused: ReadonlyMap<number, string>) {
  const t = useMessages()
  const user = useUser()
  const stateOf = useStateOf(list.related)
  return (id: number): string | undefined => {
    const refusal = refused.get(id)
    if (refusal !== undefined) return refusal
    const departure = departed.get(id)
    const row = list.row(id)
    if (!departure || !row) return undefined
    const { reason, by } = departure
    const owner = list.related.people.get(row.owner_id)
    const person = by === undefined ? undefined : list.related.people.get(by)
    return t('overview.left', {
      reason,
      state: stateOf(row.state_id)?.name ?? '',
      owner: owner && row.owner_id !== noOwner ? nameOf(owner) : '–',
      group: list.related.groups.get(row.group_id) ?? '',
      who: by === user.id ? 'me' : person ? 'person' : 'unknown',
      name: person ? nameOf(person) : '',
    })
  }
}
