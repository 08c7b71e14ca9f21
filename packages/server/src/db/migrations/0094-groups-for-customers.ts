import { addColumn, type Migration } from '../schema.ts'

/** Which groups customers may choose for a new ticket: at first all. */
export default {
  id: 94,
  name: 'groups for customers',
  steps: [addColumn('groups', 'offered_to_customers', 'boolean', 'true')],
} satisfies Migration
