import { boolean, id, integer, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const position = integer({ hidden: true, write: 'server', doc: 'Position; the smallest comes first.' })

export const checklist = resource('checklist', {
  path: 'checklists',
  model: 'Checklist',
  doc: 'A to-do list for a ticket.',
  fields: {
    id: id(),
    name: text({ max: 250, default: '', doc: 'Name.' }),
    ticket_id: ref('ticket', { write: 'once', unique: true, doc: 'The ticket, which has at most one checklist.' }),
    ...stamps,
  },
  many: { items: { to: 'checklist_item', of: 'checklist_id', doc: 'Items of the checklist.' } },
  can: { read: ['ticket.agent'] },
})

export const checklistItem = resource('checklist_item', {
  path: 'checklist_items',
  model: 'Checklist::Item',
  doc: 'An item of a checklist.',
  fields: {
    id: id(),
    text: text({ max: 500, default: '', doc: 'The task.' }),
    checked: boolean({ default: false, doc: 'True if the task is done.' }),
    checklist_id: ref('checklist', { write: 'once', doc: 'The checklist of the item.' }),
    ticket_id: ref('ticket', {
      null: true,
      doc: 'A ticket that stands for the task. Closing it does not change `checked`.',
    }),
    position,
    ...stamps,
  },
  can: { read: ['ticket.agent'], create: ['ticket.agent'], update: ['ticket.agent'], delete: ['ticket.agent'] },
})

export const checklistTemplate = resource('checklist_template', {
  path: 'checklist_templates',
  model: 'ChecklistTemplate',
  doc: 'A template for checklists.',
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Name.' }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
    ...stamps,
  },
  many: { items: { to: 'checklist_template_item', of: 'checklist_template_id', doc: 'Items of the template.' } },
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
  doc: 'An item of a checklist template.',
  fields: {
    id: id(),
    checklist_template_id: ref('checklist_template', { doc: 'The template of the item.' }),
    text: text({ max: 500, doc: 'The task.' }),
    position,
    ...stamps,
  },
})
