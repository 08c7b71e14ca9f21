import { FieldOptions } from '../custom-fields/field-options.tsx'
import { keyFrom } from '../custom-fields/key-from.ts'
import { FieldScreens } from '../custom-fields/field-screens.tsx'
import { ObjectField } from '../custom-fields/object-field.tsx'
import { PendingFields } from '../custom-fields/pending-fields.tsx'
import { textIn } from '../fields/text-in.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const customFields: RecordListSpec = {
  path: 'custom_fields',
  resource: 'object_attribute',
  texts: {
    title: 'custom_fields_title',
    create: 'custom_fields_create',
    find: 'custom_fields_find',
    help: 'custom_fields_help',
  },
  nameOf: ({ display }) => textIn(display),
  isEntry: ({ editable }) => editable === true,
  derived: ({ display }) => ({ name: keyFrom(textIn(display)) }),
  columns: [
    {
      id: 'object',
      label: 'f_object_lookup_id',
      cell: ({ object }) => textIn(object),
      order: ({ object }) => textIn(object),
    },
    { id: 'key', label: 'f_name_key', cell: ({ name }) => textIn(name), order: ({ name }) => textIn(name) },
    {
      id: 'position',
      label: 'f_position',
      cell: ({ position }) => textIn(position),
      order: ({ position }) => Number(position),
    },
  ],
  fields: [
    { name: 'object_lookup_id', Editor: ObjectField },
    { name: 'display', help: 'custom_fields_display_help' },
    { name: 'name', label: 'f_name_key', help: 'custom_fields_name_help' },
    {
      name: 'data_type',
      values: {
        input: 'v_type_input',
        textarea: 'v_type_textarea',
        richtext: 'v_type_richtext',
        select: 'v_type_select',
        tree_select: 'v_type_tree_select',
        multiselect: 'v_type_multiselect',
        multi_tree_select: 'v_type_multi_tree_select',
        boolean: 'v_type_boolean',
        integer: 'v_type_integer',
        date: 'v_type_date',
        datetime: 'v_type_datetime',
        user_autocompletion: 'v_type_user',
        autocompletion_ajax_customer_organization: 'v_type_organization',
      },
    },
    { name: 'data_option', Editor: FieldOptions },
    { name: 'screens', Editor: FieldScreens },
    { name: 'position', help: 'custom_fields_position_help' },
    { name: 'active' },
  ],
  initialValues: {
    object_lookup_id: 1,
    data_type: 'input',
    data_option: { type: 'text', maxlength: 120 },
    screens: {
      create_middle: { 'ticket.agent': { shown: true } },
      edit: { 'ticket.agent': { shown: true } },
    },
  },
}

export const Screen = ({ pathParts }: AdminPageProps) => (
  <RecordListScreen list={customFields} pathParts={pathParts} aboveTable={<PendingFields />} />
)
