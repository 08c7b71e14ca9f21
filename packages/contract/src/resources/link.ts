import { boolean, id, integer, ref, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const ticketObject = { default: 1, write: 'once', doc: 'The kind of object; 1 is a ticket.' } as const

/** What links connect; the only kind of object so far is a ticket (reference, section 3.11). */
export const link = resource('link', {
  path: 'links',
  model: 'Link',
  doc: 'A connection of two tickets: the source is the parent, the child or a neighbour of the target.',
  fields: {
    id: id(),
    link_type_id: ref('link_type', { write: 'once', doc: 'What the source is to the target.' }),
    link_object_source_id: integer(ticketObject),
    link_object_source_value: integer({ write: 'once', doc: 'The id of the source.' }),
    link_object_target_id: integer(ticketObject),
    link_object_target_value: integer({ write: 'once', doc: 'The id of the target.' }),
    created_at: time({ write: 'server', doc: 'When it was created.' }),
    updated_at: time({ write: 'server', doc: 'When it was changed last.' }),
  },
})

export const linkType = resource('link_type', {
  path: 'link_types',
  model: 'Link::Type',
  doc: 'The fixed kinds of link: normal, child and parent.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, unique: true }),
    active: boolean({ default: true }),
    created_at: time({ write: 'server' }),
    updated_at: time({ write: 'server' }),
  },
})
