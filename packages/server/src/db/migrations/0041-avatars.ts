import { index, type Migration, table } from '../schema.ts'

/** Pictures of users; their contents are stored as those of attachments are. */
export default {
  id: 41,
  name: 'avatars',
  steps: [
    table('avatars', {
      id: 'id',
      user_id: 'ref users',
      default: 'boolean',
      deletable: 'boolean',
      initial: 'boolean',
      store_file_id: 'integer',
      store_hash: 'text',
      mime_type: 'text',
      source: 'text',
      updated_by_id: 'ref users',
      created_by_id: 'ref users',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('avatars', ['user_id']),
    index('avatars', ['store_hash']),
    index('avatars', ['store_file_id']),
  ],
} satisfies Migration
