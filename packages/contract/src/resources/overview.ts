import { boolean, id, integer, object, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const overview = resource('overview', {
  path: 'overviews',
  model: 'Overview',
  doc: 'A saved list of the tickets that fulfil a condition, for users with certain roles.',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Name.' }),
    link: text({ max: 250, unique: true, doc: 'Name in URLs.' }),
    prio: integer({ doc: 'Position; the smallest comes first.' }),
    condition: object({
      doc: 'Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`.',
    }),
    order: object({ doc: 'Sort order, such as `{"by": "created_at", "direction": "ASC"}`.' }),
    group_by: text({ max: 250, null: true, search: false, doc: 'The attribute that groups the rows.' }),
    group_direction: text({ max: 250, null: true, search: false, doc: 'Order of the groups: `ASC` or `DESC`.' }),
    organization_shared: boolean({
      default: false,
      doc: 'True if only members of organizations with shared tickets have the overview.',
    }),
    out_of_office: boolean({ default: false, doc: 'True if only replacements of absent users have the overview.' }),
    view: object({ doc: 'Visible columns, under the key `s`: `{"s": ["title"], "view_mode_default": "s"}`.' }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
    ...stamps,
  },
  many: {
    roles: {
      to: 'role',
      through: 'overviews_roles',
      near: 'overview_id',
      far: 'role_id',
      doc: 'Roles whose users have the overview.',
    },
    users: {
      to: 'user',
      through: 'overviews_users',
      near: 'overview_id',
      far: 'user_id',
      doc: 'Users to whom the overview is limited; empty for all users with the roles.',
    },
    groups: {
      to: 'group',
      through: 'overviews_groups',
      near: 'overview_id',
      far: 'group_id',
      doc: 'Groups, to one of which a user needs access; empty for no limit.',
    },
  },
  can: {
    read: ['admin.overview'],
    search: ['admin.overview'],
    create: ['admin.overview'],
    update: ['admin.overview'],
    delete: ['admin.overview'],
  },
})

export const savedView = resource('saved_view', {
  path: 'saved_views',
  model: 'SavedView',
  doc: 'A private list of tickets, visible only to the agent who saved it.',
  fields: {
    id: id(),
    user_id: ref('user', { write: 'server', doc: 'The owner.' }),
    name: text({ max: 250, doc: 'Name.' }),
    prio: integer({ default: 0, doc: 'Position among the saved views; the smallest comes first.' }),
    condition: object({ doc: 'Condition for tickets, in the same form as in an overview.' }),
    query: text({ max: 8000, null: true, doc: 'Search expression, in addition to the condition.' }),
    order: object({ doc: 'Sort order, such as `{"by": "created_at", "direction": "ASC"}`.' }),
    group_by: text({ max: 250, null: true, doc: 'The attribute that groups the rows.' }),
    group_direction: text({ max: 250, null: true, doc: 'Order of the groups: `ASC` or `DESC`.' }),
    view: object({ doc: 'Visible columns, under the key `s`: `{"s": ["title"]}`.' }),
    ...stamps,
  },
  can: {
    read: ['ticket.agent'],
    create: ['ticket.agent'],
    update: ['ticket.agent'],
    delete: ['ticket.agent'],
  },
})
