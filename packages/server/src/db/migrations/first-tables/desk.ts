import { index, type Step, table } from '../../schema.ts'
import { stamps } from './stamps.ts'

/** Settings, custom fields, idempotency keys and the vocabulary. */
export const desk: readonly Step[] = [
  table('settings', { name: 'text', value: 'text' }, ['name']),
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
    ...stamps,
  }),
  table(
    'idempotency_keys',
    {
      user_id: 'ref users',
      key: 'text',
      request: 'text',
      status: 'integer',
      headers: 'text',
      body: 'text',
      created_at: 'time',
    },
    ['user_id', 'key'],
  ),

  index('object_manager_attributes', ['object_lookup_id', 'name'], { unique: true }),
  index('idempotency_keys', ['created_at']),
  (dialect) => ({ statements: [...dialect.vocabulary] }),
]
