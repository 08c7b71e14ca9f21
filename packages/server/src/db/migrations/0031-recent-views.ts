import { index, type Migration, table } from '../schema.ts'

/** Which tickets somebody looked at last, so that they find them again. */
export default {
  id: 31,
  name: 'recent views',
  steps: [
    table('recent_views', { user_id: 'ref users', ticket_id: 'ref tickets', viewed_at: 'time' }, [
      'user_id',
      'ticket_id',
    ]),
    index('recent_views', ['user_id', 'viewed_at']),
    index('recent_views', ['ticket_id']),
  ],
} satisfies Migration
