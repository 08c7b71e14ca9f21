import type { Migration } from '../schema.ts'

/** Adds the state and the group to the index of customers, so that searches check both without reading rows. */
export default {
  id: 260,
  name: 'tickets of customers',
  steps: [
    () => ({
      statements: [
        'drop index tickets_customer_id_change',
        'create index tickets_customer_id_change on tickets (customer_id, change, state_id, group_id)',
      ],
    }),
  ],
} satisfies Migration
