import { type Actor, may, type Slice } from '../../kernel/context.ts'
import { groupRules, roleRules } from './rules.ts'
import { everyone, everything } from '../../kernel/scope.ts'

const isStaff = (actor: Actor): boolean => may(actor, 'ticket.agent', 'admin.*')

/** What customers learn of the group that works on their ticket: its name, not who is in it. */
const ofGroup = new Set(['id', 'name', 'name_last', 'parent_id', 'active', 'follow_up_possible', 'reopen_time_in_days'])
/** What customers learn of a role. */
const ofRole = new Set(['id', 'name', 'active'])

/** The permission of the routes decides who may ask; there is nothing to hide among groups. */
export const groupSlice: Slice = {
  listScope: everyone,
  rules: groupRules,
  publicFields: ofGroup,
  fieldMask: ({ actor }) => (isStaff(actor) ? undefined : () => ofGroup),
  searchViews: ({ actor }) => [
    isStaff(actor) ? everything : { rows: undefined, sees: (column) => ofGroup.has(column) },
  ],
}

export const roleSlice: Slice = {
  listScope: everyone,
  rules: roleRules,
  publicFields: ofRole,
  fieldMask: ({ actor }) => (isStaff(actor) ? undefined : () => ofRole),
  searchViews: ({ actor }) => [isStaff(actor) ? everything : { rows: undefined, sees: (column) => ofRole.has(column) }],
}
