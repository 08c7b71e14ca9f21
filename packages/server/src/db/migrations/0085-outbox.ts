import { index, type Migration, table } from '../schema.ts'
import { stamps } from './first-tables/stamps.ts'

/** Messages that their authors can still take back. */
export default {
  id: 85,
  name: 'outbox',
  steps: [
    table('outbox_messages', {
      id: 'id',
      action: 'text',
      ticket_id: 'ref tickets null',
      ticket_attributes: 'json',
      new_article: 'json',
      form_id: 'text',
      send_at: 'time',
      state: 'text',
      error: 'text null',
      ...stamps,
    }),
    index('outbox_messages', ['state', 'send_at']),
    index('outbox_messages', ['created_by_id']),
    index('outbox_messages', ['ticket_id']),
    index('outbox_messages', ['form_id']),
  ],
} satisfies Migration
