import { index, type Migration, table } from '../schema.ts'

/** Which events a webhook is told of, and every telling: what waits, what went, what came back. */
export default {
  id: 21,
  name: 'webhook deliveries',
  steps: [
    (dialect) => ({ now: [`alter table webhooks add column events ${dialect.column.text}`] }),
    table('webhook_deliveries', {
      id: 'id',
      // No reference: the books outlive what they tell of.
      webhook_id: 'integer',
      event_id: 'integer',
      event: 'text',
      delivery: 'text unique',
      state: 'text',
      attempts: 'integer',
      due_at: 'time',
      claimed_until: 'time null',
      payload: 'text null',
      response_status: 'integer null',
      response_body: 'text null',
      error: 'text null',
      duration: 'integer null',
      replay_of_id: 'integer null',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('webhook_deliveries', ['webhook_id', 'id']),
    index('webhook_deliveries', ['webhook_id', 'due_at'], { where: `state = 'waiting'` }),
    index('webhook_deliveries', ['webhook_id', 'event_id'], { unique: true, where: 'replay_of_id is null' }),
  ],
} satisfies Migration
