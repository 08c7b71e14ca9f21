import { index, type Migration, table } from '../schema.ts'

const at = `'2026-01-01T00:00:00.000Z'`

/**
 * What connects tickets with each other and with people: links, subscriptions, notifications. They name the kind of object
 * beside its id, so that others than tickets can follow; therefore the ids are no references.
 */
export default {
  id: 40,
  name: 'links, mentions and notifications',
  steps: [
    table('link_types', {
      id: 'id',
      name: 'text unique',
      active: 'boolean',
      created_at: 'time',
      updated_at: 'time',
    }),
    // Existing clients know these ids (reference, section 8.5).
    ({ name }) => ({
      now: ['normal', 'child', 'parent'].map(
        (type) =>
          `insert into link_types (name, active, created_at, updated_at) values ('${type}', ${name === 'sqlite' ? 1 : true}, ${at}, ${at})`,
      ),
    }),
    table('links', {
      id: 'id',
      link_type_id: 'ref link_types',
      link_object_source_id: 'integer',
      link_object_source_value: 'integer',
      link_object_target_id: 'integer',
      link_object_target_value: 'integer',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('links', ['link_object_source_value', 'link_object_target_value', 'link_type_id'], { unique: true }),
    index('links', ['link_object_target_value']),
    table('mentions', {
      id: 'id',
      mentionable_type: 'text',
      mentionable_id: 'integer',
      user_id: 'ref users',
      updated_by_id: 'ref users',
      created_by_id: 'ref users',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('mentions', ['mentionable_id', 'user_id'], { unique: true }),
    index('mentions', ['user_id']),
    table('online_notifications', {
      id: 'id',
      o_id: 'integer',
      object_lookup_id: 'integer',
      type_lookup_id: 'integer',
      user_id: 'ref users',
      seen: 'boolean',
      updated_by_id: 'ref users',
      created_by_id: 'ref users',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('online_notifications', ['user_id', 'created_at']),
    index('online_notifications', ['o_id']),
    // The purge looks for what is old, seen or not.
    index('online_notifications', ['seen', 'updated_at']),
    index('online_notifications', ['created_at']),
    // The history of a ticket has what happened to its articles too.
    index('histories', ['related_object', 'related_o_id'], { where: 'related_o_id is not null' }),
  ],
} satisfies Migration
