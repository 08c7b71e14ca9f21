import { index, type Migration, table } from '../schema.ts'

/** Automatic mails, sent or prevented. The limits for each address are computed from them. */
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
    // The limits no longer read articles, so the index that they used is dropped.
    () => ({ statements: ['drop index ticket_articles_automatic'] }),
  ],
} satisfies Migration
