import { index, type Migration, table } from '../schema.ts'

/** Files that were sent before the article they are for. */
export default {
  id: 32,
  name: 'uploads',
  steps: [
    table('uploads', {
      id: 'id',
      form_id: 'text',
      user_id: 'ref users',
      filename: 'text',
      size: 'integer',
      sha256: 'text',
      preferences: 'json',
      created_at: 'time',
    }),
    index('uploads', ['user_id', 'form_id']),
    index('uploads', ['created_at']),
  ],
} satisfies Migration
