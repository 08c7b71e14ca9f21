import { index, type Step, table } from '../../schema.ts'
import { stamps } from './stamps.ts'

/** History, events and webhooks. */
export const events: readonly Step[] = [
  table('histories', {
    id: 'id',
    object: 'text',
    o_id: 'integer',
    related_object: 'text null',
    related_o_id: 'integer null',
    type: 'text',
    attribute: 'text null',
    value_from: 'text null',
    value_to: 'text null',
    id_from: 'integer null',
    id_to: 'integer null',
    created_by_id: 'ref users',
    created_at: 'time',
  }),
  table('events', {
    id: 'id',
    name: 'text',
    object: 'text',
    o_id: 'integer',
    ticket_id: 'integer null',
    changes: 'json',
    created_by_id: 'ref users',
    created_at: 'time',
    kept: 'json null',
  }),
  table('webhooks', {
    id: 'id',
    name: 'text unique',
    endpoint: 'text',
    signature_token: 'text null',
    ssl_verify: 'boolean',
    basic_auth_username: 'text null',
    basic_auth_password: 'text null',
    note: 'text null',
    pre_defined_webhook_type: 'text null',
    customized_payload: 'boolean',
    custom_payload: 'text null',
    preferences: 'json',
    active: 'boolean',
    http_method: 'text',
    bearer_token: 'text null',
    events: 'text null',
    ...stamps,
  }),
  table('webhook_deliveries', {
    id: 'id',
    // No references: deliveries outlive the webhook and the event.
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

  ({ name }) => ({ statements: name === 'postgres' ? announceNumbers : [] }),
  () => ({ statements: ['create index events_object_o_id on events (object, o_id) where kept is not null'] }),
  index('histories', ['object', 'o_id']),
  // The history of a ticket includes that of its articles.
  index('histories', ['related_object', 'related_o_id'], { where: 'related_o_id is not null' }),
  index('webhook_deliveries', ['webhook_id', 'id']),
  index('webhook_deliveries', ['webhook_id', 'due_at'], { where: `state = 'waiting'` }),
  index('webhook_deliveries', ['webhook_id', 'event_id'], { unique: true, where: 'replay_of_id is null' }),
]

/*
 * On PostgreSQL, transactions can commit in another order than they draw event ids from the sequence. Before its first event,
 * each transaction therefore takes a shared advisory lock on the last id drawn, which is released when it ends: it may
 * still commit any later id. The feed ends at the lowest lock (`committedUpTo` of the dialect). The number 6583147 in the upper
 * bits distinguishes these locks from those of other programs. SQLite has one writer at a time, so its ids are in the order of
 * commits.
 */
const announceNumbers = [
  `create function announce_events() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('deskbell.events_announced', true), '') = '' then
        perform pg_advisory_xact_lock_shared(
          (6583147::bigint << 40) + (select case when is_called then last_value else 0 end from events_id_seq));
        perform set_config('deskbell.events_announced', 'yes', true);
      end if;
      return null;
    end $$`,
  `create trigger announce_events before insert on events for each statement execute function announce_events()`,
]
