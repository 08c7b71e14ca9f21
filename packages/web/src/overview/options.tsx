import type { UserRecord } from '@deskbell/client'
import { noOwner } from '@deskbell/contract'
import { Avatar } from '../components/avatar.tsx'
import type { Option } from '../components/option-list.tsx'
import { priorityIcon, urgencyOf } from '../components/priority.tsx'
import { stateIcon } from '../components/state.tsx'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import type { Messages } from '../messages/messages.tsx'
import type { Choices } from '../ticket/choices.ts'
import type { MacroChoice } from './macros.ts'
import type { TicketRow } from './row-types.ts'

export const stateOptions = ({ states }: Choices): Option[] =>
  states
    .filter(({ isChoosable }) => isChoosable)
    .map(({ id, name, type }) => ({ id, name, mark: <Icon name={stateIcon(type)} /> }))

export const priorityOptions = ({ priorities }: Choices): Option[] =>
  priorities
    .filter(({ active }) => active)
    .map((priority) => ({
      id: priority.id,
      name: priority.name,
      mark: <Icon name={priorityIcon(urgencyOf(priority))} />,
    }))

export const groupOptions = ({ groups }: Choices): Option[] => groups.map(({ id, name }) => ({ id, name }))

/**
 * "Nobody", and the people who can own tickets.
 * @param rows limits the people to those who can own all of these tickets.
 */
export function ownerOptions(t: Messages, { groups, owners }: Choices, rows?: readonly TicketRow[]): Option[] {
  const people = rows
    ? ownersInAll([...new Set(rows.map(({ group_id }) => group_id))].map((id) => owners(id)))
    : new Map(groups.flatMap(({ id }) => owners(id).map((owner) => [owner.id, owner]))).values()
  return [
    { id: noOwner, name: t('overview.notOwned'), mark: <Avatar person={undefined} isAgent size="small" /> },
    ...[...people].map((person) => ({
      id: person.id,
      name: nameOf(person),
      mark: <Avatar person={person} isAgent size="small" />,
    })),
  ]
}

function ownersInAll([first = [], ...others]: readonly (readonly UserRecord[])[]): readonly UserRecord[] {
  return first.filter(({ id }) => others.every((people) => people.some((person) => person.id === id)))
}

/** The tags of the given rows. */
export const tagOptions = (rows: readonly TicketRow[]): Option[] =>
  [...new Set(rows.flatMap(({ tags }) => tags).toSorted())].map((tag) => ({ id: tag, name: tag }))

export const macroOptions = (macros: readonly MacroChoice[]): Option[] => [...macros]
