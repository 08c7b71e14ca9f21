import { boolean, id, object, oneOf, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const active = boolean({ default: true, doc: 'True while the record is in use.' })

export const macro = resource('macro', {
  path: 'macros',
  model: 'Macro',
  doc: 'A named set of changes that an agent makes to a ticket with one click.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Unique name.' }),
    perform: object({ doc: 'Changes to make, such as `{"ticket.state_id": {"value": "4"}}`.' }),
    active,
    ux_flow_next_up: oneOf(['none', 'next_task', 'next_from_overview'], {
      default: 'none',
      doc: 'The ticket that clients show after the macro. `none`: the same ticket. `next_task`: the next ticket. `next_from_overview`: the next ticket of the overview.',
    }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    ...stamps,
  },
  many: {
    groups: {
      to: 'group',
      through: 'groups_macros',
      near: 'macro_id',
      far: 'group_id',
      doc: 'Groups whose agents may use it, and on whose tickets it may run; empty for all groups.',
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
  doc: 'A text that agents insert while writing.',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Name.' }),
    keywords: text({
      max: 500,
      null: true,
      doc: 'Words for which the text module is suggested while an agent is typing.',
    }),
    content: text({ max: 100_000, doc: 'The text: HTML with `#{...}` for values of the ticket.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    active,
    ...stamps,
  },
  many: {
    groups: {
      to: 'group',
      through: 'groups_text_modules',
      near: 'text_module_id',
      far: 'group_id',
      doc: 'Groups whose agents may use it; empty for all groups.',
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
  doc: 'Default values for a new ticket.',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'Name.' }),
    options: object({ doc: 'Values to fill in, such as `{"ticket.title": {"value": "..."}}`.' }),
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
