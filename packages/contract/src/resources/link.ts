import { boolean, id, integer, ref, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const objectType = { default: 1, write: 'once', doc: 'The type of object; 1 is a ticket.' } as const

/** Only tickets can be linked so far. */
export const link = resource('link', {
  path: 'links',
  model: 'Link',
  doc: 'A link between two tickets: the source is the parent or the child of the target, or just related to it.',
  fields: {
    id: id(),
    link_type_id: ref('link_type', { write: 'once', doc: 'The role of the source: parent, child or normal.' }),
    link_object_source_id: integer(objectType),
    link_object_source_value: integer({ write: 'once', doc: 'The id of the source.' }),
    link_object_target_id: integer(objectType),
    link_object_target_value: integer({ write: 'once', doc: 'The id of the target.' }),
    created_at: time({ write: 'server', doc: 'Time of creation.' }),
    updated_at: time({ write: 'server', doc: 'Time of the last change.' }),
  },
})

export const linkType = resource('link_type', {
  path: 'link_types',
  model: 'Link::Type',
  doc: 'A fixed type of link: normal, child or parent.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, unique: true }),
    active: boolean({ default: true }),
    created_at: time({ write: 'server' }),
    updated_at: time({ write: 'server' }),
  },
})
