import { boolean, customFields, id, integer, object, oneOf, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const group = resource('group', {
  path: 'groups',
  model: 'Group',
  doc: 'A team of agents and the tickets it works on.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    signature_id: ref('signature', { null: true, doc: 'The signature of the group’s mails.' }),
    email_address_id: ref('email_address', { null: true, doc: 'The sender address of the group’s mails.' }),
    name: text({ max: 1690, unique: true, doc: 'The full path, with `::` between the levels.' }),
    name_last: text({ max: 160, write: 'server', doc: 'The last level of the name.' }),
    parent_id: ref('group', { null: true, doc: 'The parent group.' }),
    assignment_timeout: integer({
      null: true,
      doc: 'Minutes without a change after which a new or open ticket loses its owner.',
    }),
    follow_up_possible: oneOf(['yes', 'new_ticket', 'new_ticket_after_certain_time'], {
      default: 'yes',
      doc: 'The effect of an answer to a closed ticket. `yes`: it reopens the ticket. `new_ticket`: it creates a new ticket. `new_ticket_after_certain_time`: it reopens the ticket for `reopen_time_in_days`, and afterwards creates a new ticket.',
    }),
    reopen_time_in_days: integer({
      null: true,
      doc: 'Number of days after the closing in which an answer reopens a ticket, if `follow_up_possible` is `new_ticket_after_certain_time`.',
    }),
    follow_up_assignment: boolean({ default: true, doc: 'True if a reopened ticket keeps its owner.' }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
    shared_drafts: boolean({ default: true, doc: 'True if the agents of the group share drafts.' }),
    offered_to_customers: boolean({ default: true, doc: 'True if customers may choose the group for their tickets.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    ...customFields,
    ...stamps,
  },
  many: {
    users: {
      to: 'user',
      through: 'groups_users',
      near: 'group_id',
      far: 'user_id',
      write: 'server',
      doc: 'Users with access to the group.',
    },
  },
  can: {
    read: ['admin.group'],
    search: ['admin.group'],
    create: ['admin.group'],
    update: ['admin.group'],
    delete: ['admin.group'],
  },
})

export const role = resource('role', {
  path: 'roles',
  model: 'Role',
  doc: 'A set of permissions that users are given.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 100, unique: true, doc: 'Unique name.' }),
    preferences: object({ doc: 'Free-form JSON object.' }),
    default_at_signup: boolean({ default: false, doc: 'True if new users who are given no role get this one.' }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    ...stamps,
  },
  many: {
    permissions: {
      to: 'permission',
      through: 'permissions_roles',
      near: 'role_id',
      far: 'permission_id',
      doc: 'Permissions of the role.',
    },
    groups: {
      to: 'group',
      through: 'groups_roles',
      near: 'role_id',
      far: 'group_id',
      access: true,
      doc: 'Access to groups.',
    },
  },
  alwaysEmpty: ['knowledge_base_permissions'],
  can: {
    read: ['ticket.agent', 'ticket.customer', 'admin.role'],
    search: ['ticket.agent', 'ticket.customer', 'admin.role'],
    create: ['admin.role'],
    update: ['admin.role'],
  },
})

export const permission = resource('permission', {
  path: 'permissions',
  model: 'Permission',
  doc: 'A permission that roles grant.',
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
