import { addColumn, index, type Migration } from '../schema.ts'

/** Webhooks that rules call, and an index of the automatic mails, which are counted by recipient. */
export default {
  id: 121,
  name: 'notifications of rules',
  steps: [
    addColumn('webhook_deliveries', 'ticket_id', 'integer null', 'null'),
    addColumn('webhook_deliveries', 'article_id', 'integer null', 'null'),
    // Several rules may call a webhook for the same event.
    () => ({ statements: ['drop index webhook_deliveries_webhook_id_event_id'] }),
    index('webhook_deliveries', ['webhook_id', 'event_id'], {
      unique: true,
      where: 'replay_of_id is null and ticket_id is null',
    }),
    // E-mails (type 1) of the sender System (3).
    () => ({
      statements: [
        'create index ticket_articles_automatic on ticket_articles (created_at) where sender_id = 3 and type_id = 1',
      ],
    }),
  ],
} satisfies Migration
