import { boolean, id, integer, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const position = integer({ hidden: true, write: 'server', doc: 'Its place among the others, the smallest first.' })

export const checklist = resource('checklist', {
  path: 'checklists',
  model: 'Checklist',
  doc: 'What is to be done for a ticket, line by line.',
  fields: {
    id: id(),
    name: text({ max: 250, default: '', doc: 'Its name.' }),
    ticket_id: ref('ticket', { write: 'once', unique: true, doc: 'The ticket; it has one at most.' }),
    ...stamps,
  },
  many: { items: { to: 'checklist_item', of: 'checklist_id', doc: 'Its lines.' } },
  can: { read: ['ticket.agent'] },
})

export const checklistItem = resource('checklist_item', {
  path: 'checklist_items',
  model: 'Checklist::Item',
  doc: 'A line of a checklist.',
  fields: {
    id: id(),
    text: text({ max: 500, default: '', doc: 'What is to be done.' }),
    checked: boolean({ default: false, doc: 'Whether it is done.' }),
    checklist_id: ref('checklist', { write: 'once', doc: 'Where it belongs.' }),
    ticket_id: ref('ticket', { null: true, doc: 'The ticket that has to be closed for it.' }),
    position,
    ...stamps,
  },
  can: { read: ['ticket.agent'], create: ['ticket.agent'], update: ['ticket.agent'], delete: ['ticket.agent'] },
})

export const checklistTemplate = resource('checklist_template', {
  path: 'checklist_templates',
  model: 'ChecklistTemplate',
  doc: 'A checklist to begin with.',
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Its name.' }),
    active: boolean({ default: true, doc: 'Whether it is in use.' }),
    ...stamps,
  },
  many: { items: { to: 'checklist_template_item', of: 'checklist_template_id', doc: 'Its lines.' } },
  can: {
    read: ['ticket.agent', 'admin.checklist'],
    create: ['admin.checklist'],
    update: ['admin.checklist'],
    delete: ['admin.checklist'],
  },
})

export const checklistTemplateItem = resource('checklist_template_item', {
  path: 'checklist_template_items',
  model: 'ChecklistTemplate::Item',
  doc: 'A line of a checklist to begin with.',
  fields: {
    id: id(),
    checklist_template_id: ref('checklist_template', { doc: 'Where it belongs.' }),
    text: text({ max: 500, doc: 'What is to be done.' }),
    position,
    ...stamps,
  },
})
