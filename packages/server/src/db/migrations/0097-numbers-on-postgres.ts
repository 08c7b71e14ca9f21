import type { Migration } from '../schema.ts'

/**
 * On PostgreSQL, where several transactions write at once, change numbers and ticket numbers come from sequences, so that the
 * transactions neither collide nor wait for each other.
 */
export default {
  id: 97,
  name: 'numbers on PostgreSQL',
  steps: [
    ({ name }) => ({
      statements:
        name === 'postgres'
          ? [
              `create sequence tickets_change increment by 2`,
              `select setval('tickets_change', coalesce(max(change), 0) + 2, false) from tickets`,
              `create sequence ticket_numbers`,
              `select setval('ticket_numbers', value::bigint + 1, false) from settings where name = 'ticket_counter'`,
            ]
          : [],
    }),
  ],
} satisfies Migration
