import { index, type Migration, table } from '../schema.ts'

/** Mails that the service has sent by itself, by which the limits of recipients are computed. */
export default {
  id: 180,
  name: 'automatic mails',
  steps: [
    table('automatic_mails', {
      id: 'id',
      kind: 'text',
      address: 'text',
      ticket_id: 'integer null',
      message_id: 'text null',
      state: 'text',
      reason: 'text null',
      created_at: 'time',
    }),
    index('automatic_mails', ['address', 'created_at']),
    index('automatic_mails', ['created_at']),
    index('automatic_mails', ['message_id'], { where: 'message_id is not null' }),
    // Articles are no longer searched for the mails of a recipient.
    () => ({ now: ['drop index ticket_articles_automatic'] }),
  ],
} satisfies Migration
