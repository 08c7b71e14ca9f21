import { index, type Migration, type Step, table, textTable } from '../schema.ts'

const stamps = {
  updated_by_id: 'ref users',
  created_by_id: 'ref users',
  created_at: 'time',
  updated_at: 'time',
} as const

/** What spares agents work: macros, text modules, templates, overviews, signatures. */
export default {
  id: 10,
  name: 'tools of agents',
  steps: [
    table('macros', {
      id: 'id',
      name: 'text unique',
      perform: 'json',
      active: 'boolean',
      ux_flow_next_up: 'text',
      note: 'text null',
      ...stamps,
    }),
    table('groups_macros', { group_id: 'ref groups', macro_id: 'ref macros' }, ['macro_id', 'group_id']),
    table('text_modules', {
      id: 'id',
      name: 'text',
      keywords: 'text null',
      content: 'text',
      note: 'text null',
      active: 'boolean',
      ...stamps,
    }),
    table('groups_text_modules', { group_id: 'ref groups', text_module_id: 'ref text_modules' }, [
      'text_module_id',
      'group_id',
    ]),
    table('templates', { id: 'id', name: 'text', options: 'json', active: 'boolean', ...stamps }),
    table('overviews', {
      id: 'id',
      name: 'text',
      link: 'text unique',
      prio: 'integer',
      condition: 'json',
      order: 'json',
      group_by: 'text null',
      group_direction: 'text null',
      organization_shared: 'boolean',
      out_of_office: 'boolean',
      view: 'json',
      active: 'boolean',
      ...stamps,
    }),
    table('overviews_roles', { overview_id: 'ref overviews', role_id: 'ref roles' }, ['overview_id', 'role_id']),
    table('overviews_users', { overview_id: 'ref overviews', user_id: 'ref users' }, ['overview_id', 'user_id']),
    table('overviews_groups', { overview_id: 'ref overviews', group_id: 'ref groups' }, ['overview_id', 'group_id']),
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
    // What groups named by number only, they refer to; nobody could set it before.
    reference('groups', 'signature_id', 'signatures'),
    reference('groups', 'email_address_id', 'email_addresses'),
    index('groups_macros', ['group_id']),
    index('groups_text_modules', ['group_id']),
    index('overviews_roles', ['role_id']),
    index('overviews_users', ['user_id']),
    index('overviews_groups', ['group_id']),
    textTable('macros_text', ['name', 'note']),
    textTable('text_modules_text', ['name', 'keywords', 'content', 'note']),
    textTable('templates_text', ['name']),
    textTable('overviews_text', ['name', 'link']),
  ],
} satisfies Migration

/** Makes an empty column again, as one that refers to another table: SQLite cannot add that to a column. */
function reference(table: string, column: string, to: string): Step {
  return ({ column: { integer } }) => ({
    now: [
      `alter table ${table} drop column ${column}`,
      `alter table ${table} add column ${column} ${integer} references ${to} (id) deferrable initially deferred`,
    ],
  })
}
