import { type Migration, table } from '../schema.ts'
import { stamps } from './first-tables/stamps.ts'

/** Deletions of users with their tickets. */
export default {
  id: 231,
  name: 'data privacy tasks',
  steps: [
    table('data_privacy_tasks', {
      id: 'id',
      deletable_type: 'text',
      deletable_id: 'integer',
      state: 'text',
      tickets_deleted: 'integer',
      error: 'text null',
      ...stamps,
    }),
  ],
} satisfies Migration
