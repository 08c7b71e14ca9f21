import { index, type Step, table, textTable } from '../../schema.ts'
import { stamps } from './stamps.ts'

/** Groups, access to them, their e-mail addresses and signatures. */
export const groups: readonly Step[] = [
  table('groups', {
    id: 'id',
    signature_id: 'ref signatures null',
    email_address_id: 'ref email_addresses null',
    name: 'text unique',
    name_last: 'text',
    parent_id: 'ref groups null',
    assignment_timeout: 'integer null',
    follow_up_possible: 'text',
    reopen_time_in_days: 'integer null',
    follow_up_assignment: 'boolean',
    active: 'boolean',
    shared_drafts: 'boolean',
    note: 'text null',
    custom: 'json',
    ...stamps,
  }),
  table('groups_users', { group_id: 'ref groups', user_id: 'ref users', access: 'text' }, [
    'user_id',
    'group_id',
    'access',
  ]),
  table('groups_roles', { group_id: 'ref groups', role_id: 'ref roles', access: 'text' }, [
    'role_id',
    'group_id',
    'access',
  ]),
  table('signatures', {
    id: 'id',
    name: 'text unique',
    body: 'text null',
    active: 'boolean',
    note: 'text null',
    ...stamps,
  }),
  table('email_addresses', {
    id: 'id',
    channel_id: 'integer null',
    name: 'text',
    email: 'text unique',
    active: 'boolean',
    note: 'text null',
    preferences: 'json',
    ...stamps,
  }),

  index('groups_users', ['group_id']),
  index('groups_roles', ['group_id']),
  textTable('groups_text', ['name', 'name_last', 'note', 'custom']),
]
