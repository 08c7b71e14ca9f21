import { noOwner } from '@deskbell/contract'
import { Avatar } from '../components/avatar.tsx'
import type { Option } from '../components/option-list.tsx'
import { priorityIcon, urgencyOf } from '../components/priority.tsx'
import { stateIcon } from '../components/state.tsx'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { useChoices } from './choices.ts'
import type { PropertyName } from './open-parts.ts'
import type { Ticket } from './ticket-types.ts'

/** Returns the possible values of a ticket's properties, as options. */
export function usePropertyOptions({ record }: Ticket): { readonly [property in PropertyName]: readonly Option[] } {
  const t = useMessages()
  const me = useUser()
  const choices = useChoices()
  const people = choices.owners(record.group_id)
  const owners = [...people.filter(({ id }) => id === me.id), ...people.filter(({ id }) => id !== me.id)]
  return {
    state: choices.states
      .filter((state) => state.isChoosable || state.id === record.state_id)
      .map(({ id, name, type }) => ({ id, name, mark: <Icon name={stateIcon(type)} /> })),
    priority: choices.priorities
      .filter((priority) => priority.active || priority.id === record.priority_id)
      .map((priority) => ({
        id: priority.id,
        name: priority.name,
        mark: <Icon name={priorityIcon(urgencyOf(priority))} />,
      })),
    owner: [
      ...owners.map((person) => ({
        id: person.id,
        name: nameOf(person),
        mark: <Avatar person={person} isAgent size="small" />,
        ...(person.id === me.id && { help: t('ticket.me') }),
      })),
      { id: noOwner, name: t('ticket.nobody') },
    ],
    group: choices.groups.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
  }
}
