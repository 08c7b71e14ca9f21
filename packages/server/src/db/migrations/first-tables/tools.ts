import { index, type Step, table, textTable } from '../../schema.ts'
import { stamps } from './stamps.ts'

/** Macros, text modules, templates and overviews. */
export const tools: readonly Step[] = [
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

  index('groups_macros', ['group_id']),
  index('groups_text_modules', ['group_id']),
  index('overviews_roles', ['role_id']),
  index('overviews_users', ['user_id']),
  index('overviews_groups', ['group_id']),
  textTable('macros_text', ['name', 'note']),
  textTable('text_modules_text', ['name', 'keywords', 'content', 'note']),
  textTable('templates_text', ['name']),
  textTable('overviews_text', ['name', 'link']),
]
