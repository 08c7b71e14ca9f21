import { addColumn, index, type Migration, table } from '../schema.ts'

/** Attributes, and one column for the values of custom fields in each table that can have them. */
export default {
  id: 55,
  name: 'custom fields',
  steps: [
    table('object_manager_attributes', {
      id: 'id',
      object_lookup_id: 'integer',
      name: 'text',
      display: 'text',
      data_type: 'text',
      data_option: 'json',
      data_option_new: 'json',
      editable: 'boolean',
      active: 'boolean',
      screens: 'json',
      to_create: 'boolean',
      to_migrate: 'boolean',
      to_delete: 'boolean',
      to_config: 'boolean',
      position: 'integer null',
      updated_by_id: 'ref users',
      created_by_id: 'ref users',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('object_manager_attributes', ['object_lookup_id', 'name'], { unique: true }),
    ...['tickets', 'users', 'organizations', 'groups'].map((path) => addColumn(path, 'custom', 'json', `'{}'`)),
  ],
} satisfies Migration
