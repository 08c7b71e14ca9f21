import { boolean, id, integer, type Kind, object, oneOf, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** The resources that can have custom fields, by `object_lookup_id`. */
export const attributeObjects: Readonly<Record<number, string>> = {
  1: 'ticket',
  2: 'user',
  3: 'organization',
  4: 'group',
}

/** The kind of field of each data type. A field with several values is an `object` field that contains a list. */
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

/** The request that applies changes of custom fields. Until then, they are only marked as pending. */
const execution = '`POST object_manager_attributes_execute_migrations`'

const pending = (change: string) =>
  boolean({ default: false, write: 'server', doc: `True if the next ${execution} will ${change}.` })

export const objectAttribute = resource('object_attribute', {
  path: 'object_manager_attributes',
  model: 'ObjectManager::Attribute',
  doc: 'A custom field of tickets, users, organizations or groups.',
  fields: {
    id: id(),
    object_lookup_id: integer({
      write: 'once',
      doc: 'Numeric id of the object type the field belongs to; `object` is its name.',
    }),
    name: text({ max: 200, write: 'once', doc: 'The key of the field in records.' }),
    display: text({ max: 200, doc: 'The label shown to people.' }),
    data_type: oneOf(Object.keys(dataTypes) as DataType[], { write: 'once', doc: 'The type of the values.' }),
    data_option: object({ doc: 'Settings of the type, such as `maxlength`, `default` or `options`.' }),
    data_option_new: object({
      write: 'server',
      doc: `The value that \`data_option\` will have after the next ${execution}.`,
    }),
    editable: boolean({
      default: true,
      write: 'server',
      doc: 'False for built-in fields, whose definition cannot be changed.',
    }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
    screens: object({ doc: 'The visibility of the field, and if it is required, by screen and permission.' }),
    to_create: pending('create the field'),
    to_migrate: pending('create or delete the field, or change its maximum length'),
    to_delete: pending('delete the field and its values'),
    to_config: pending('change the options of the field'),
    position: integer({ null: true, doc: 'Position; the smallest comes first.' }),
    ...stamps,
  },
  can: { read: ['admin.object'], create: ['admin.object'], update: ['admin.object'] },
})
