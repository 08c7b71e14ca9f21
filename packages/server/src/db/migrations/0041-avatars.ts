import { index, type Migration, table } from '../schema.ts'

/** Pictures of users; their contents are files as those of attachments are. */
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
      sha256: 'text',
      size: 'integer',
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
  ],
} satisfies Migration
