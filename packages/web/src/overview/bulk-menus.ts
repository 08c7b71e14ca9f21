import type { Option } from '../components/option-list.tsx'
import type { IconName } from '../icon/shapes.ts'
import type { Messages } from '../messages/messages.tsx'
import type { Choices } from '../ticket/choices.ts'
import { groupOptions, ownerOptions, priorityOptions, stateOptions } from './options.tsx'
import type { TicketRow } from './row-types.ts'
import type { Attributes } from './ticket-operations.ts'
import type { Bulk, BulkMenuName } from './use-bulk.ts'

/** A menu of values: its name, icon, shortcut, values, and the function for a chosen value. */
export type BulkMenu = readonly [BulkMenuName, IconName, string, readonly Option[], (option: Option) => void]

/** Returns the menus for properties that can be changed for all selected tickets. */
export function propertyMenus(
  t: Messages,
  choices: Choices,
  rows: readonly TicketRow[],
  bulk: Bulk,
): readonly BulkMenu[] {
  const change = (attributes: Attributes) => bulk.change({ attributes })
  return [
    ['owner', 'user', 'A', ownerOptions(t, choices, rows), ({ id }) => change({ owner_id: Number(id) })],
    ['state', 'state-open', 'S', stateOptions(choices), ({ id }) => change(stateChange(Number(id), choices))],
    ['priority', 'priority-high', 'P', priorityOptions(choices), ({ id }) => change({ priority_id: Number(id) })],
    ['group', 'users', 'G', groupOptions(choices), ({ id }) => change({ group_id: Number(id) })],
  ]
}

/** Tickets that become pending are pending until 9:00 tomorrow; the time can be changed in the ticket. */
function stateChange(state_id: number, { states }: Choices): Attributes {
  const isPending = states.find(({ id }) => id === state_id)?.type.startsWith('pending')
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  tomorrow.setHours(9, 0, 0, 0)
  return isPending ? { state_id, pending_time: tomorrow.toISOString() } : { state_id }
}
