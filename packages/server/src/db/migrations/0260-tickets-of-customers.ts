import type { Migration } from '../schema.ts'

/**
 * Adds the state and the group to the index of customers, so that searches check both without reading rows. The old index
 * is dropped last, because on PostgreSQL dropping it locks all reads of tickets until the commit.
 */
export default {
  id: 260,
  name: 'tickets of customers',
  steps: [
    () => ({
      statements: [
        'create index tickets_of_customers on tickets (customer_id, change, state_id, group_id)',
        'drop index tickets_customer_id_change',
      ],
    }),
  ],
} satisfies Migration
