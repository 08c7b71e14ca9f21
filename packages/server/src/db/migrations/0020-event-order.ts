import { type Migration } from '../schema.ts'

/**
 * The feed of events. On PostgreSQL a number drawn early can be committed late, so each transaction says before its
 * first event that it may still write numbers behind the last one drawn: a shared lock on that number, which ends with
 * the transaction. The feed goes no further than the lowest lock (see `committedUpTo` of the dialect). SQLite has one writer
 * at a time, and its numbers are in the order of commits by themselves.
 */
export default {
  id: 20,
  name: 'event order',
  steps: [
    (dialect) => ({ now: [`alter table events add column kept ${dialect.column.json}`] }),
    () => ({ now: ['create index events_object_o_id on events (object, o_id) where kept is not null'] }),
    (dialect) => ({ now: dialect.name === 'postgres' ? announceNumbers : [] }),
  ],
} satisfies Migration

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
