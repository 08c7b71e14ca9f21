import { index, type Migration, table } from '../schema.ts'

/** Notifications that wait for their mail, and the days of the last digests. */
export default {
  id: 181,
  name: 'service mails',
  steps: [
    table('waiting_notifications', {
      id: 'id',
      user_id: 'integer',
      ticket_id: 'integer',
      type: 'text',
      reason: 'text',
      task_id: 'integer null',
      created_at: 'time',
    }),
    index('waiting_notifications', ['user_id', 'ticket_id']),
    index('waiting_notifications', ['task_id']),
    table('mail_digests', { user_id: 'integer', day: 'text' }, ['user_id']),
  ],
} satisfies Migration
