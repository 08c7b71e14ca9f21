import { boolean, id, integer, object, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const overview = resource('overview', {
  path: 'overviews',
  model: 'Overview',
  doc: 'A list of tickets that fulfil a condition, for the users of some roles.',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Its name.' }),
    link: text({ max: 250, unique: true, doc: 'Its name in addresses.' }),
    prio: integer({ doc: 'Its place among the others, the smallest first.' }),
    condition: object({ doc: 'Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`.' }),
    order: object({ doc: 'In which order: `{"by": "created_at", "direction": "ASC"}`.' }),
    group_by: text({ max: 250, null: true, search: false, doc: 'The attribute by which its rows are put together.' }),
    group_direction: text({ max: 250, null: true, search: false, doc: '`ASC` or `DESC`, for the groups of rows.' }),
    organization_shared: boolean({ default: false, doc: 'Only for members of an organization that shares tickets.' }),
    out_of_office: boolean({ default: false, doc: 'Only for those who stand in for somebody.' }),
    view: object({ doc: 'The columns that are shown: `{"s": ["title"], "view_mode_default": "s"}`.' }),
    active: boolean({ default: true, doc: 'Whether it is in use.' }),
    ...stamps,
  },
  many: {
    roles: {
      to: 'role',
      through: 'overviews_roles',
      near: 'overview_id',
      far: 'role_id',
      doc: 'The roles whose users have it.',
    },
    users: {
      to: 'user',
      through: 'overviews_users',
      near: 'overview_id',
      far: 'user_id',
      doc: 'Of these roles, only these users; all of them where none is named.',
    },
    groups: {
      to: 'group',
      through: 'overviews_groups',
      near: 'overview_id',
      far: 'group_id',
      doc: 'Only for users with access to one of these groups; for all where none is named.',
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
