import { index, type Migration, table } from '../schema.ts'

const stamps = {
  updated_by_id: 'ref users',
  created_by_id: 'ref users',
  created_at: 'time',
  updated_at: 'time',
} as const

/** What agents keep beside the articles of a ticket: time, checklists, shared drafts. */
export default {
  id: 12,
  name: 'work on tickets',
  steps: [
    table('time_accounting_types', {
      id: 'id',
      name: 'text unique',
      note: 'text null',
      active: 'boolean',
      ...stamps,
    }),
    table('time_accountings', {
      id: 'id',
      ticket_id: 'ref tickets',
      ticket_article_id: 'ref ticket_articles null',
      time_unit: 'decimal',
      type_id: 'ref time_accounting_types null',
      created_by_id: 'ref users',
      created_at: 'time',
      updated_at: 'time',
    }),
    table('checklists', { id: 'id', name: 'text', ticket_id: 'ref tickets unique', ...stamps }),
    table('checklist_items', {
      id: 'id',
      text: 'text',
      checked: 'boolean',
      checklist_id: 'ref checklists',
      ticket_id: 'ref tickets null',
      position: 'integer',
      ...stamps,
    }),
    table('checklist_templates', { id: 'id', name: 'text', active: 'boolean', ...stamps }),
    table('checklist_template_items', {
      id: 'id',
      checklist_template_id: 'ref checklist_templates',
      text: 'text',
      position: 'integer',
      ...stamps,
    }),
    table('ticket_shared_draft_starts', {
      id: 'id',
      name: 'text',
      group_id: 'ref groups',
      content: 'json',
      ...stamps,
    }),
    table('ticket_shared_draft_zooms', {
      id: 'id',
      ticket_id: 'ref tickets unique',
      new_article: 'json',
      ticket_attributes: 'json',
      ...stamps,
    }),
    index('time_accountings', ['ticket_id']),
    index('time_accountings', ['ticket_article_id']),
    index('time_accountings', ['type_id']),
    index('checklist_items', ['checklist_id', 'position']),
    index('checklist_items', ['ticket_id']),
    index('checklist_template_items', ['checklist_template_id', 'position']),
    index('ticket_shared_draft_starts', ['group_id']),
  ],
} satisfies Migration
