import { boolean, id, object, oneOf, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const active = boolean({ default: true, doc: 'Whether it is in use.' })

export const macro = resource('macro', {
  path: 'macros',
  model: 'Macro',
  doc: 'Several changes to a ticket under one name, made with one click.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Its name; no two are alike.' }),
    perform: object({ doc: 'The changes: `{"ticket.state_id": {"value": "4"}}`.' }),
    active,
    ux_flow_next_up: oneOf(['none', 'next_task', 'next_from_overview'], {
      default: 'none',
      doc: 'What an agent is shown afterwards.',
    }),
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    ...stamps,
  },
  many: {
    groups: {
      to: 'group',
      through: 'groups_macros',
      near: 'macro_id',
      far: 'group_id',
      doc: 'The groups that have it; all of them where none is named.',
    },
  },
  can: {
    read: ['ticket.agent', 'admin.macro'],
    search: ['ticket.agent', 'admin.macro'],
    create: ['admin.macro'],
    update: ['admin.macro'],
    delete: ['admin.macro'],
  },
})

export const textModule = resource('text_module', {
  path: 'text_modules',
  model: 'TextModule',
  doc: 'A text that agents insert while they write.',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Its name.' }),
    keywords: text({ max: 500, null: true, doc: 'Words it is found by while typing.' }),
    content: text({ max: 100_000, doc: 'The text, HTML with `#{...}` for values of the ticket.' }),
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    active,
    ...stamps,
  },
  many: {
    groups: {
      to: 'group',
      through: 'groups_text_modules',
      near: 'text_module_id',
      far: 'group_id',
      doc: 'The groups that have it; all of them where none is named.',
    },
  },
  can: {
    read: ['ticket.agent', 'admin.text_module'],
    search: ['ticket.agent', 'admin.text_module'],
    create: ['admin.text_module'],
    update: ['admin.text_module'],
    delete: ['admin.text_module'],
  },
})

export const template = resource('template', {
  path: 'templates',
  model: 'Template',
  doc: 'A new ticket that is filled in already.',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Its name.' }),
    options: object({ doc: 'What is filled in: `{"ticket.title": {"value": "..."}}`.' }),
    active,
    ...stamps,
  },
  can: {
    read: ['ticket.agent', 'admin.template'],
    search: ['ticket.agent', 'admin.template'],
    create: ['admin.template'],
    update: ['admin.template'],
    delete: ['admin.template'],
  },
})
