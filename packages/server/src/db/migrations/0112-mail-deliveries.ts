import { index, type Migration, table } from '../schema.ts'

/** Mails as they were sent, with the result for each recipient. */
export default {
  id: 112,
  name: 'mail deliveries',
  steps: [
    table('mail_deliveries', {
      id: 'id',
      article_id: 'ref ticket_articles unique',
      sender: 'text',
      recipients: 'text',
      sha256: 'text',
      size: 'integer',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('mail_deliveries', ['sha256']),
  ],
} satisfies Migration
