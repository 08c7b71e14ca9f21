import { boolean, id, integer, type Kind, object, oneOf, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** The resources that can have custom fields, by the number that an attribute names them with. */
export const attributeObjects: Readonly<Record<number, string>> = {
  1: 'ticket',
  2: 'user',
  3: 'organization',
  4: 'group',
}

/** The kind of field that each data type makes (reference, section 3.17). Several values are a list. */
export const dataTypes = {
  input: 'text',
  textarea: 'text',
  richtext: 'text',
  select: 'text',
  tree_select: 'text',
  multiselect: 'object',
  multi_tree_select: 'object',
  boolean: 'boolean',
  active: 'boolean',
  integer: 'integer',
  date: 'date',
  datetime: 'time',
  user_autocompletion: 'integer',
  autocompletion_ajax: 'text',
  autocompletion_ajax_customer_organization: 'integer',
  autocompletion_ajax_external_data_source: 'object',
} as const satisfies Readonly<Record<string, Kind>>
export type DataType = keyof typeof dataTypes

const waits = (what: string) => boolean({ default: false, write: 'server', doc: `Waits for the migrations: ${what}.` })

export const objectAttribute = resource('object_attribute', {
  path: 'object_manager_attributes',
  model: 'ObjectManager::Attribute',
  doc: 'A custom field of tickets, users, organizations or groups.',
  fields: {
    id: id(),
    object_lookup_id: integer({ write: 'once', doc: 'Whose field it is, as a number; `object` has the word.' }),
    name: text({ max: 200, write: 'once', doc: 'The key under which records have it.' }),
    display: text({ max: 200, doc: 'Its name for people.' }),
    data_type: oneOf(Object.keys(dataTypes) as DataType[], { write: 'once', doc: 'What kind of values it has.' }),
    data_option: object({ doc: 'What values it can have, such as `maxlength` or `options`.' }),
    data_option_new: object({ write: 'server', doc: 'What `data_option` becomes with the next migrations.' }),
    editable: boolean({ default: true, write: 'server', doc: 'Whether it can be changed.' }),
    active: boolean({ default: true, doc: 'Whether it is in use.' }),
    screens: object({ doc: 'Where it is shown and required, by screen and permission.' }),
    to_create: waits('it is not there yet'),
    to_migrate: waits('tables have to change'),
    to_delete: waits('it goes, with its values'),
    to_config: waits('its options change'),
    position: integer({ null: true, doc: 'Its place among the others, the smallest first.' }),
    ...stamps,
  },
  can: { read: ['admin.object'], create: ['admin.object'], update: ['admin.object'] },
})
