import { boolean, decimal, id, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const timeAccounting = resource('time_accounting', {
  path: 'time_accountings',
  model: 'Ticket::TimeAccounting',
  doc: 'Time that was spent on a ticket.',
  fields: {
    id: id(),
    ticket_id: ref('ticket', { write: 'once', doc: 'The ticket it was spent on.' }),
    ticket_article_id: ref('article', { null: true, doc: 'The article that reports it.' }),
    time_unit: decimal({ doc: 'How much, in the unit of the installation; up to 9999.99.' }),
    type_id: ref('time_accounting_type', { null: true, doc: 'The activity.' }),
    created_by_id: ref('user', { write: 'server', doc: 'The user who created it.' }),
    created_at: time({ write: 'server', doc: 'When it was created.' }),
    updated_at: time({ write: 'server', doc: 'When it was changed last.' }),
  },
  can: {
    read: ['ticket.agent', 'admin.time_accounting'],
    create: ['ticket.agent', 'admin.time_accounting'],
    update: ['admin.time_accounting'],
    delete: ['admin.time_accounting'],
  },
})

/** Its address is `/time_accounting/types`, which no table can be called. */
export const timeAccountingType = resource('time_accounting_type', {
  path: 'time_accounting_types',
  model: 'Ticket::TimeAccounting::Type',
  doc: 'An activity that time is spent on.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Its name; no two are alike.' }),
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    active: boolean({ default: true, doc: 'Whether it is in use.' }),
    ...stamps,
  },
})
