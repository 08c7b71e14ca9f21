import { boolean, decimal, id, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const timeAccounting = resource('time_accounting', {
  path: 'time_accountings',
  model: 'Ticket::TimeAccounting',
  doc: 'Time spent on a ticket.',
  fields: {
    id: id(),
    ticket_id: ref('ticket', { write: 'once', doc: 'The ticket that the time was spent on.' }),
    ticket_article_id: ref('article', { null: true, doc: 'The article that reports the time.' }),
    time_unit: decimal({ doc: 'Amount, in the unit of the installation; at most 9999.99.' }),
    type_id: ref('time_accounting_type', { null: true, doc: 'The activity.' }),
    created_by_id: ref('user', { write: 'server', doc: 'The user who created the record.' }),
    created_at: time({ write: 'server', doc: 'Time of creation.' }),
    updated_at: time({ write: 'server', doc: 'Time of the last change.' }),
  },
  can: {
    read: ['ticket.agent', 'admin.time_accounting'],
    create: ['ticket.agent', 'admin.time_accounting'],
    update: ['admin.time_accounting'],
    delete: ['admin.time_accounting'],
  },
})

/** The route is `/time_accounting/types`; a table cannot have that name. */
export const timeAccountingType = resource('time_accounting_type', {
  path: 'time_accounting_types',
  model: 'Ticket::TimeAccounting::Type',
  doc: 'A type of activity.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Unique name.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
    ...stamps,
  },
})
