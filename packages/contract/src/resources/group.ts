import { boolean, id, integer, object, oneOf, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const group = resource('group', {
  path: 'groups',
  model: 'Group',
  doc: 'A team of agents and the tickets it works on.',
  label: 'name',
  fields: {
    id: id(),
    signature_id: integer({ null: true }),
    email_address_id: integer({ null: true }),
    name: text({ max: 1690, unique: true, doc: 'The full path; levels are joined by `::`.' }),
    name_last: text({ max: 160, write: 'server', doc: 'The last level of the name.' }),
    parent_id: ref('group', { null: true }),
    assignment_timeout: integer({ null: true, doc: 'Minutes until an untouched ticket loses its owner.' }),
    follow_up_possible: oneOf(['yes', 'new_ticket', 'new_ticket_after_certain_time'], { default: 'yes' }),
    reopen_time_in_days: integer({ null: true }),
    follow_up_assignment: boolean({ default: true }),
    active: boolean({ default: true }),
    shared_drafts: boolean({ default: true }),
    note: text({ max: 250, null: true }),
    ...stamps,
  },
  many: { users: { to: 'user', through: 'groups_users', near: 'group_id', far: 'user_id' } },
  can: { read: ['admin.group'], search: ['admin.group'] },
})

export const role = resource('role', {
  path: 'roles',
  model: 'Role',
  doc: 'A set of permissions that users own.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 100, unique: true }),
    preferences: object(),
    default_at_signup: boolean({ default: false, doc: 'Given to new users.' }),
    active: boolean({ default: true }),
    note: text({ max: 250, null: true }),
    ...stamps,
  },
  many: {
    permissions: { to: 'permission', through: 'permissions_roles', near: 'role_id', far: 'permission_id' },
    groups: { to: 'group', through: 'groups_roles', near: 'role_id', far: 'group_id', access: true },
  },
  empty: ['knowledge_base_permissions'],
  can: { read: ['ticket.agent', 'ticket.customer', 'admin.role'] },
})

export const permission = resource('permission', {
  path: 'permissions',
  model: 'Permission',
  doc: 'What a role allows.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 255, unique: true }),
    label: text({ max: 255 }),
    description: text({ max: 500 }),
    active: boolean({ default: true }),
    ...stamps,
  },
})
