import { may, type Actor, type Slice } from '../../kernel/context.ts'
import { allRows, everything } from '../../kernel/scope.ts'

const isStaff = (actor: Actor): boolean => may(actor, 'ticket.agent', 'admin.*')

/** Fields of a group that customers see: its name, but not its members. */
const customerGroupFields = new Set([
  'id',
  'name',
  'name_last',
  'parent_id',
  'active',
  'follow_up_possible',
  'reopen_time_in_days',
])
/** Fields of a role that customers see. */
const customerRoleFields = new Set(['id', 'name', 'active'])

/** All groups are visible; the routes require a permission. */
export const groupScopes: Slice = {
  listScope: allRows,
  fieldMask: ({ actor }) => (isStaff(actor) ? undefined : () => customerGroupFields),
  publicFields: customerGroupFields,
  searchViews: ({ actor }) => [
    isStaff(actor) ? everything : { rows: undefined, sees: (column) => customerGroupFields.has(column) },
  ],
}

export const roleScopes: Slice = {
  listScope: allRows,
  fieldMask: ({ actor }) => (isStaff(actor) ? undefined : () => customerRoleFields),
  publicFields: customerRoleFields,
  searchViews: ({ actor }) => [
    isStaff(actor) ? everything : { rows: undefined, sees: (column) => customerRoleFields.has(column) },
  ],
}
